"""The form of a page as a browser would send it back: the admin's are too long to write out."""

from __future__ import annotations

from html.parser import HTMLParser


class _Fields(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.inside = False
        self.found: dict[str, list[str]] = {}
        self.chosen: dict[str, str] = {}
        self.select = self.text = ""
        self.multiple = False

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        name, value = given.get("name") or "", given.get("value") or ""
        if tag == "form":
            self.inside = (given.get("id") or "").endswith("_form")
        elif not self.inside:
            return
        elif tag == "input" and name and given.get("type") not in {"file", "submit", "button"}:
            if given.get("type") not in {"checkbox", "radio"} or "checked" in given:
                self.found.setdefault(name, []).append(value or ("on" if "checked" in given else ""))
        elif tag == "textarea":
            self.text = name
            self.found[name] = [""]
        elif tag == "select":
            self.select, self.multiple = name, "multiple" in given
        elif tag == "option" and self.select:
            if "selected" in given:
                self.found.setdefault(self.select, []).append(value)
            elif not self.multiple:
                self.chosen.setdefault(self.select, value)

    def handle_data(self, data: str) -> None:
        if self.inside and self.text:
            self.found[self.text][0] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False
        elif tag == "textarea":
            self.text = ""
        elif tag == "select":
            self.select = ""


def fields(page: str) -> dict[str, list[str]]:
    """The values by name of the forms whose id ends in `_form`, without the token."""
    reader = _Fields()
    reader.feed(page)
    return {
        name: values
        for name, values in ({name: [value] for name, value in reader.chosen.items()} | reader.found).items()
        if name != "csrfmiddlewaretoken"
    }
