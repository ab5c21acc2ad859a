"""A review in words: moves, what they cost, and why, each a whole sentence."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.figures import figure
from games.analysis.review import Amount, Loss, Reason, whole_match
from games.rules.base import Kind, Move, Rules
from games.tables import table_of

LOSSES = {
    Loss.DICE: gettext_lazy("which dice to keep"),
    Loss.BOX: gettext_lazy("which box to fill"),
    Loss.STOPPED: gettext_lazy("stopping too soon"),
    Loss.WENT_ON: gettext_lazy("rolling on too long"),
    Loss.PICK_UP: gettext_lazy("picking up, or not"),
}


def loss(rules: Rules[Any], what: Loss) -> str:
    """In what something was lost, as one says it at this game."""
    if what is Loss.DICE and rules.keeping != "keep":
        return _("which dice to set aside")
    return str(LOSSES[what])


def move(rules: Rules[Any], made: Move, points: int | None = None) -> str:
    """A move as one tells somebody to make it; `points` is what a box scores."""
    told = {"dice": " ".join(map(str, made.keep))}
    if made.kind is Kind.SCORE:
        told |= {"box": table_of(rules).box_label(rules, made.box), "points": str(points)}
        return (_("Write %(box)s") if points is None else _("Write %(box)s: %(points)s")) % told
    aside = rules.keeping != "keep"
    if made.kind is Kind.BANK:
        return (_("Set aside %(dice)s and bank") if made.keep else _("Bank")) % told
    if made.kind is Kind.ROLL and made.keep:
        return (_("Set aside %(dice)s and roll on") if aside else _("Keep %(dice)s")) % told
    if made.kind is Kind.ROLL:
        return _("Roll all dice") if whole_match(rules) else _("Roll")
    return {
        Kind.PICK_UP: _("Pick up and roll"),
        Kind.RESIGN: _("Resigned"),
        Kind.TIMEOUT: _("Ran out of time"),
    }[made.kind]


def points(amount: float, rules: Rules[Any] | None = None) -> str:
    """Points as exactly as they are told in a game, or with one digit behind the point; a true minus."""
    decimals = table_of(rules).decimals if rules else 1
    return _signless(amount, figure(abs(amount), decimals))


def percent(chance: float) -> str:
    """A chance as a number of a hundred, with one digit behind the point."""
    return _signless(chance, figure(abs(chance) * 100, 1))


def _signless(amount: float, said: str) -> str:
    return f"−{said}" if amount < 0 and said.strip("0.,") else said


def signed(amount: float, rules: Rules[Any] | None = None) -> str:
    """Points above or below what was to be expected."""
    said = points(amount, rules)
    return said if said.startswith("−") or not said.strip("0.,") else f"+{said}"


def cost(amount: Amount, *, alone: bool, by_points: bool) -> str:
    """What a choice cost, as a sentence."""
    told = {"points": points(amount.points), "percent": percent(abs(amount.chance))}
    if alone or (by_points and not percent(amount.chance).strip("−0.,")):
        return _("It cost %(points)s points on average.") % told
    if not by_points:
        return _("It cost %(percent)s %% of the chance to win.") % told
    if amount.chance < 0:
        said = _("It cost %(points)s points on average, but raised the chance to win by %(percent)s %%.")
        return said % told
    return _("It cost %(points)s points on average, and %(percent)s %% of the chance to win.") % told


def reason(rules: Rules[Any], why: Reason) -> str:
    """Where the best choice brings more than the one that was made, or less, as a sentence."""
    told = {"best": points(why.best), "made": points(why.made), "more": points(abs(why.gain))}
    if not why.box:
        if why.gain > 0:
            return _("It leaves %(more)s points more for the turns to come, the top bonus counted in.") % told
        return _("It gives up %(more)s points of the turns to come, the top bonus counted in.") % told
    told["box"] = table_of(rules).box_label(rules, why.box)
    if why.gain > 0:
        return _("It brings %(best)s points in %(box)s this turn on average, instead of %(made)s.") % told
    return _("In return it brings only %(best)s points in %(box)s, instead of %(made)s.") % told


def boxes(now: int, instead: int, lost: float) -> str:
    """Why one box is better than another, of the points that both write now and what the other one lost."""
    told = {"now": str(now), "instead": str(instead), "more": points(abs(lost - (now - instead)))}
    if lost - (now - instead) > 0:
        said = _(
            "It writes %(now)s instead of %(instead)s now, and what stays open is worth %(more)s points more."
        )
    else:
        said = _(
            "It writes %(now)s instead of %(instead)s now, and what stays open is worth only %(more)s points "
            "less."
        )
    return said % told


def turn(rules: Rules[Any], best: float, made: float) -> str:
    """What a turn of a race brings on average with the best choice, and with the one that was made.

    What wins most often may bring less: whoever has to catch up goes on where others would bank.
    """
    told = {"best": points(best, rules), "made": points(made, rules)}
    if best < made and told["best"] != told["made"]:
        said = _(
            "The turn then brings only %(best)s points on average, instead of %(made)s, but the match is won"
            " more often."
        )
        return said % told
    return _("The turn then brings %(best)s points on average, instead of %(made)s.") % told


def bust(rules: Rules[Any], state: Any, best: Move) -> str:
    """How often rolling on with so many dice fails, where that is known; else nothing."""
    risk = table_of(rules).risk(rules, state, best)
    if risk is None:
        return ""
    dice, often = risk[0], round(100 * risk[1])
    said = ngettext(
        "A roll of %(count)d die fails %(often)d times in 100.",
        "A roll of %(count)d dice fails %(often)d times in 100.",
        dice,
    )
    return said % {"count": dice, "often": often}


def accuracy_meaning(*, by_points: bool) -> str:
    """What the number called accuracy says."""
    if by_points:
        return _(
            "Accuracy is 100 for perfect play, and 0 for losing as many points as choosing blindly among all "
            "legal moves would have lost."
        )
    return _(
        "Accuracy is 100 for perfect play, and 0 for losing as much of the chance to win as choosing blindly "
        "among all legal moves would have lost."
    )
