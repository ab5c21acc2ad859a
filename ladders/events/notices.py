"""All that players are told of events, in words. Whoever brings something about says only what it was."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.utils import timezone

from accounts import notices
from accounts.models import User
from accounts.said import Words
from accounts.said import later as _
from ladders.events import log
from ladders.models import Director, Entry, Event, Fixture, Section, Team


def _tell(event: Event, players: Iterable[User], key: str, said: Words, text: Words = "") -> None:
    notices.tell(players, "event", key, said, event.get_absolute_url(), text=text)


def _now() -> str:
    """For the key of what may be told more than once."""
    return f"{timezone.now():%Y%m%d%H%M%S}"


def invited(event: Event, players: Iterable[User]) -> None:
    """They are asked in."""
    said = _("You are invited to %(event)s") % {"event": event.name}
    _tell(event, players, f"event-invitation-{event.pk}-{_now()}", said)


def has_a_place(event: Event, entry: Entry) -> None:
    """It waited, and a place is free."""
    said = _("A place in %(event)s is yours") % {"event": event.name}
    _tell(event, log.members_of(entry), f"place-{event.pk}-{_now()}", said)


def asked_to_confirm(event: Event, entry: Entry) -> None:
    """The event begins soon."""
    said = _("%(event)s begins soon: confirm that you will be there") % {"event": event.name}
    _tell(event, log.members_of(entry), f"confirm-{event.pk}", said)


def asked_into(team: Team, captain: User, players: Iterable[User]) -> None:
    """A captain wants them in the team."""
    facts = {"captain": captain.get_username(), "team": team.name}
    said = _("%(captain)s wants you in the team %(team)s") % facts
    notices.tell(players, "event", f"team-{team.pk}", said, team.get_absolute_url())


def asked_to_take_over(event: Event, entry: Entry, player: User) -> None:
    """Somebody's seat is offered to the player."""
    said = _("You are asked to take over a seat in %(event)s") % {"event": event.name}
    _tell(event, [player], f"seat-{entry.pk}-{_now()}", said)


def asked_to_lead(event: Event, player: User, by: User, why: str) -> None:
    """The player may lead the event beside whoever asks."""
    said = _("You are asked to lead %(event)s with %(name)s") % {"event": event.name, "name": by}
    _tell(event, [player], f"lead-{event.pk}-{_now()}", said, why)


def dismissed(event: Event, director: Director, why: str) -> None:
    """The player leads the event no more."""
    said = _("You no longer lead %(event)s") % {"event": event.name}
    _tell(event, [director.player], f"dismissed-{director.pk}", said, why)


def word(event: Event, players: Iterable[User], by: User, text: str) -> None:
    """Whoever leads the event has something to say to all."""
    said = _("%(event)s: a word from %(name)s") % {"event": event.name, "name": by.get_username()}
    _tell(event, players, f"word-{event.pk}-{_now()}-{by.pk}", said, text)


def offence(event: Event, entry: Entry, why: str) -> None:
    """It is warned, or disqualified."""
    out = entry.disqualified
    said = _("%(event)s: you have been disqualified") if out else _("%(event)s: you have been warned")
    key = f"offence-{entry.pk}-{int(not out)}-{_now()}"
    _tell(event, log.members_of(entry), key, said % {"event": event.name}, why)


def cleared(event: Event, entry: Entry, why: str) -> None:
    """A warning or a disqualification is taken back."""
    said = _("%(event)s: the warning is taken back") % {"event": event.name}
    _tell(event, log.members_of(entry), f"cleared-{entry.pk}-{_now()}", said, why)


def appealed(event: Event, entry: Entry, helpers: Iterable[User]) -> None:
    """Somebody objects to a warning or a disqualification."""
    said = _("%(event)s: %(entry)s appeals") % {"event": event.name, "entry": entry.name}
    _tell(event, helpers, f"appeal-{entry.pk}-{_now()}", said, entry.appeal)


def reinstated(event: Event, entry: Entry, why: str) -> None:
    """It had withdrawn, and is put back."""
    said = _("You are back in %(event)s") % {"event": event.name}
    _tell(event, log.members_of(entry), f"back-{entry.pk}-{_now()}", said, why)


def corrected(event: Event, fixture: Fixture, why: str) -> None:
    """A match has another result now."""
    _of_match(event, fixture, "corrected", _("%(event)s: the result of a match was corrected"), why)


def reopened(event: Event, fixture: Fixture, why: str) -> None:
    """A match that was decided goes on."""
    _of_match(event, fixture, "reopened", _("%(event)s: a match that was decided goes on"), why)


def voided(event: Event, fixture: Fixture, why: str) -> None:
    """A match was taken back."""
    _of_match(event, fixture, "voided", _("%(event)s: a match is played again"), why)


def discounted(event: Event, fixture: Fixture, why: str) -> None:
    """A match that was over counts for nobody."""
    _of_match(event, fixture, "discounted", _("%(event)s: a match counts for nobody"), why)


def _of_match(event: Event, fixture: Fixture, key: str, said: Words, why: str) -> None:
    players = list(User.objects.filter(pk__in=fixture.players))
    _tell(event, players, f"{key}-{fixture.pk}-{_now()}", said % {"event": event.name}, why)


def medal(event: Event, section: Section, player: User, title: Words) -> None:
    """The table is final, and this title is won."""
    _tell(event, [player], f"medal-{event.pk}-{section.pk}", title)


def called_off(event: Event, player: User, why: Words) -> None:
    """The event does not take place, or does not go on."""
    said = _("%(event)s is called off") % {"event": event.name}
    _tell(event, [player], f"cancelled-{event.pk}", said, why)


def trouble(event: Event, helpers: Iterable[User], now: datetime) -> None:
    """Something went wrong while the event was looked after."""
    said = _("%(event)s needs a hand") % {"event": event.name}
    why = _("Something went wrong while the site looked after it. It is tried again by itself.")
    _tell(event, helpers, f"trouble-{event.pk}-{now:%Y%m%d%H%M}", said, why)
