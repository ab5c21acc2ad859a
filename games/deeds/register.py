"""The register of achievements: what earns each, as a rule that reads one match, or as a title of an event.

They are for play worth seeing, and none for playing much. A rule is pure: it takes a seat's part of a match
that is over (`Seen`) and says whether it was earned there. Scoring of an achievement never changes; one whose
rule changes is a new one. Their words are in games.feats.words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from games.deeds import cards, races
from games.deeds.seen import Seen

Rule = Callable[[Seen], bool]
GIANT = 300.0
"""Points of rating that an opponent stands above the player."""
ACCURATE, DECISIONS = 99.0, 10
CROWD = 6
EVERY = ("cards", "ten_thousand", "pig")


@dataclass(frozen=True, slots=True)
class Feat:
    """`rules` has a rule for each family of games in which it can be earned; an empty one is a title."""

    key: str
    rules: Mapping[str, Rule]


def giant(seen: Seen) -> bool:
    """Beat somebody whose rating was much higher."""
    return seen.won and seen.above is not None and seen.above >= GIANT


def perfect_robot(seen: Seen) -> bool:
    """Beat the best robot for a rating."""
    return seen.won and seen.level == "perfect"


def accurate(seen: Seen) -> bool:
    """Hardly anything given away, as the review of the match has it."""
    return seen.accuracy is not None and seen.accuracy >= ACCURATE and seen.decisions >= DECISIONS


def crowd(seen: Seen) -> bool:
    """Won at a large table, played to its end."""
    return seen.won and seen.played_out and len(seen.places) >= CROWD


def _everywhere(rule: Rule) -> dict[str, Rule]:
    return dict.fromkeys(EVERY, rule)


_ALL: tuple[tuple[str, Mapping[str, Rule]], ...] = (
    ("solid-top", {"cards": cards.solid_top}),
    ("four-of-each", {"cards": cards.four_of_each}),
    ("no-zero", {"cards": cards.no_zero}),
    ("all-bonuses", {"cards": cards.all_bonuses}),
    ("at-once", {"cards": cards.alike_at_once}),
    ("straight-at-once", {"cards": cards.straight_at_once}),
    ("many-alike", {"cards": cards.many_alike}),
    ("high-card", {"cards": cards.high_card}),
    ("last-box", {"cards": cards.last_box}),
    ("one-point", {"cards": cards.by_one_point}),
    ("last-round", {"cards": cards.last_round, "ten_thousand": races.last_round}),
    (
        "far-behind",
        {"cards": cards.far_behind, "ten_thousand": races.far_behind, "pig": races.far_behind},
    ),
    ("large-sweep", {"ten_thousand": races.large_sweep}),
    ("six-alike", {"ten_thousand": races.six_alike}),
    ("no-bust", {"ten_thousand": races.no_bust}),
    ("picked-up", {"ten_thousand": races.picked_up}),
    ("fifty", {"pig": races.fifty}),
    ("no-one", {"pig": races.no_one}),
    ("quick-pig", {"pig": races.quick}),
    ("giant", _everywhere(giant)),
    ("perfect-robot", _everywhere(perfect_robot)),
    ("accurate", _everywhere(accurate)),
    ("crowd", _everywhere(crowd)),
    ("knock-out", {}),
    ("league", {}),
    ("arena", {}),
)
FEATS: dict[str, Feat] = {key: Feat(key, rules) for key, rules in _ALL}
"""Every achievement by its key, in the order in which pages show them."""
TITLES = tuple(feat.key for feat in FEATS.values() if not feat.rules)
"""Those that are won in an event as a whole, each named for the format."""


def earned(seen: Seen) -> Iterator[str]:
    """The keys of what the seat has earned in this match."""
    for feat in FEATS.values():
        rule = feat.rules.get(seen.rules.family)
        if rule is not None and rule(seen):
            yield feat.key
