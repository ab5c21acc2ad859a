"""The lessons of Boatzee and Boatzee Extra."""

from __future__ import annotations

from types import MappingProxyType

from games.lessons.base import Lesson, Step, _, card, roll, score
from games.rules.cards.boatzee import BOATZEE, BOATZEE_EXTRA

NEARLY = MappingProxyType(
    {
        "threes": 9,
        "fours": 12,
        "fives": 20,
        "sixes": 18,
        "three-of-a-kind": 22,
        "full-house": 25,
        "small-straight": 30,
        "large-straight": 40,
    }
)
"""A card late in a match: 59 stand in the top, with ones and twos open."""

BZ = Lesson(
    slug="bz",
    code="BZ",
    title=_("Boatzee, step by step"),
    about=_("Roll, keep, score, and why the top bonus matters."),
    steps=(
        Step(
            say=_("A turn begins with all five dice. Roll them."),
            do=roll(),
            dice=(5, 2, 5, 6, 5),
            wrong=_("First the dice have to be rolled."),
            done=_(
                "Three 5s at once. After the first roll you may roll twice more, whichever dice you like."
            ),
        ),
        Step(
            say=_("Choose the three 5s to keep them, then roll the other two."),
            do=roll(5, 5, 5),
            dice=(5, 2),
            instead={
                "score": _(
                    "You could stop here, but two rolls are left, and they cost nothing. Keep the 5s first."
                )
            },
            wrong=_("Another die kept is one less that can become a 5. Keep just the three 5s."),
            done=_("A fourth 5."),
            best=True,
        ),
        Step(
            say=_(
                "One roll is left. Keep all four 5s and roll the last die: a fifth would be a Boatzee, 50"
                " points."
            ),
            do=roll(5, 5, 5, 5),
            dice=(4,),
            instead={
                "score": _(
                    "That box would be yours, but the last roll is free: nothing you have can get worse by"
                    " it."
                )
            },
            wrong=_("The four 5s are worth most together. Keep all of them, and roll only the 2."),
            done=_("No Boatzee, but four 5s are good dice. No roll is left: now one box has to be filled."),
            best=True,
        ),
        Step(
            say=_(
                "Every open box shows what these dice would write there: 24 as four of a kind, 20 as fives."
                " Choose fives, and see why in a moment."
            ),
            do=score("fives"),
            instead={
                "score four-of-a-kind": _(
                    "24 is more than 20 now. But four of a kind can come with any face, and four 5s in the"
                    " top"
                    " bring you towards the bonus: perfect play writes fives."
                ),
                "score three-of-a-kind": _(
                    "Three of a kind comes often: with four alike you can do better. Choose fives."
                ),
            },
            wrong=_("That box would get much less out of four 5s. Choose fives."),
            done=_(
                "Here is why: 63 points in the six top boxes bring a bonus of 35, and three of each face"
                " make just"
                " 63. With four 5s you are 5 ahead of that."
            ),
            best=True,
        ),
        Step(
            say=_(
                "Your next turn has begun with these dice. Four of them stand in a row: keep those, roll"
                " the fifth."
            ),
            at=card(BOATZEE, {"fives": 20}, (2, 4, 3, 5, 4), 1),
            do=roll(2, 3, 4, 5),
            dice=(6,),
            instead={
                "score small-straight": _(
                    "The small straight of 30 stays with you whatever falls, so try for the large one with"
                    " the two"
                    " rolls that are left."
                )
            },
            wrong=_(
                "2 3 4 5 is a small straight already, and a 1 or a 6 makes it a large one. Keep all four."
            ),
            done=_("2 3 4 5 6: a large straight."),
            best=True,
        ),
        Step(
            say=_("You may score after any roll. A large straight is worth 40: take it."),
            do=score("large-straight"),
            instead={
                "score small-straight": _("It fits there, too, but for 30. The large straight is worth 40."),
                "roll": _("These dice cannot get any better. Score them."),
            },
            wrong=_("These dice are worth 40 in one box. Find the large straight."),
            done=_("40 points. Not every turn goes like that."),
            best=True,
        ),
        Step(
            say=_(
                "Three rolls, and nothing came of them. There is no passing: one box must be filled."
                " Choose the one"
                " where it hurts least."
            ),
            at=card(BOATZEE, {"fives": 20, "large-straight": 40}, (1, 4, 2, 6, 4), 3),
            do=score("ones"),
            instead={
                "score chance": _("17 now, but chance is kept for a better day, when it may save you more."),
                "score fours": _("Two 4s instead of three put you behind on the way to the bonus."),
            },
            wrong=_("That gives away a box which usually brings much more than ones ever will."),
            done=_("One point. Ones is the box that can lose least: even three 1s are only 3 points."),
            best=True,
        ),
        Step(
            say=_(
                "Late in the match 59 points stand in the top. No roll is left, and there are two 2s. Look"
                " at what"
                " they would make of the top, and choose."
            ),
            at=card(BOATZEE, NEARLY, (2, 5, 2, 6, 4), 3),
            do=score("twos"),
            instead={
                "score chance": _(
                    "19 points, but the 4 points of the twos bring 35 more with them. Add up the top."
                ),
                "score ones": _(
                    "A 0 in ones leaves the top at 59, and so far without the bonus. Add up the top."
                ),
            },
            wrong=_("A 0 keeps the top where it is. Add up what the two 2s would make of it."),
            done=_("59 and 4 are 63, and the bonus of 35 is yours: a small box was worth 39 points."),
            best=True,
        ),
    ),
    end=_(
        "That is the whole game: thirteen turns, a box each. Keep what is worth most together, fill the"
        " top with three"
        " of each face or more, and lose your bad rolls where they cost little."
    ),
)

