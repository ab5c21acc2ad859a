"""Catalogues: what is taken out of the code, what is wrong with a translation, and what the site reads."""

from __future__ import annotations

import gettext
import os
import shutil
from pathlib import Path

import polib
import pytest
from django.utils import translation
from django.utils.translation import trans_real

from boatzee_site.catalogues import checking, compiling, files, taking
from boatzee_site.catalogues.languages import OFFERED, ONE_OR_MORE, SOURCE, TRANSLATED, Language
from tests.mutants.__main__ import copy

POLISH = TRANSLATED["pl"].plurals


def catalogue(*entries: polib.POEntry, plurals: str = ONE_OR_MORE) -> polib.POFile:
    """A catalogue of these."""
    made = polib.POFile()
    made.metadata = {"Plural-Forms": plurals, "Content-Type": "text/plain; charset=UTF-8"}
    made.extend(entries)
    return made


def faults(source: str, said: str, *same: str) -> list[str]:
    """What is wrong with a translation of one sentence."""
    found = catalogue(polib.POEntry(msgid=source, msgstr=said))
    return list(checking.wrong(found, ONE_OR_MORE, same, whole=True))


def counted(said: list[str], plurals: str = ONE_OR_MORE, one: str = "One die") -> list[str]:
    """What is wrong with a translation that counts."""
    entry = polib.POEntry(msgid=one, msgid_plural="%(count)s dice", msgstr_plural=dict(enumerate(said)))
    return list(checking.wrong(catalogue(entry, plurals=plurals), plurals, (), whole=True))


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("%(name)s has won.", "%(name)s heeft gewonnen."),
        ("%(a)s to %(b)s", "%(b)s van %(a)s"),
        ("{count} dice", "{count} dobbelstenen"),
        ('See <a href="%(url)s">the rules</a>.', 'Zie <a href="%(url)s">de regels</a>.'),
        ("50 %% of them", "50 %% ervan"),
        ("\nA line.\n", "\nEen regel.\n"),
        ("Boatzee", "Boatzee"),
        ("%(count)s × %(points)s", "%(count)s × %(points)s"),
    ],
)
def test_it_lets_a_good_translation_be(source: str, said: str) -> None:
    assert faults(source, said, "Boatzee") == []


@pytest.mark.parametrize(
    ("source", "said", "what"),
    [
        ("%(name)s has won.", "%(naam)s heeft gewonnen.", "the value %(naam)s is too much"),
        ("%(name)s has won.", "Er is gewonnen.", "the value %(name)s is missing"),
        ("%(sum).1f points", "%(sum)s punten", "the value %(sum).1f is missing"),
        ("{count} dice", "{aantal} dobbelstenen", "the value {count} is missing"),
        ("50 %% of them", "50 % ervan", "the value %% is missing"),
        ("<b>Roll</b>", "<b>Werp</i>", "the tag </b> is missing"),
        ('<a href="/a">Go</a>', '<a href="https://elsewhere">Ga</a>', "the tag"),
        ("Roll", "<script>alert(1)</script>", "the tag <script> is too much"),
        ("\nA line.\n", "Een regel.\n", "it does not begin with the same"),
        ("in ", "in de", "it does not end with the same"),
        ("Roll the dice", "Roll the dice", "it is the same as in English"),
        ("Roll the dice", "", "is not translated"),
    ],
)
def test_it_says_what_is_wrong(source: str, said: str, what: str) -> None:
    assert any(what in fault for fault in faults(source, said))


def test_a_form_that_is_said_of_one_number_need_not_name_it() -> None:
    assert counted(["Eén dobbelsteen", "%(count)s dobbelstenen"]) == []


