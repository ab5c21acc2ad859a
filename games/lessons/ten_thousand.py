"""The lessons of Dice 10000: one for each way to score."""

from __future__ import annotations

from games.lessons.base import Lesson, Step, _, bank, roll
from games.rules.base import Kind, Move

PICK_UP = Move(Kind.PICK_UP)
NOTHING = (2, 3, 4, 6, 2, 3)
"""Six dice with nothing that scores, in either way."""

DK = Lesson(
    slug="dk",
    code="DK",
    title=_("Dice 10000, step by step"),
    about=_("Coming onto the table, picking up what another left, and when to bank."),
    players=2,
    steps=(
        Step(
            say=_("You race a robot to 10,000 points, banked turn by turn. Roll all six dice."),
            do=roll(),
            dice=(3, 1, 4, 5, 4, 2),
            wrong=_("First the dice have to be rolled."),
            done=_("Only the 1 and the 5 score here: a 1 is 100, a 5 is 50."),
        ),
        Step(
            say=_(
                "Of every roll something that scores has to be set aside; the rest may be rolled again."
                " Set aside only"
                " the 1, and roll the other five."
            ),
            do=roll(1),
            dice=(4, 2, 4, 3, 4),
            instead={
                "set aside 5 roll": _(
                    "The 1 is worth twice as much. Set aside the 1, and leave the 5 to be rolled."
                ),
                "set aside 1 5 roll": _("That is 50 more, but one die less to roll. Keep five dice for now."),
            },
            wrong=_("Set aside the 1 alone, and roll on."),
            done=_("Three 4s: three alike are 100 times their face, so these are 400."),
        ),
        Step(
            say=_(
                "The turn stands at 100, and 400 come to it. But your first bank has to be 550 at least,"
                " all in one"
                " turn: there is no way but on. Set aside the 4s and roll the last two dice."
            ),
            do=roll(4, 4, 4),
            dice=(5, 2),
            wrong=_("Single 4s are worth nothing: the three belong together."),
            done=_("A 5 makes it 550, just what you need."),
        ),
        Step(
            say=_(
                "Now you may bank, and be on the table for the rest of the match. Set aside the 5 and bank"
                " 550."
            ),
            do=bank(5),
            replies=((roll(), NOTHING),),
            instead={
                "roll": _(
                    "One die scores only with a 1 or a 5. Four times in six all 550 would be lost. Bank"
                    " them first."
                )
            },
            wrong=_("Set aside the 5, and bank."),
            done=_(
                "You are on the table. The robot rolled nothing that scores: that is a bust, and your turn"
                " again."
            ),
        ),
        Step(
            say=_("From now on you may bank whatever you have. Roll."),
            do=roll(),
            dice=(1, 3, 1, 6, 5, 1),
            wrong=_("First the dice have to be rolled."),
            done=_("Three 1s are 1000, and the 5 is 50 more."),
        ),
        Step(
            say=_(
                "1,050 points, and two dice would be left. Two dice score nothing 4 times in 9, and then"
                " all of it is"
                " gone. Set aside all four and bank."
            ),
            do=bank(1, 1, 1, 5),
            replies=((roll(), (1, 4, 1, 2, 1, 3)), (bank(1, 1, 1), ())),
            instead={
                "bank": _("The 5 is worth 50 as well: set it aside, too, before you bank."),
                "roll": _("1,050 is a great deal to put at risk. Bank it this time."),
            },
            wrong=_("Set aside the three 1s and the 5, and bank."),
            done=_(
                "1,600 in all. Then the robot rolled three 1s, and banked 1,000 with three dice left on the"
                " table."
            ),
        ),
        Step(
            say=_(
                "Those three dice are yours to pick up: you begin with the robot’s 1,000 points, if the"
                " dice score. They"
                " do so 13 times in 18. The robot keeps its points either way. Pick them up."
            ),
            do=PICK_UP,
            dice=(2, 5, 6),
            instead={
                "roll": _(
                    "Six new dice begin at 0. With the three dice you begin at 1000, and mostly they score."
                )
            },
            wrong=_("Pick the three dice up."),
            done=_("The 5 scores: the turn stands at 1000, and 50 with it."),
        ),
        Step(
            say=_("Two dice would be left again. Set aside the 5 and bank 1,050."),
            do=bank(5),
            replies=((PICK_UP, (3, 4)),),
            instead={"roll": _("4 times in 9 two dice score nothing, and 1,050 would be lost. Bank them.")},
            wrong=_("Set aside the 5, and bank."),
            done=_("2,650 in all. The robot picked up your two dice in its turn, and went bust."),
        ),
        Step(
            say=_("After a bust there is nothing to pick up. Roll all six."),
            do=roll(),
            dice=(1, 5, 1, 5, 1, 5),
            wrong=_("First the dice have to be rolled."),
            done=_("Three 1s and three 5s: 1500, and every die scores."),
        ),
        Step(
            say=_(
                "When all six dice are set aside it is a sweep, and you may roll all six again and add to"
                " it. Six dice"
                " seldom come to nothing. Set all of them aside and roll on."
            ),
            do=roll(1, 1, 1, 5, 5, 5),
            dice=(6, 2, 1, 3, 1, 4),
            instead={
                "bank": _(
                    "1,500 are good to have. But six dice score nothing only about once in 43 rolls: roll"
                    " them."
                ),
                "roll": _("Set aside all six dice: only then you may roll all six again."),
            },
            wrong=_("Set aside all six dice, and roll on."),
            done=_("Two 1s are 200 more."),
        ),
        Step(
            say=_("1700, and four dice left. Set aside both 1s and bank."),
            do=bank(1, 1),
            replies=((roll(), NOTHING),),
            instead={
                "bank": _("Both 1s score: set both aside."),
                "roll": _("1,700 is plenty for one turn. Bank it."),
            },
            wrong=_("Set aside both 1s, and bank."),
            done=_("4,350 in all, after four turns."),
        ),
    ),
    end=_(
        "Roll on while many dice are left, bank while few are, and pick up what others leave behind when"
        " three dice or"
        " more lie there with many points."
    ),
)

