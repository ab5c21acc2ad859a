"""The lessons of the cards with several columns. How to roll is told in the lesson of Boatzee."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from games.lessons.base import Lesson, Step, _, card, roll, score
from games.rules.cards.boatzee import DICEGAME, DOUBLE_BOATZEE, TRIPLE_BOATZEE
from games.rules.cards.scorecard import Scorecard
from games.rules.cards.scorecard_turn import State

PLAYED = MappingProxyType(
    {
        "ones": 3,
        "twos": 6,
        "threes": 9,
        "fours": 12,
        "fives": 15,
        "sixes": 18,
        "three-of-a-kind": 22,
        "four-of-a-kind": 24,
        "full-house": 25,
        "small-straight": 30,
        "large-straight": 40,
        "boatzee": 0,
        "chance": 21,
    }
)
"""A column that is full, as its dice were worth."""
LAST = MappingProxyType(
    {
        **{box: points for box, points in PLAYED.items() if box not in {"ones", "twos", "chance"}},
        "fives": 20,
    }
)
"""A column with ones, twos and chance open, and 59 in its top as the dice were worth."""


def _column(rules: Scorecard, column: int, plain: Mapping[str, int]) -> dict[str, int]:
    """These points in a column, counted from 1, as the card shows them there."""
    weight = rules.shown_weight(column - 1)
    return {f"{box}-{column}": points * weight for box, points in plain.items()}


def _nearly(rules: Scorecard) -> State:
    """A card of which nothing is open but some boxes of its last column; the dice show two 2s."""
    filled: dict[str, int] = {}
    for column in range(1, rules.columns):
        filled |= _column(rules, column, PLAYED)
    return card(rules, filled | _column(rules, rules.columns, LAST), (2, 5, 2, 6, 4), 3)


def _first(done: str) -> tuple[Step, ...]:
    """A first turn up to its last roll: four 6s."""
    return (
        Step(
            say=_("A turn is as in Boatzee: up to three rolls, then one box of any column. Roll."),
            do=roll(),
            dice=(6, 2, 6, 3, 6),
            wrong=_("First the dice have to be rolled."),
            done=_("Three 6s at once."),
        ),
        Step(
            say=_("Keep the 6s and roll the other two."),
            do=roll(6, 6, 6),
            dice=(6, 1),
            instead={"score": _("Two rolls are left, and they cost nothing. Keep the 6s first.")},
            wrong=_("Three 6s are the best you have. Keep just them, and roll the others."),
            done=_("A fourth 6. One roll is left."),
        ),
        Step(
            say=_("Keep all four and roll the last die."),
            do=roll(6, 6, 6, 6),
            dice=(2,),
            instead={"score": _("The last roll is free: a fifth 6 would be a Boatzee.")},
            wrong=_("All four 6s belong together. Keep them, and roll only the 1."),
            done=done,
        ),
    )


def _bad(rules: Scorecard, filled: Mapping[str, int], why: str) -> Step:
    """A turn that came to nothing."""
    return Step(
        say=_("Nothing came of these three rolls. Choose the box, and the column, where it hurts least."),
        at=card(rules, filled, (1, 4, 1, 6, 3), 3),
        do=score("ones-1"),
        wrong=_(
            "That box can bring more on another day. Lose these dice as ones, in the column that counts"
            " least."
        ),
        done=why,
    )


BD = Lesson(
    slug="bd",
    code="BD",
    title=_("Double Boatzee, step by step"),
    about=_("Two columns: which of them takes the good dice, and which the bad."),
    steps=(
        *_first(_("Four 6s, and every box is there twice: the second column counts double.")),
        Step(
            say=_(
                "The card shows what would be written: 24 as sixes in column 1, 48 in column 2. Choose"
                " column 2."
            ),
            do=score("sixes-2"),
            instead={
                "score sixes-1": _("24 there, but the same dice are 48 in column 2."),
                "score four-of-a-kind-2": _(
                    "52 is more now. But four of a kind can come with any face, and the top bonus asks for"
                    " 6s."
                ),
            },
            wrong=_("That box gets less out of four 6s. Choose sixes in column 2."),
            done=_("48 points, and the column is 12 ahead for its top bonus: three 6s would have been 36."),
        ),
        _bad(
            DOUBLE_BOATZEE,
            {"sixes-2": 48},
            _(
                "2 points instead of 4, but column 2 keeps its box for better dice: that is how columns"
                " share the luck."
            ),
        ),
        Step(
            say=_(
                "A large straight: 40 points in column 1, 80 in column 2. Both are open, and this one can"
                " go where it"
                " counts more."
            ),
            at=card(DOUBLE_BOATZEE, {"sixes-2": 48, "ones-1": 2}, (3, 2, 4, 6, 5), 2),
            do=score("large-straight-2"),
            instead={
                "score large-straight-1": _("40 there. In column 2 the same dice are worth 80."),
                "roll": _("These dice cannot get any better. Score them."),
            },
            wrong=_("These dice are worth 80 in one box. Find the large straight of column 2."),
            done=_("80 points in one turn."),
        ),
        Step(
            say=_(
                "Near the end: 118 stand in the top of column 2. As everything there counts double, its"
                " bonus takes"
                " 126. What do two 2s make of it?"
            ),
            at=_nearly(DOUBLE_BOATZEE),
            do=score("twos-2"),
            instead={
                "score chance-2": _("38 points. But two 2s bring 8, and 35 more with them. Add up the top.")
            },
            wrong=_("That leaves the top at 118, without the bonus. Add 8 to it."),
            done=_(
                "118 and 8 are 126, and the bonus is yours. It is 35 in every column, and is not doubled."
            ),
        ),
    ),
    end=_(
        "Good dice go to column 2 and bad ones to column 1, and both columns have a top bonus of 35 to be"
        " earned."
    ),
)

BT = Lesson(
    slug="bt",
    code="BT",
    title=_("Triple Boatzee, step by step"),
    about=_("Three columns, counting once, twice and three times."),
    steps=(
        *_first(_("Four 6s, and every box is there three times: columns count once, twice and three times.")),
        Step(
            say=_("As sixes they are 24, 48 or 72 points, by their column. Choose column 3."),
            do=score("sixes-3"),
            instead={
                "score sixes-1": _("24 there, but the same dice are 72 in column 3."),
                "score sixes-2": _("48 there, but the same dice are 72 in column 3."),
                "score four-of-a-kind-3": _(
                    "78 is more now. But four of a kind can come with any face, and the top bonus asks for"
                    " 6s."
                ),
            },
            wrong=_("That box gets less out of four 6s. Choose sixes in column 3."),
            done=_("72 points, 18 more than three 6s would have been there."),
        ),
        _bad(
            TRIPLE_BOATZEE,
            {"sixes-3": 72},
            _("2 points instead of 6, but column 3 keeps its box for better dice."),
        ),
        Step(
            say=_("Five alike are 50, 100 or 150 points. Boatzees are rare: take the most."),
            at=card(TRIPLE_BOATZEE, {"sixes-3": 72, "ones-1": 2}, (4, 4, 4, 4, 4), 2),
            do=score("boatzee-3"),
            instead={
                "score boatzee-1": _("50 there. In column 3 the same dice are worth 150."),
                "score boatzee-2": _("100 there. In column 3 the same dice are worth 150."),
                "roll": _("These dice cannot get any better. Score them."),
            },
            wrong=_("These dice are worth 150 in one box. Find the Boatzee of column 3."),
            done=_("150 points in one turn."),
        ),
        Step(
            say=_(
                "Near the end: 177 stand in the top of column 3. As everything there counts three times,"
                " its bonus"
                " takes 189. What do two 2s make of it?"
            ),
            at=_nearly(TRIPLE_BOATZEE),
            do=score("twos-3"),
            instead={
                "score chance-3": _(
                    "57 points. Two 2s bring 12 and the bonus of 35, and chance stays open. Add up."
                )
            },
            wrong=_("That leaves the top at 177, without the bonus. Add 12 to it."),
            done=_("177 and 12 are 189, and the bonus is yours. It is 35 in every column, also in this one."),
        ),
    ),
    end=_(
        "Good dice go to column 3 and bad ones to column 1. The bonus is 35 wherever you earn it: column 1"
        " makes it"
        " weigh most."
    ),
)

DG = Lesson(
    slug="dg",
    code="DG",
    title=_("Dicegame, step by step"),
    about=_("Three columns again, but it is their totals that are multiplied, bonus and all."),
    steps=(
        *_first(_("Four 6s. The boxes show what the dice are worth: here only totals are multiplied.")),
        Step(
            say=_(
                "As sixes they are 24 in any column. But the total of column 3 counts three times, so"
                " there they come"
                " to 72. Choose column 3."
            ),
            do=score("sixes-3"),
            instead={
                "score sixes-1": _("The 24 look the same, but column 1 counts once. Choose column 3."),
                "score sixes-2": _("The 24 look the same, but column 2 counts twice. Choose column 3."),
                "score four-of-a-kind-3": _(
                    "26 is more now. But four of a kind can come with any face, and the top bonus asks for"
                    " 6s."
                ),
            },
            wrong=_("That box gets less out of four 6s. Choose sixes in column 3."),
            done=_("24 are written, and count 72."),
        ),
        _bad(
            DICEGAME,
            {"sixes-3": 24},
            _("2 points that count once: column 3 keeps its box for better dice."),
        ),
        Step(
            say=_(
                "A second large straight. One stands in column 2 already, as 40 that count 80. This one"
                " can still go to"
                " column 3: write it there."
            ),
            at=card(DICEGAME, {"sixes-3": 24, "ones-1": 2, "large-straight-2": 40}, (3, 2, 4, 6, 5), 2),
            do=score("large-straight-3"),
            instead={
                "score large-straight-1": _("40 that count once. In column 3 they count three times."),
                "roll": _("These dice cannot get any better. Score them."),
            },
            wrong=_("These dice are worth most as a large straight. Find it in column 3."),
            done=_("40 and 40 are written, and the two count 200 together: 80 and 120."),
        ),
        Step(
            say=_(
                "Near the end: 59 stand in the top of column 3, and every column takes 63 for its bonus."
                " What do two 2s"
                " make of it?"
            ),
            at=_nearly(DICEGAME),
            do=score("twos-3"),
            instead={
                "score chance-3": _("19 points. Two 2s bring 4, and 35 more with them. Add up the top.")
            },
            wrong=_("That leaves the top at 59, without the bonus. Add 4 to it."),
            done=_("59 and 4 are 63. In this game the bonus is multiplied, too: 35 in column 3 count 105."),
        ),
    ),
    end=_(
        "The column decides what dice count. A top bonus in column 3 is worth 105: it is the one to fight"
        " for."
    ),
)