def test_a_form_that_is_said_of_one_number_tells_all_else() -> None:
    said, hebrew = (
        ["%(name)s: קובייה אחת", "%(name)s: שתי קוביות", "%(name)s: %(count)s קוביות"],
        TRANSLATED["he"].plurals,
    )
    entry = polib.POEntry(
        msgid="%(name)s: %(count)s die",
        msgid_plural="%(name)s: %(count)s dice",
        msgstr_plural=dict(enumerate(said)),
    )
    assert list(checking.wrong(catalogue(entry, plurals=hebrew), hebrew, (), whole=True)) == []
    entry.msgstr_plural[1] = "שתי קוביות"
    assert any(
        "is missing" in one
        for one in checking.wrong(catalogue(entry, plurals=hebrew), hebrew, (), whole=True)
    )


def test_a_form_that_is_said_of_many_numbers_names_it() -> None:
    assert "%(count)s is missing" in counted(["Eén", "Veel dobbelstenen"])[0]
    french = TRANSLATED["fr"].plurals  # 0 and 1 alike
    assert "%(count)s is missing" in counted(["Un dé", "%(count)s dés"], french)[0]
    assert counted(["%(count)s dé", "%(count)s dés"], french) == []


def test_every_plural_form_is_there() -> None:
    assert counted(["Jedna kość", "%(count)s kości", "%(count)s kości"], POLISH) == []
    assert any("2 plural forms, and not 3" in one for one in counted(["Jedna", "%(count)s kości"], POLISH))


def test_the_header_says_how_the_language_counts() -> None:
    assert list(checking.wrong(catalogue(), POLISH, (), whole=True))


def test_it_reads_what_is_the_same_from_a_file(tmp_path: Path) -> None:
    folder = tmp_path / "nl"
    folder.mkdir()
    (folder / "same.txt").write_text("# names\nBoatzee\n#1\nTwo\\nlines\n\n")
    assert files.same("nl", tmp_path) == {"Boatzee", "#1", "Two\nlines"}
    assert files.same("de", tmp_path) == set()


def said(file: Path) -> str:
    """How “Roll” is said by what was compiled of a catalogue."""
    return polib.mofile(str(file.with_suffix(".mo")))[0].msgstr


def test_it_compiles_what_is_not_current(tmp_path: Path) -> None:
    file = files.path("nl", "django", tmp_path)
    file.parent.mkdir(parents=True)
    catalogue(polib.POEntry(msgid="Roll", msgstr="Werp")).save(str(file))
    assert compiling.compile_all(tmp_path) == 2
    assert compiling.compile_all(tmp_path) == 0
    assert said(file) == "Werp"
    assert said(files.path(compiling.ENGLISH, "django", tmp_path)) == "Roll"
    later = file.stat().st_mtime_ns + 10**9
    catalogue(polib.POEntry(msgid="Roll", msgstr="Gooi")).save(str(file))
    os.utime(file, ns=(later, later))
    assert compiling.compile_all(tmp_path) == 2
    assert said(file) == "Gooi"
    assert sorted(one.suffix for one in file.parent.iterdir()) == [".mo", ".po"]


def test_what_the_site_reads_is_what_was_translated() -> None:
    for _language, _domain, file in files.existing():
        assert file.with_suffix(".mo").read_bytes() == files.read(file).to_binary(), file


