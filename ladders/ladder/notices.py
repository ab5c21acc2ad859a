"""All that players are told of ladders, in words. Whoever brings something about says only what it was."""

from __future__ import annotations

from collections.abc import Iterable

from accounts import notices
from accounts.models import User
from accounts.said import Words
from accounts.said import later as _
from ladders.models import Challenge, Ladder


def challenged(ladder: Ladder, challenge: Challenge, challenger: User, defender: User) -> None:
    """Somebody wants the defender's rung."""
    facts = {"name": challenger.get_username(), "ladder": ladder}
    said = _("%(name)s challenges you on the %(ladder)s") % facts
    text = _("Two matches have begun.")
    notices.tell([defender], "event", f"challenge-{challenge.pk}", said, ladder.get_absolute_url(), text=text)


def begins_anew(ladder: Ladder, challenge: Challenge, players: Iterable[User]) -> None:
    """A match of their challenge was made void."""
    said = _("A match of your challenge on the %(ladder)s begins anew") % {"ladder": ladder}
    text = _("It was made void, and nobody has a result of it. Your clocks are fresh.")
    key = f"replay-{challenge.first}-{challenge.second}"
    notices.tell(players, "event", key, said, ladder.get_absolute_url(), text=text)


def placed(ladder: Ladder, player: User, rung: int, why: str) -> None:
    """Staff have put the player on this rung."""
    _decided(ladder, [player], _("You are placed on rung %(rung)s") % {"rung": rung}, why)


def removed(ladder: Ladder, player: User, why: str) -> None:
    """Staff have taken the player off."""
    _decided(ladder, [player], _("You are taken off the ladder"), why)


def frozen(ladder: Ladder, player: User, why: str) -> None:
    """Staff let nothing new begin on the player's rung."""
    _decided(ladder, [player], _("Your rung is frozen: challenges under way go on, none begin"), why)


def no_longer_frozen(ladder: Ladder, player: User, why: str) -> None:
    """Staff let new matches begin there again."""
    _decided(ladder, [player], _("Your rung is no longer frozen"), why)


def back(ladder: Ladder, player: User, rung: int, why: str) -> None:
    """Staff had taken the player off, and have taken that back."""
    _decided(ladder, [player], _("You are back on rung %(rung)s") % {"rung": rung}, why)


def decided(ladder: Ladder, players: Iterable[User], why: str) -> None:
    """Staff have ended their challenge."""
    _decided(ladder, players, _("Your challenge is decided"), why)


def _decided(ladder: Ladder, players: Iterable[User], said: Words, why: str) -> None:
    """Once for each line of the ladder's log: the decision was just noted there."""
    line = ladder.log.values_list("pk", flat=True).first()
    told = _("%(ladder)s: %(said)s") % {"ladder": ladder, "said": said}
    notices.tell(players, "event", f"ladder-{line}", told, ladder.get_absolute_url(), text=why)
