"""What browsers fetch: under names that follow what is in it, once each, few files and no comments."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import FileSystemFinder
from django.core.files.base import ContentFile

from boatzee_site import bundling
from boatzee_site.storage import Files, bundled


def served(folder: Path, files: dict[str, str]) -> dict[str, str]:
    """What is served of these, by the names they had; a name that is not served has none."""
    storage = Files(location=folder, base_url="/static/")
    for path, text in files.items():
        storage._save(path, ContentFile(text.encode()))
    found = storage.post_process({path: (storage, path) for path in files})
    done = {old: new for old, new, _ in found if new and new.endswith((".js", ".css"))}
    return {path: (folder / new).read_text() for path, new in done.items()}


def test_comments_are_left_out_and_what_looks_like_one_is_not(tmp_path: Path) -> None:
    script = '// What it is\nconst here = "// not one"; // why\n  // and this\n'
    script += "const at = /[/]\\/ a/.test(`//  ${here}`);\n"
    style = (
        '/* What it is,\n   at length */\na { color: red; /* why */ }\nb::after { content: "/* no */"; }\n'
    )
    other = "// of others\n"
    found = served(tmp_path, {"js/one.js": script, "css/one.css": style, "admin/js/two.js": other})
    assert 'const here="// not one"' in found["js/one.js"]
    assert "/[/]\\/ a/.test(`//  ${here}`)" in found["js/one.js"]
    assert not re.search("What|why|this", found["js/one.js"] + found["css/one.css"])
    assert found["css/one.css"] == 'a{color:red}b::after{content:"/* no */"}'
    assert found["admin/js/two.js"] == other


def test_a_module_lies_in_one_file_and_has_one_name_however_it_is_imported(tmp_path: Path) -> None:
    found = served(
        tmp_path,
        {
            "js/every.js": 'import "./a.js";\n',
            "js/a.js": "export const a = 1;\n",
            "js/table.js": 'import { a } from "./a.js";\nimport { b as c } from "./b.js";\na(c);\n',
            "js/b.js": 'import { a } from "./a.js";\nexport function b() { return import("./late.js"); }\n',
            "js/late.js": 'import { a } from "./a.js";\nexport { a };\n',
        },
    )
    assert set(found) == {"js/every.js", "js/table.js", "js/late.js"}
    names = {*re.findall(r'"(\./every.*?)"', "".join(found.values()))}
    assert len(names) == 1
    assert re.fullmatch(r"\./every\.[0-9a-f]+\.js", names.pop())
    assert re.search(r'import\("\./late\.[0-9a-f]+\.js"\)', found["js/table.js"])


def test_styles_stand_where_they_are_imported(tmp_path: Path) -> None:
    found = served(
        tmp_path,
        {
            "css/all.css": '@import "one.css";\n@import "two.css";\n',
            "css/one.css": "a{top:0}",
            "css/two.css": "b{top:0}",
        },
    )
    assert found["css/all.css"] == "a{top:0}b{top:0}"


@pytest.mark.parametrize(
    ("sources", "said"),
    [
        (
            {"table": 'import { b } from "./b.js";\n', "b": 'import "./table.js";\nexport const b = 1;\n'},
            "circle",
        ),
        ({"table": "export default 1;\n"}, "cannot read"),
        ({"table": 'import * as b from "./b.js";\n', "b": ""}, "cannot read"),
        ({"table": "await 1;\n"}, "cannot read"),
        (
            {
                "table": 'import "./b.js";\n',
                "verify": 'import "./b.js";\n',
                "b": "",
            },
            "both import b.js",
        ),
    ],
)
def test_what_cannot_be_bundled_is_refused(sources: dict[str, str], said: str) -> None:
    with pytest.raises(bundling.CannotBundle, match=said):
        bundling.scripts(sources, ("every", "table", "verify"), ("every",))


def test_what_is_imported_has_run_before_and_once() -> None:
    found = bundling.scripts(
        {
            "table": 'import { a } from "./a.js";\nimport { b } from "./b.js";\n',
            "a": 'import { b } from "./b.js";\nexport const a = b;\n',
            "b": "export const b = 1;\n",
        },
        ("table",),
        (),
    )
    assert set(found) == {"table"}
    assert re.findall(r"^const (\$\w+) =", found["table"], re.MULTILINE) == ["$b", "$a", "$table"]


def test_ours_are_few() -> None:
    finder = FileSystemFinder()
    found = bundled({path: (storage, path) for path, storage in finder.list([])})
    scripts = {path for path in found if path.startswith("js/")}
    assert {"js/every.js", "js/sums.js", "js/numbers.js", "js/table.js", "js/verify.js"} <= scripts
    assert not scripts & {"js/line.js", "js/live.js", "js/throw.js", "js/merkle.js"}
