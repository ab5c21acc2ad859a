"""The lesson of Pig."""

from __future__ import annotations

from games.lessons.base import YOU, Act, Lesson, Step, _, bank, roll
from games.rules.base import Kind
from games.rules.pig.turn import State

ON = _("Only one roll in six is a 1, and the turn has little to lose yet. Roll on.")

PG = Lesson(
    slug="pg",
    code="PG",
    title=_("Pig, step by step"),
    about=_("One die, and one question: roll again, or bank?"),
    players=2,
    steps=(
        Step(
            say=_("You race a robot to 100 points. Roll the die as often as you dare. Begin."),
            do=roll(),
            dice=(4,),
            wrong=_("First the die has to be rolled."),
            done=_("4 points for this turn. They are safe only once they are banked."),
        ),
        Step(
            say=_("Roll again: 2 to 6 are added, but a 1 takes all of this turn and passes play."),
            do=roll(),
            dice=(6,),
            instead={"bank": ON},
            wrong=ON,
            done=_("10 points now."),
            best=True,
        ),
        Step(
            say=_("A roll adds 4 on average where it adds anything, five times in six. Roll again."),
            do=roll(),
            dice=(5,),
            instead={"bank": ON},
            wrong=ON,
            done=_("15 points."),
            best=True,
        ),
        Step(
            say=_("Once more: with less than 20 in the turn a roll gains more on average than it loses."),
            do=roll(),
            dice=(6,),
            instead={"bank": _("15 are less than 20: on average one more roll still gains.")},
            wrong=ON,
            done=_("21 points."),
            best=True,
        ),
        Step(
            say=_("With 20 or more a roll loses on average more than it gains. Bank the 21."),
            do=bank(),
            replies=((roll(), (5,)), (roll(), (6,)), (roll(), (1,))),
            instead={"roll": _("Now a 1 would take 21 points. Bank them.")},
            wrong=_("Bank what you have."),
            done=_("21 points are safe. The robot had 11 in its turn when it rolled a 1, and got nothing."),
            best=True,
        ),
        Step(
            say=_("Your next turn. Roll."),
            do=roll(),
            dice=(3,),
            wrong=_("First the die has to be rolled."),
            done=_("3 points."),
        ),
        Step(
            say=_("Far from 20: roll again."),
            do=roll(),
            dice=(1,),
            replies=((roll(), (6,)), (roll(), (6,)), (roll(), (4,)), (roll(), (6,)), (bank(), ())),
            instead={"bank": ON},
            wrong=ON,
            done=_(
                "A 1: the 3 points are gone, and that happens to everybody. Rolling was right. The robot"
                " banked 22."
            ),
            best=True,
        ),
        Step(
            say=_(
                "Near the end it is another game. The robot has 93 and will hardly need a second turn. You"
                " have 80, and"
                " 15 in this turn. Should you bank?"
            ),
            at=State(
                dice=1,
                target=100,
                equal_turns=False,
                starter=0,
                seat=0,
                banked=(80, 93),
                turns=(5, 5),
                late=(False, False),
                roll=(5,),
                points=15,
            ),
            acts=tuple(Act(YOU, Kind.ROLL.value, dice=(face,)) for face in (4, 6, 5)),
            do=roll(),
            dice=(6,),
            instead={
                "bank": _(
                    "That makes 95, and then the robot rolls for the 7 that it lacks. Better go for it"
                    " now: roll."
                )
            },
            wrong=_("Go for it: roll."),
            done=_("21 in this turn, and 80 before it: that is enough."),
            best=True,
        ),
        Step(
            say=_("A bank reaches the target now. Take the match."),
            do=bank(),
            instead={"roll": _("You have all you need: a 1 could still take it away. Bank.")},
            wrong=_("Bank, and the match is yours."),
            done=_("101 points: you have won."),
            best=True,
        ),
    ),
    end=_(
        "Bank at about 20; dare a little more when you are behind, and much more when the other is nearly"
        " there."
    ),
)