class Nobody(gettext.NullTranslations):
    """Where a sentence would be looked for that no catalogue of its language has."""

    def gettext(self, message: str) -> str:
        """Raises."""
        pytest.fail(f"“{message}” is looked for any further.")

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Likewise."""
        self.gettext(msgid1)
        return msgid2


def counting(one: polib.POEntry, count: int) -> str:
    """A sentence that counts, for this number."""
    if one.msgctxt:
        return translation.npgettext(one.msgctxt, one.msgid, one.msgid_plural, count)
    return translation.ngettext(one.msgid, one.msgid_plural, count)


def test_english_says_each_sentence_as_it_is_and_looks_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    with translation.override(SOURCE.code):
        monkeypatch.setattr(trans_real.catalog(), "_fallback", Nobody())
        with pytest.raises(pytest.fail.Exception):
            translation.gettext("Nobody says this on our site.")
        for one in files.read(files.path(OFFERED[0], "django")):
            if one.msgid_plural:
                for count, meant in ((1, one.msgid), (2, one.msgid_plural), (0, one.msgid_plural)):
                    assert counting(one, count) == meant
            elif one.msgctxt:
                assert translation.pgettext(one.msgctxt, one.msgid) == one.msgid
            else:
                assert translation.gettext(one.msgid) == one.msgid


def test_what_is_django_s_own_is_said_as_before() -> None:
    with translation.override(SOURCE.code):
        assert translation.gettext("This field is required.") == "This field is required."
    with translation.override("nl"):
        assert translation.gettext("This field is required.") == "Dit veld is verplicht."


def test_what_is_tidied_is_the_same_each_time_and_holds_no_guesses(tmp_path: Path) -> None:
    file = tmp_path / "django.po"
    guess = polib.POEntry(msgid="New", msgstr="Oud", flags=["fuzzy"], previous_msgid="Old")
    gone = polib.POEntry(msgid="Gone", msgstr="Weg", obsolete=True)
    dice = polib.POEntry(msgid="A", msgid_plural="B", msgstr_plural={0: "x", 1: "y"})
    made = catalogue(guess, gone, dice)
    made.metadata["POT-Creation-Date"] = "yesterday"
    made.save(str(file))
    taking.tidy(file, TRANSLATED["pl"])
    first = file.read_bytes()
    assert b"POT-Creation-Date" not in first
    assert b"Gone" not in first
    assert b"Oud" not in first
    assert [one.msgstr_plural for one in files.read(file) if one.msgid == "A"] == [{0: "x", 1: "y", 2: ""}]
    assert files.read(file).metadata["Plural-Forms"] == POLISH
    taking.tidy(file, TRANSLATED["pl"])
    assert file.read_bytes() == first


@pytest.mark.parametrize("code", OFFERED)
def test_a_language_that_is_offered_is_whole(code: str) -> None:
    for domain in files.DOMAINS:
        found = files.read(files.path(code, domain))
        language: Language = TRANSLATED[code]
        assert list(checking.wrong(found, language.plurals, files.same(code), whole=True)) == []


@pytest.mark.parametrize("code", OFFERED)
def test_what_an_editor_adds_is_tidied_away(code: str, tmp_path: Path) -> None:
    """Weblate and Poedit break lines, and sign what they write."""
    file = tmp_path / "django.po"
    before = files.path(code, "django").read_bytes()
    file.write_bytes(before)
    edited = polib.pofile(str(file), wrapwidth=77)
    edited.metadata |= {"PO-Revision-Date": "2026-11-27 09:00+0000", "X-Generator": "Weblate 5.14"}
    edited.metadata |= {"Last-Translator": "Somebody <somebody@example.org>", "Language-Team": "Some"}
    edited.save(str(file))
    assert file.read_bytes() != before
    taking.tidy(file, TRANSLATED[code])
    assert file.read_bytes() == before


def test_what_is_offered_has_every_sentence_of_the_code(tmp_path: Path) -> None:
    if not shutil.which("xgettext"):
        if os.environ.get("REQUIRE_BROWSER") == "1":
            pytest.fail("There is no GNU gettext.")
        pytest.skip("There is no GNU gettext.")
    for code in OFFERED:
        shutil.copytree(files.FOLDER / code, tmp_path / code)
    tree = tmp_path / "tree"  # others look at what lies in the checkout meanwhile
    copy(tree)
    taking.take(OFFERED or ["nl"], tmp_path, tree)
    for code in OFFERED:
        for domain in files.DOMAINS:
            mine, now = files.path(code, domain), files.path(code, domain, tmp_path)
            assert mine.read_text() == now.read_text(), "Run `make messages`, and translate what is new."
    taken = files.read(files.path((*OFFERED, "nl")[0], "django", tmp_path))
    assert taken.find("Try now"), "templates are read"
    assert taken.find("Administrators keep a password. Take their rights first."), "and so is Python"


def test_the_source_is_no_translation() -> None:
    assert SOURCE.code not in TRANSLATED
    assert set(OFFERED) <= set(TRANSLATED)
