"""What achievements are called, and what they are for, as players read it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Words:
    """The name, what it is given for, and the mark that is drawn for it (templates/_feat.html)."""

    name: Promise
    line: Promise
    mark: str


WORDS: dict[str, Words] = {
    "solid-top": Words(
        _("Solid top"),
        _("Every top box of one column filled with as many as the bonus asks for, or more."),
        "card",
    ),
    "four-of-each": Words(
        _("Four of each"), _("The top of one column worth four of every face, with five dice."), "card"
    ),
    "no-zero": Words(_("Not one zero"), _("A full card without a single zero."), "card"),
    "all-bonuses": Words(
        _("Bonus collector"), _("The top bonus in every column of a game with several."), "card"
    ),
    "at-once": Words(_("At once"), _("Five alike on the first roll of a turn, and scored."), "dice"),
    "straight-at-once": Words(
        _("Straight away"), _("A large straight on the first roll of a turn, and scored."), "dice"
    ),
    "many-alike": Words(
        _("All the same"),
        _("Five alike in three turns of one match, and in one more for each further column."),
        "dice",
    ),
    "high-card": Words(
        _("High card"), _("300 points in Boatzee, or 400 in Boatzee Extra, in one match."), "card"
    ),
    "last-box": Words(
        _("Kept for last"),
        _("All dice alike in the last turn, for the box that was left for it, and the match won."),
        "dice",
    ),
    "one-point": Words(_("By a hair"), _("A match won by a single point."), "flag"),
    "last-round": Words(
        _("The last word"), _("Behind when the last round began, and alone in front at the end."), "flag"
    ),
    "far-behind": Words(
        _("Never over"), _("Far behind in the middle of a match, and won all the same."), "flag"
    ),
    "large-sweep": Words(
        _("Swept and banked"), _("3,000 points banked in one turn of Dice 10000, with a sweep in it."), "dice"
    ),
    "six-alike": Words(_("Six alike"), _("A match of Dice 10000 won by six alike."), "dice"),
    "no-bust": Words(_("Sure hand"), _("A match of Dice 10000 won without a bust."), "flag"),
    "picked-up": Words(
        _("Finders keepers"), _("Dice of an opponent picked up, and 2,000 points banked with them."), "dice"
    ),
    "fifty": Words(_("Greedy pig"), _("50 points banked in one turn of Pig with one die."), "dice"),
    "no-one": Words(_("Clean pig"), _("A match of Pig won without rolling a 1."), "flag"),
    "quick-pig": Words(_("Quick pig"), _("A match of Pig won within three turns."), "flag"),
    "giant": Words(
        _("Giant slayer"), _("A rated match won against somebody rated 300 points higher."), "star"
    ),
    "perfect-robot": Words(
        _("Better than perfect"), _("A rated match won against the robot that plays perfectly."), "star"
    ),
    "accurate": Words(
        _("Steady eye"), _("An accuracy of 99 or more in the review of a match with ten decisions."), "star"
    ),
    "crowd": Words(_("First of many"), _("A match won at a table of six or more."), "flag"),
    "knock-out": Words(
        _("Last one standing"), _("A knock-out won in which four people or more played."), "cup"
    ),
    "league": Words(_("Top of the table"), _("A league won in which four people or more played."), "cup"),
    "arena": Words(_("Lord of the arena"), _("An arena won in which four people or more played."), "cup"),
}
"""By the keys of games.deeds.register.FEATS."""
