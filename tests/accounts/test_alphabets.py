"""What a name may be written in, and which look alike: the cases that UTS 39 and UAX 31 name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts import alphabets
from accounts.models.user import SKELETON_LENGTH


def may_be_a_name(text: str) -> bool:
    name = alphabets.tidy(text)
    return alphabets.known(name) and alphabets.one_hand(name)


@pytest.mark.parametrize(
    "name",
    [
        *("alice", "A-1_x", "Zoë", "Łukasz", "straße", "Иван", "Ελένη", "李明华", "たろうさん", "太郎_kun"),
        *(
            "김철수",
            "İsmail",
            "محمد",
            "بازیکن۱۲",
            "דוד-לוי",
            "नमस्ते",
            "ไทยแลนด์",
            "ქართული",
            "አማርኛ",
            "ab玩かナ",
            "ｂｏｂ",
        ),
        *("Հայաստան", "বাংলা", "தமிழ்", "ខ្មែរ", "Nguyễn", "1000"),
    ],
)
def test_names_of_all_scripts_are_names(name: str) -> None:
    assert may_be_a_name(name)


@pytest.mark.parametrize(
    "name",
    [
        *("", "-abc", "_abc", "a b", "a.b", "a'b", "a\nb", "a@b", "🎲🎲🎲", "a\x00b", "́abc"),
        "ab\u200dc",  # joins what stands beside it, unseen
        "ab\u200b",  # no width
        "ab\u00ad",  # a hyphen that hides
        "a\u202eb",  # turns what follows
        "a\u2067b",
        "a\ufe0fb",
        "a\u034fb",
        "\u3164\u3164\u3164",  # fills a place, unseen
        "аlice",  # Cyrillic and Latin
        "αlice",  # Greek and Latin
        "Ивαн",
        "カנה",
        "玩家И",
        "ㄅㄆか",  # Bopomofo and Hiragana
        "12١٢",  # digits of two kinds
        "a\u0301\u0301b",
        "ali\u0307ce",  # a dot where one is
        "i\u0323\u0307li",
        "і\u0307ван",
        "ı\u0307li",
        "j\u0307an",
        "a-\u0301b",  # unseen on what it stands on
        "a_\u0301b",
        "al\u0335ice",  # a stroke through a letter
        "al\u0338ice",
        "a" + "\u0323\u0301\u0302\u0303\u0304",  # a tower
        "\U00010400\U00010401\U00010402",  # Deseret, which nobody writes any more
    ],
)
def test_signs_what_is_unseen_and_mixed_scripts_are_none(name: str) -> None:
    assert not may_be_a_name(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("alice", "a1ice"),
        ("alice", "aIice"),
        ("alice", "ALICE"[0] + "lice"),
        ("paypal", "раура1"),
        ("cope", "СОРЕ"),
        ("bob", "b0b"),
        ("modern", "modem"),
        ("Zoë", "Zoe\u0308"),
        ("bob", "ｂｏｂ"),
        ("strasse", "straße"),
        ("ロロロ", "口口口"),
        ("emma", "ЕММА"),
        ("tom", "ТОМ"),
        ("tim", "ТІМ"),
        ("mike", "ΜΙΚΕ"),
        ("alice", "AL1CE"),
        ("alice", "A1ICE"),
        ("modern", "MODEM"),
        ("ismail", "ısmaıl"),
        ("nik", "νικ"),
        ("Σίσυφος", "ΣΊΣΥΦΟΣ"),
    ],
)
def test_what_looks_alike_is_alike(one: str, other: str) -> None:
    assert alphabets.skeleton(one) == alphabets.skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("alice", "alise"), ("Zoë", "Zoe"), ("Łukasz", "Lukasz"), ("bob-1", "bob-2"), ("Ivan", "Inan")),
        *(("uta", "yta"), ("Иван", "Инан"), ("νίκος", "υίκος"), ("İsmail", "Ismail"), ("Tom", "Тим")),
    ],
)
def test_what_can_be_told_apart_is_not(one: str, other: str) -> None:
    assert alphabets.skeleton(one) != alphabets.skeleton(other)


@given(st.text(max_size=20))
def test_of_any_text_it_is_told(text: str) -> None:
    name = alphabets.tidy(text)
    assert alphabets.tidy(name) == name
    looks = alphabets.skeleton(text)
    assert looks == alphabets.skeleton(name)
    if alphabets.known(name):
        alphabets.one_hand(name)
        assert alphabets.skeleton(name.upper().lower()) or not name
        assert len(looks) <= SKELETON_LENGTH


def _letters() -> list[str]:
    spans, _alike = alphabets._data()
    return [chr(code) for first, last, _ways in spans for code in range(ord(first), ord(last) + 1)]


@given(st.text(st.sampled_from([*_letters(), *"-_"]), min_size=3, max_size=20).map(alphabets.tidy))
def test_what_a_name_looks_like_is_the_same_in_every_case_and_looks_like_itself(name: str) -> None:
    looks = alphabets.skeleton(name)
    for other in (looks, name.upper(), name.lower(), name.casefold(), name.title(), name.swapcase()):
        assert alphabets.skeleton(other) == looks, other


def test_so_does_each_letter() -> None:
    cased = [one for one in _letters() if one.upper() != one or one.lower() != one or ord(one) < 0x3000]
    for letter in cased:
        looks = alphabets.skeleton(letter)
        assert {alphabets.skeleton(other) for other in (looks, letter.upper(), letter.lower())} == {looks}


def test_of_letters_and_digits_of_latin_few_look_alike() -> None:
    plain = "abcdefghijklmnopqrstuvwxyz0123456789"
    alike = {
        one
        for one in plain
        if [alphabets.skeleton(other) for other in plain].count(alphabets.skeleton(one)) > 1
    }
    assert alike == set("i1lo0")


def test_a_name_is_taken_for_what_its_small_letters_look_like_as_well() -> None:
    assert alphabets.skeleton("νιρ") != alphabets.skeleton("vip")
    assert alphabets.skeleton("vip") in alphabets.looks("νιρ")


def test_the_longest_skeleton_has_room() -> None:
    assert 20 * max(len(alphabets.skeleton(letter)) for letter in _letters()) <= SKELETON_LENGTH


@pytest.mark.parametrize(
    ("text", "turns"), [("alice", False), ("דוד", True), ("محمد", True), ("李明", False)]
)
def test_what_is_written_from_the_right_is_known(text: str, turns: bool) -> None:
    assert alphabets.turns(text) is turns


def test_names_are_sorted_by_their_letters_and_then_by_their_accents() -> None:
    names = ["Zoe", "élan", "Elan", "zoë", "Étoile", "ezra", "bob", "Ärzte", "Игорь", "Жанна"]
    found = sorted(names, key=alphabets.in_order)
    assert found == ["Ärzte", "bob", "Elan", "élan", "Étoile", "ezra", "Zoe", "zoë", "Жанна", "Игорь"]
