"""The languages that the site is translated to, and how each counts. Pure."""

from __future__ import annotations

from dataclasses import dataclass

ONE_OR_MORE = "nplurals=2; plural=(n != 1);"


@dataclass(frozen=True, slots=True)
class Language:
    """A language by its code, what it is called by those who speak it, and its plural forms as gettext has
    them (https://www.gnu.org/software/gettext/manual/html_node/Plural-forms.html).
    """

    code: str
    name: str
    plurals: str = ONE_OR_MORE


SOURCE = Language("en-gb", "English")
"""The one that the sentences in the code are written in."""
PSEUDO = Language("en-xa", "[Ēñĝľïšħ ~~~]")
"""One that nobody speaks, for tests and development (pseudo.py): CLDR calls such ones so."""
TURNED = Language("en-xb", "[hsilgnE]")
"""Another, which is read from the right."""
TRANSLATED = {
    language.code: language
    for language in (
        Language("nl", "Nederlands"),
        Language("de", "Deutsch"),
        Language("fr", "Français", "nplurals=2; plural=(n > 1);"),
        Language("es", "Español"),
        Language("pt", "Português"),
        Language("it", "Italiano"),
        Language(
            "pl",
            "Polski",
            "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
        ),
        Language("he", "עברית", "nplurals=3; plural=(n == 1 ? 0 : n == 2 ? 1 : 2);"),
    )
}
"""Those that there are catalogues of, by their codes."""
OFFERED: tuple[str, ...] = ("nl", "de", "fr", "es", "pt", "it", "pl", "he")
"""Those of them that the site speaks: a catalogue that is not whole fails the check (checking.py)."""


def offered() -> list[Language]:
    """The languages of the site, the one of its source first."""
    return [SOURCE, *(TRANSLATED[code] for code in OFFERED)]
