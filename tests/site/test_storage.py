"""What browsers fetch: under names that follow what is in it, once each, and without our comments."""

from __future__ import annotations

import re
from pathlib import Path

from django.core.files.base import ContentFile

from boatzee_site.storage import Files


def served(folder: Path, **files: str) -> dict[str, str]:
    """What is served of these, by the names they had."""
    storage = Files(location=folder, base_url="/static/")
    paths = {}
    for name, text in files.items():
        path = name.replace("__", "/").replace("_", ".")
        storage._save(path, ContentFile(text.encode()))
        paths[path] = (storage, path)
    done = {old: new for old, new, _ in storage.post_process(paths) if new and new.endswith((".js", ".css"))}
    return {path: (folder / done[path]).read_text() for path in paths}


def test_comments_are_left_out_and_nothing_else(tmp_path: Path) -> None:
    script = '// What it is\nconst here = "// not one"; // why\n  // and this\n  const more = 1;\n'
    style = "/* What it is,\n   at length */\na { color: red; /* why */ }\n"
    other = "// of others\n"
    found = served(tmp_path, js__one_js=script, css__one_css=style, admin__js__two_js=other)
    assert found["js/one.js"] == 'const here = "// not one"; // why\n  const more = 1;\n'
    assert found["css/one.css"] == "a { color: red;  }\n"
    assert found["admin/js/two.js"] == other


def test_a_module_has_one_name_however_it_is_imported(tmp_path: Path) -> None:
    importing = 'import "./b.js";\nimport { b } from "./b.js";\nconst { c } = await import("./b.js");\n'
    found = served(tmp_path, js__a_js=importing, js__b_js="export const b = 1;\n")
    names = re.findall(r'"(.*?)"', found["js/a.js"])
    assert len(names) == 3
    assert len(set(names)) == 1
    assert re.fullmatch(r"\./b\.[0-9a-f]+\.js", names[0])