HELD = MappingProxyType({"boatzee": 50})

BX = Lesson(
    slug="bx",
    code="BX",
    title=_("Boatzee Extra, step by step"),
    about=_("Five alike once more: a hundred extra points, and where they must go."),
    steps=(
        Step(
            say=_("The card is that of Boatzee, and a turn goes the same way. Roll."),
            do=roll(),
            dice=(3, 3, 6, 3, 3),
            wrong=_("First the dice have to be rolled."),
            done=_("Four 3s in the first roll."),
        ),
        Step(
            say=_("Keep the 3s and roll the other die."),
            do=roll(3, 3, 3, 3),
            dice=(3,),
            instead={"score": _("Two rolls are left. Try for the fifth 3 first.")},
            wrong=_("All four 3s belong together. Keep them, and roll only the 6."),
            done=_("Five 3s!"),
            best=True,
        ),
        Step(
            say=_("Five alike are a Boatzee: 50 points. In this game it is also the key to all the extras."),
            do=score("boatzee"),
            instead={
                "score threes": _(
                    "15 points there, but then five alike will bring no extra later on. Choose Boatzee."
                ),
                "roll": _("These dice cannot get any better. Score them."),
            },
            wrong=_(
                "That would waste five alike. Choose the Boatzee box: from now on every other one is extra."
            ),
            done=_("From now on, with 50 in that box, every five alike brings 100 extra points on top."),
            best=True,
        ),
        Step(
            say=_("A few turns later: four 4s, and a roll is left. Go for it."),
            at=card(BOATZEE_EXTRA, HELD, (4, 4, 1, 4, 4), 2),
            do=roll(4, 4, 4, 4),
            dice=(4,),
            instead={"score": _("You keep these points whatever falls. First roll for the 100 extra.")},
            wrong=_("Keep all four 4s: a fifth is worth 100 extra points now."),
            done=_("Five 4s, and 100 points extra, whatever box they go into."),
            best=True,
        ),
        Step(
            say=_(
                "Five alike must go into the top box of their face while it is open. So there is one box"
                " to choose:"
                " fours, for 20 and the 100 extra."
            ),
            do=score("fours"),
            wrong=_("These dice cannot get any better. Score them as fours."),
            done=_("120 points in one turn."),
            best=True,
        ),
        Step(
            say=_(
                "The same dice, but fours are filled already. Now they may go into any open box, and there"
                " a full"
                " house counts 25, a small straight 30 and a large one 40. Where is the most?"
            ),
            at=card(BOATZEE_EXTRA, {**HELD, "fours": 12, "chance": 21}, (4, 4, 4, 4, 4), 3),
            do=score("large-straight"),
            instead={
                "score small-straight": _("130 with the extra, but another box has 140."),
                "score full-house": _("125 with the extra, but another box has 140."),
            },
            wrong=_("Look for 140: five alike stand for a large straight now."),
            done=_("40 and the 100 extra: five alike are the best straight there is."),
            best=True,
        ),
        Step(
            say=_(
                "On this card the Boatzee box holds a 0. Then there is no extra, and nothing is forced"
                " either: five"
                " alike go wherever you like, and score as in Boatzee. Write them where they bring most."
            ),
            at=card(
                BOATZEE_EXTRA, {"boatzee": 0, "four-of-a-kind": 24, "three-of-a-kind": 20}, (6, 6, 6, 6, 6), 3
            ),
            do=score("sixes"),
            instead={
                "score chance": _(
                    "30 there as well. But as sixes they also put you 12 ahead for the top bonus."
                ),
                "score large-straight": _(
                    "Without 50 in the Boatzee box five alike are no straight: that is a 0."
                ),
            },
            wrong=_("There is a box for 30 points that also helps the top bonus."),
            done=_("30 points. So think twice before you write a 0 as Boatzee: it ends all extras."),
            best=True,
        ),
    ),
    end=_(
        "Write the first five alike as Boatzee if you can, and from then on roll for more of them: each"
        " brings 100 points."
    ),
)
