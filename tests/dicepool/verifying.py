"""Both verifiers, the script and the browser's module, asked about files."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from playwright._impl._driver import compute_driver_executable

SCRIPT = Path(settings.BASE_DIR) / "static" / "verify_roll.py"
MODULE = Path(settings.BASE_DIR) / "static" / "js" / "verify.js"
PYTHON = runpy.run_path(str(SCRIPT))

Bundle = dict[str, Any]
Trial = list[tuple[str, str, bool]]
"""Files: a name, a text, and whether it was kept."""


def by_script(folder: Path, *contents: Bundle | str) -> tuple[int, str]:
    """The script's status and what it printed, for files of these contents."""
    names = []
    for number, content in enumerate(contents):
        file = folder / f"file-{number}"
        file.write_text(content if isinstance(content, str) else json.dumps(content))
        names.append(str(file))
    command = [sys.executable, "-I", "-S", "-X", "utf8", str(SCRIPT), *names]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.returncode, done.stdout


def by_browser(*trials: Trial) -> list[list[str] | str]:
    """What the module says to each, lines or what is wrong; to files that cannot be read, `unreadable`."""
    run = f"""
        const {{ check, Wrong }} = await import({json.dumps(MODULE.as_uri())});
        const chunks = [];
        for await (const chunk of process.stdin) chunks.push(chunk);
        const answers = [];
        for (const files of JSON.parse(Buffer.concat(chunks).toString())) {{
          try {{
            answers.push((await check(files)).map((said) => said.join(" ")));
          }} catch (error) {{
            answers.push(error instanceof Wrong ? error.message : "unreadable");
          }}
        }}
        console.log(JSON.stringify(answers));
    """
    given = [[{"name": name, "text": text, "kept": kept} for name, text, kept in files] for files in trials]
    answers: list[list[str] | str] = by_node(run, json.dumps(given))
    return answers


def by_node(run: str, given: str = "") -> Any:
    """What a module prints, as JSON, when it is given this on its standard input."""
    command = [compute_driver_executable()[0], "--no-warnings", "--input-type=module", "-e", run]
    return json.loads(subprocess.run(command, input=given, capture_output=True, text=True, check=True).stdout)


def by_python(files: Trial) -> list[str] | str:
    """What the script says to files of these names, without a process of its own."""
    try:
        return [" ".join(said) for said in PYTHON["check"](files)]
    except PYTHON["Wrong"] as wrong:
        return str(wrong)
    except (ValueError, LookupError, TypeError, AttributeError):
        return "unreadable"