DK_ALTERNATIVE = Lesson(
    slug="dk-alternative",
    code="DK",
    title=_("Dice 10000 with alternative scoring"),
    about=_("Small straights, full houses, and three pairs that may come together over several rolls."),
    options={"scoring": "alternative"},
    players=2,
    steps=(
        Step(
            say=_("Turns, banks and pick-ups are as always; but there are more sets that score. Roll."),
            do=roll(),
            dice=(4, 2, 6, 3, 5, 2),
            wrong=_("First the dice have to be rolled."),
            done=_("2 3 4 5 6 is a small straight: five in a row from one roll are 1,000 here."),
        ),
        Step(
            say=_(
                "In standard scoring only the 5 would count, for 50. Set aside the small straight and bank"
                " 1,000."
            ),
            do=bank(2, 3, 4, 5, 6),
            replies=((roll(), NOTHING),),
            instead={
                "roll": _(
                    "One die would be left, and it scores only with a 1 or a 5. Bank the small straight."
                ),
            },
            wrong=_("Set aside 2 3 4 5 6, and bank."),
            done=_("You are on the table. The robot went bust."),
        ),
        Step(
            say=_("Your next turn. Roll."),
            do=roll(),
            dice=(3, 6, 3, 2, 3, 6),
            wrong=_("First the dice have to be rolled."),
            done=_("Three 3s and two 6s in one roll: a full house."),
        ),
        Step(
            say=_("A full house is 750; the three 3s alone would be 300. Set aside all five and bank."),
            do=bank(3, 3, 3, 6, 6),
            replies=((roll(), NOTHING),),
            instead={
                "set aside 3 3 3 bank": _("300 that way. With the two 6s it is a full house, for 750."),
                "roll": _("750 are there to be banked. Take them."),
            },
            wrong=_("Set aside 3 3 3 6 6, and bank."),
            done=_("1,750 in all, and the robot went bust once more."),
        ),
        Step(
            say=_("Roll again, and watch for pairs."),
            do=roll(),
            dice=(1, 4, 1, 2, 3, 6),
            wrong=_("First the dice have to be rolled."),
            done=_("A pair of 1s: 200."),
        ),
        Step(
            say=_("Set aside both 1s and roll the other four."),
            do=roll(1, 1),
            dice=(5, 2, 5, 3),
            instead={
                "set aside 1 roll": _("Both 1s score, and they are a pair: set both aside."),
                "bank": _(
                    "200 could be banked. For this lesson roll on: four dice score more often than not."
                ),
            },
            wrong=_("Set aside both 1s, and roll on."),
            done=_("Now a pair of 5s: 100 more, and two pairs lie aside."),
        ),
        Step(
            say=_(
                "Three pairs of different faces are a boxcar, 750 points, and here they may come together"
                " over several"
                " rolls. Set aside both 5s and roll the last two dice: any pair of another face completes it."
            ),
            do=roll(5, 5),
            dice=(4, 4),
            instead={
                "set aside 5 roll": _("Both 5s are a pair: set both aside."),
                "bank": _(
                    "300 could be banked, and often that is wiser. For this lesson try for the third pair."
                ),
            },
            wrong=_("Set aside both 5s, and roll on."),
            done=_(
                "Two 4s score nothing by themselves. But 1 1, 5 5 and 4 4 are three pairs, so this is no"
                " bust: 750 take"
                " the place of the 300."
            ),
        ),
        Step(
            say=_("Set aside both 4s and bank 750. It is a sweep as well: you might roll all six."),
            do=bank(4, 4),
            replies=((roll(), NOTHING),),
            instead={
                "roll": _(
                    "Six dice seldom fail, so that is bold and not foolish. For this lesson bank the 750."
                )
            },
            wrong=_("Set aside both 4s, and bank."),
            done=_("2,500 in all."),
        ),
    ),
    end=_(
        "Look for five in a row, for three and two alike, and remember the pairs that lie aside: a third"
        " may be worth"
        " more than everything before it."
    ),
)
