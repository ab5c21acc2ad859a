"""The robots that can be chosen: six levels in plain words, and how strong each is at each game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.figures import figure
from games.rules import RULES
from games.tables import table_of
from games.tables.robots import FORMER, Level
from games.tables.strengths import STRENGTHS, Strength

USUAL = Level.CASUAL
"""Who is played where nobody was chosen: whoever knows the game may well win."""


@dataclass(frozen=True, slots=True)
class Words:
    """A level as players read it: what it is called, and how it plays in one sentence."""

    name: Promise
    line: Promise


ROBOTS: dict[Level, Words] = {
    Level.BEGINNER: Words(
        gettext_lazy("Beginner"),
        gettext_lazy("It knows the rules, takes what looks good at once, and gives much away."),
    ),
    Level.CASUAL: Words(
        gettext_lazy("Casual"),
        gettext_lazy("It plays with some sense, and errs in almost every turn."),
    ),
    Level.STEADY: Words(
        gettext_lazy("Steady"),
        gettext_lazy("A sound player: many small errors, few large ones."),
    ),
    Level.SKILLED: Words(
        gettext_lazy("Skilled"),
        gettext_lazy("It knows what counts; its errors cost little."),
    ),
    Level.EXPERT: Words(
        gettext_lazy("Expert"),
        gettext_lazy("It errs only where moves are nearly as good as each other."),
    ),
    Level.PERFECT: Words(
        gettext_lazy("Perfect"),
        gettext_lazy("It always makes the best move that we can work out."),
    ),
}


@dataclass(frozen=True, slots=True)
class RobotChoice:
    """One robot to choose: its button, its words, and by the code of each game what it makes there."""

    radio: forms.boundfield.BoundWidget
    words: Words
    about: dict[str, str]


class LevelField(forms.ChoiceField):
    """One of the levels; the words of earlier releases, from pages that are still open, are known, too."""

    def to_python(self, value: Any) -> str:
        """The level as it is called now."""
        word: str = super().to_python(value)
        return FORMER.get(word, word)


@dataclass(frozen=True, slots=True)
class Graded:
    """A level at one game, as pages show it. `wins` is of 100 matches against the level below."""

    level: Level
    words: Words
    mean: str
    spread: str
    wins: str


def makes(code: str, level: Level) -> str:
    """What a robot makes at a game, in one sentence."""
    strength = STRENGTHS[code][level]
    if not table_of(RULES[code]).banks:
        return _("It makes %(points)s points a card on average.") % {"points": _shown(strength.mean, 0)}
    if level is Level.PERFECT:
        return _("We know nobody who wins more often.")
    return _("It wins %(wins)s of 100 matches against the perfect robot.") % {
        "wins": _shown(100 * strength.best, 0)
    }


def weakest_to_strongest(code: str) -> str:
    """How far apart the robots are at a game, in one sentence."""
    weakest, strongest = (STRENGTHS[code][level] for level in (Level.BEGINNER, Level.PERFECT))
    if table_of(RULES[code]).banks:
        return _("The weakest wins %(wins)s of 100 matches against the perfect robot.") % {
            "wins": _shown(100 * weakest.best, 0)
        }
    return _("The weakest makes %(least)s points a card on average, the strongest %(most)s.") % {
        "least": _shown(weakest.mean, 0),
        "most": _shown(strongest.mean, 0),
    }


def about(code: str, level: Level) -> str:
    """The same in few words, to stand beside a name."""
    strength = STRENGTHS[code][level]
    if not table_of(RULES[code]).banks:
        return _("about %(points)s points a card") % {"points": _shown(strength.mean, 0)}
    if level is Level.PERFECT:
        return _("the best of all")
    return _("beats the best in %(wins)s of 100") % {"wins": _shown(100 * strength.best, 0)}


def graded(code: str) -> Sequence[Graded]:
    """Every level at a game, from the lowest on."""
    return [
        Graded(
            level,
            ROBOTS[level],
            shown_mean(code, strength),
            _shown(strength.spread, _places(code)),
            _shown(100 * strength.wins, 1) if strength.wins else "",
        )
        for level, strength in STRENGTHS[code].items()
    ]


def shown_mean(code: str, strength: Strength) -> str:
    """The points that a level makes on the mean, no finer than they were measured."""
    return _shown(strength.mean, _places(code))


def _shown(number: float, places: int) -> str:
    return figure(number, places)


def _places(code: str) -> int:
    """How many decimals of its points are shown: where few are made, one."""
    return int(STRENGTHS[code][Level.PERFECT].mean < 300)
