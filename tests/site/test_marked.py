"""Whatever a person can see is marked for translation: in templates, in Python and in scripts.

`make messages` finds what is marked; this finds what is not. What is stored, typed or read by programs is no
sentence, and stays as it is.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from boatzee_site.local import ROOT

APPS = ("accounts", "boatzee_site", "dicepool", "games", "ladders")
UNSEEN = ("templates/components", "templates/allauth/elements/button.html")
"""The gallery of what the site is drawn with, shown with DEBUG alone; and a tag whose name is reckoned."""
NO_WORDS = {"Boatzee", "UTC", "Discord", "Slack"}
GONE = re.compile(
    r"{#.*?#}|<!--.*?-->|{%\s*comment\b.*?{%\s*endcomment\s*%}"
    r"|{%\s*block main_class\s*%}.*?{%\s*endblock main_class\s*%}"
    r"|{%\s*(blocktranslate|blocktrans)\b.*?{%\s*end\1\s*%}",
    re.DOTALL,
)
LOGIC = re.compile(r"{%.*?%}|{{.*?}}", re.DOTALL)
SILENT = re.compile(r"<(script|style|pre|code|kbd)\b[^>]*>.*?</\1>", re.DOTALL)
TAG = re.compile(r"<[^>]*>", re.DOTALL)
LABEL = re.compile(r"\s(?:aria-label|title|placeholder|alt|aria-valuetext)=\"([^\"]*)\"")
BUTTON = re.compile(r"<input\b[^>]*type=\"submit\"[^>]*\svalue=\"([^\"]*)\"")
GIVEN = re.compile(r"{%\s*(?:include|inline|kept)\b[^%]*?\b(?:caption|what|legend|title)=(\"[^\"]*\")")
LETTERS = re.compile(r"[^\W\d_]{2,}")
ENTITY = re.compile(r"&#?\w+;")
SAYING = {
    "_",
    "gettext",
    "gettext_lazy",
    "gettext_noop",
    "ngettext",
    "pgettext",
    "pgettext_noop",
    "lazy",
    "_t",
}
SHOWN = {
    *(
        "AlreadyAnswered",
        "BadAct",
        "BadAnswer",
        "BadDecision",
        "BadField",
        "BadOptions",
        "BadRecord",
        "BadWords",
    ),
    *("IllegalMove", "KeptApart", "MayNotEnter", "NoAppeal", "NotForYou", "NotNow", "NotSeated", "NoWish"),
    *("PlayerGone", "SeekGone", "TooMany", "TooManyMatches", "TooManyRelations", "TooManyReports"),
    "ValidationError",
}
"""What is raised with a sentence for whoever asked."""
BY_NAME = {"label", "empty_label", "blank_label", "violation_error_message"}
IN_SCRIPT = re.compile(r"(?:textContent = |\"aria-label\", |\? |: )([\"`][A-Z][a-z]+(?: [^\"`]*)?[\"`])")


def wordy(text: str) -> bool:
    """Whether there is a word in it that is not the same in every language."""
    return bool(set(LETTERS.findall(ENTITY.sub(" ", text))) - NO_WORDS)


def unmarked(source: str) -> Iterator[str]:
    """What a template says without marking it."""
    left = GONE.sub("\n", source)
    yield from GIVEN.findall(left)
    plain = SILENT.sub(" ", LOGIC.sub("\n", left))
    yield from filter(wordy, LABEL.findall(plain) + BUTTON.findall(plain))
    said = TAG.sub("\n", plain)
    for name in NO_WORDS:
        said = said.replace(name, " ")
    yield from (line.strip() for line in said.split("\n") if wordy(line))


def sentence(node: ast.expr) -> str:
    """The text of a literal, with holes for the values of an f-string; of anything else nothing."""
    if isinstance(node, ast.IfExp):
        return sentence(node.body) or sentence(node.orelse)
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def named(node: ast.expr) -> str:
    """What is called, without where it comes from."""
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def told(call: ast.Call) -> Iterator[ast.expr]:
    """What of a call is shown to somebody."""
    name = named(call.func)
    if name in SHOWN and call.args:
        yield call.args[0]
    if name == "add_error" and len(call.args) > 1:
        yield call.args[1]
    if isinstance(call.func, ast.Attribute) and named(call.func.value) == "messages" and len(call.args) > 1:
        yield call.args[1]
    for given in call.keywords:
        if given.arg in BY_NAME or (given.arg == "description" and name in {"action", "display"}):
            yield given.value


def in_module(source: str) -> Iterator[str]:
    """What a module shows without marking it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            yield from (found for found in map(sentence, told(node)) if " " in found.strip() and wordy(found))
        elif isinstance(node, ast.ClassDef) and any(named(base) == "TextChoices" for base in node.bases):
            for line in node.body:
                if isinstance(line, ast.Assign) and isinstance(line.value, ast.Tuple):
                    yield from filter(wordy, [sentence(line.value.elts[-1])])


def modules() -> Iterator[Path]:
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            if not {"migrations", "management", "api"} & set(path.parts):
                yield path


def test_what_is_looked_for_is_found() -> None:
    assert list(unmarked('<p title="a word">{{ x }} says</p>')) == ["a word", "says"]
    assert list(unmarked('<p title="{% translate "a word" %}"><code>x y</code> · &nbsp;</p>')) == []
    assert (
        list(unmarked("{% blocktranslate count n=n %}One word{% plural %}Words{% endblocktranslate %}")) == []
    )
    assert list(unmarked('{% include "a.html" with caption="Boxes" %}')) == ['"Boxes"']
    assert list(in_module('raise BadOptions(f"Not {x} now.")')) == ["Not {} now."]
    assert list(in_module('raise BadOptions(_("Not now."))')) == []
    assert list(in_module('class Way(models.TextChoices):\n    ONE = "one", "the one"')) == ["the one"]
    assert IN_SCRIPT.findall('said.textContent = "Not now.";') == ['"Not now."']


def test_every_sentence_of_a_template_is_marked() -> None:
    paths = [path for path in sorted((ROOT / "templates").rglob("*")) if path.suffix in {".html", ".txt"}]
    assert len(paths) > 300
    assert [
        f"{path.relative_to(ROOT)}: {found}"
        for path in paths
        if not str(path.relative_to(ROOT)).startswith(UNSEEN)
        for found in unmarked(path.read_text())
    ] == []


def test_every_sentence_of_python_that_is_shown_is_marked() -> None:
    assert [
        f"{path.relative_to(ROOT)}: {found}" for path in modules() for found in in_module(path.read_text())
    ] == []


def test_every_sentence_of_a_script_is_marked() -> None:
    assert [
        f"{path.name}: {found}"
        for path in sorted((ROOT / "static" / "js").glob("*.js"))
        for found in IN_SCRIPT.findall(path.read_text())
    ] == []
