"""The lesson of Boat."""

from __future__ import annotations

from types import MappingProxyType

from games.lessons.base import Lesson, Step, _, card, roll, score
from games.rules.cards.boat import BOAT

NEARLY = MappingProxyType(
    {
        "ones": 2,
        "threes": 6,
        "fours": 8,
        "fives": 10,
        "sixes": 12,
        "straight": 12,
        "low": 27,
        "high": 26,
        "boat": 35,
    }
)
"""A card before its last two turns: 38 stand in the top, with twos and chance open."""

BO = Lesson(
    slug="bo",
    code="BO",
    title=_("Boat, step by step"),
    about=_("Three dice, eleven boxes, and a bonus that two of each face bring."),
    steps=(
        Step(
            say=_("Three dice, up to three rolls, then one box: that is a turn. Roll."),
            do=roll(),
            dice=(5, 2, 5),
            wrong=_("First the dice have to be rolled."),
            done=_("Two 5s. Three alike would be a boat."),
        ),
        Step(
            say=_("Keep the two 5s and roll the third die."),
            do=roll(5, 5),
            dice=(5,),
            instead={"score": _("Two rolls are left, and they cost nothing. Keep the 5s first.")},
            wrong=_("Two 5s are the best you have. Keep both, and roll only the 2."),
            done=_("A boat!"),
            best=True,
        ),
        Step(
            say=_("As a boat, three alike score their sum and 20 more: here 35. Score it."),
            do=score("boat"),
            instead={
                "score fives": _("15 there, and it helps the bonus. But boats are rare: take the 35."),
                "score high": _("25 there, but any 14 does for that box. Take the boat, worth 35."),
                "roll": _("These dice are a boat already. Score them."),
            },
            wrong=_("These dice are worth 35 in one box. Find the boat."),
            done=_("35 points."),
            best=True,
        ),
        Step(
            say=_(
                "The next turn has begun. 7 or less scores the sum and 20 more, so it is best with just 7,"
                " and that is what lies here. Nobody says you have to roll three times."
            ),
            at=card(BOAT, {"boat": 35}, (1, 2, 4), 1),
            do=score("low"),
            instead={
                "roll": _("It could only get worse for this box: 27 is the most it can bring. Score it."),
            },
            wrong=_("These dice bring 27 in one box. Find 7 or less."),
            done=_("27, the most that box can hold."),
            best=True,
        ),
        Step(
            say=_(
                "Two 6s after the first roll. 14 or more would be yours, but another 6 is better still:"
                " keep them."
            ),
            at=card(BOAT, {"boat": 35, "low": 27}, (6, 3, 6), 1),
            do=roll(6, 6),
            dice=(4,),
            instead={"score": _("Two 6s stay 14 or more unless the third die shows a 1. Roll it first.")},
            wrong=_("Keep both 6s, and roll only the 3."),
            done=_("16 in all."),
            best=True,
        ),
        Step(
            say=_("One roll is left. Try for the third 6 once more: only a 1 would cost you 14 or more."),
            do=roll(6, 6),
            dice=(4,),
            instead={
                "score": _(
                    "A 5 or a 6 would bring more, and only a 1 far less. Roll the third die once more."
                )
            },
            wrong=_("Keep both 6s, and roll only the 4."),
            done=_("No luck, but 16 are still 14 or more."),
            best=True,
        ),
        Step(
            say=_("14 or more scores the sum and 10 more. Score it."),
            do=score("high"),
            instead={
                "score sixes": _(
                    "12 there, which is what the bonus asks of sixes. But here 26 are worth more."
                )
            },
            wrong=_("These dice bring 26 in one box. Find 14 or more."),
            done=_("26 points."),
            best=True,
        ),
        Step(
            say=_("Nothing came of these three rolls. Fill the box where it hurts least."),
            at=card(BOAT, {"boat": 35, "low": 27, "high": 26, "straight": 12}, (1, 6, 3), 3),
            do=score("ones"),
            instead={
                "score chance": _("10 now, but chance can bring more, and save you once when you need it.")
            },
            wrong=_("That box can bring more on another day. Ones never bring much."),
            done=_("One point is little, but even three of them are only 3."),
            best=True,
        ),
        Step(
            say=_(
                "The top bonus is 20 for 42 points in the top, which is two of each face. On this card 38"
                " stand"
                " there. What do the two 2s make of it?"
            ),
            at=card(BOAT, NEARLY, (2, 6, 2), 3),
            do=score("twos"),
            wrong=_("That leaves the top at 38, without the bonus. Add up 38 and two 2s."),
            done=_("38 and 4 are 42: the bonus of 20 is yours."),
            best=True,
        ),
    ),
    end=_(
        "Eleven turns, and every one counts: boats first when they come, two of each face for the bonus,"
        " and bad rolls"
        " where they cost little."
    ),
)
