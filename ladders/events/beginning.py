"""The matches of a round begin, one by one, and change hands while they run.

Every match is begun in one transaction that locks the event's row before any match's.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.alphabets import isolated
from accounts.models import User
from accounts.said import Said, later
from games.match import play
from games.models import Match
from games.rules import RULES
from games.rules.base import Pace
from games.seats import handover, lobby
from ladders import table
from ladders.events import rounds
from ladders.events.log import changed, lock, note
from ladders.formats import LIVE
from ladders.models import Entry, Event, Fixture, Section


class Unseated(Exception):
    """Somebody who is to play has closed the account. The sentence says who."""


def begin_waiting(event_id: int) -> int:
    """Begin the matches that are laid and have not begun, each by itself. Returns how many.

    Whoever is killed in the middle has begun some; the next call goes on. Raises Unseated, and what
    `play.start` raises, when the others are begun.
    """
    waiting = Fixture.objects.filter(section__event=event_id, waits=True).order_by("round", "pairing", "leg")
    wrong: list[Exception] = []
    begun = 0
    for pk in list(waiting.values_list("pk", flat=True)):
        try:
            begun += _begin(event_id, pk)
        except play.PoolEmpty:
            raise
        except Exception as error:  # noqa: BLE001  (the other matches begin all the same)
            wrong.append(error)
    if wrong:
        raise wrong[0]
    return begun


@transaction.atomic
def _begin(event_id: int, fixture_id: int) -> bool:
    event = lock(event_id)
    row = Fixture.objects.select_related("section").get(pk=fixture_id)
    if (
        not row.waits
        or row.result is not None
        or event.status != Event.Status.RUNNING
        or rounds.paused(event)
    ):
        return False
    entries = Entry.objects.select_related("team", "player").in_bulk(row.seats)
    if not _leave_out(event, row, [seat for seat in row.seats if entries[seat].withdrawn_at is not None]):
        return False
    players = [_who(entries[seat], row, place) for place, seat in enumerate(row.seats)]
    starter = row.seats.index(row.starts) if row.starts in row.seats else None
    until = _end_of_match(event, row.section)
    row.match_id = begin_match(event, players, starter, until).pk
    row.players, row.deadline, row.waits = [player.pk for player in players], until, False
    row.save(update_fields=["match_id", "seats", "members", "players", "deadline", "waits"])
    changed(event)
    return True


def _end_of_match(event: Event, section: Section) -> datetime:
    """When a match ends that begins now: with its round, or with the set time that the section lasts.

    One that is played again when that is over, or nearly, has as much as such a match takes.
    """
    if section.ends_at is None:
        return timezone.now() + timedelta(days=rounds.days_of(event))
    return max(section.ends_at, timezone.now() + table.time_for(event.code))


def _leave_out(event: Event, row: Fixture, gone: Collection[int]) -> bool:
    """Who withdrew before the match began has no seat. Returns whether two are left for a match.

    Where everybody free is paired anew, the match was never laid. Of one that was to be played again, which
    all have seen, the log says so.
    """
    if not gone:
        return True
    if event.format in LIVE:
        row.section.event = event
        if row.players:
            note(event, _not_again(row, gone))
        row.delete()
        rounds.spoil(row.section)
        return False
    stay = [place for place, seat in enumerate(row.seats) if seat not in gone]
    if len(stay) < 2:
        row.waits = False
        row.save(update_fields=["waits"])
        return False
    row.members = [row.members[place] for place in stay] if row.members else []
    row.seats = [row.seats[place] for place in stay]
    return True


def _not_again(row: Fixture, gone: Collection[int]) -> Said:
    entries = Entry.objects.select_related("player", "team").in_bulk(row.seats)
    match = " – ".join(isolated(entries[seat].name) for seat in row.seats)
    names = ", ".join(entries[seat].name for seat in row.seats if seat in gone)
    return later("%(match)s is not played again: %(names)s withdrew") % {"match": match, "names": names}


def _who(entry: Entry, fixture: Fixture, place: int) -> User:
    """The player, or the member of the team whose turn it is. Raises Unseated."""
    player = entry.player
    if entry.team is not None:
        ordered = list(table.order_of(entry.team))
        order = fixture.members[place] if fixture.members else 0
        there = [one.player for one in (*ordered[order:], *ordered[:order]) if one.accepted and one.player]
        player = there[0] if there else None
    if player is None:
        raise Unseated(_("The account of %(entry)s was closed.") % {"entry": entry.name})
    return player


def begin_match(event: Event, players: Sequence[User], starter: int | None, until: datetime) -> Match:
    """A match of the event, with its game, options, pace and clock, begun at once, to end with its round."""
    match = lobby.lay(
        players,
        event.code,
        RULES[event.code].clean_options(event.options),
        Pace(event.pace),
        event.clock,
        accepted=players,
        rated=not any(player.level for player in players),
        event=event.pk,
        weekend=event.weekend,
        may_order=not event.no_orders,
        starter=starter if event.pace == Pace.TURNS else None,  # nobody starts a split match
    )
    return play.start(match.pk, until=until)


def hand_over(event: Event, entry: Entry, leaver: int, players: Sequence[User]) -> None:
    """Let another finish what the leaver plays for the entry: the first of these who does not sit there.

    Only under the lock of the event. Raises games.seats.lobby.PlayerGone.
    """
    running = Fixture.objects.filter(section__event=event, result__isnull=True, match_id__isnull=False)
    found = running.filter(seats__contains=[entry.pk], players__contains=[leaver])
    for fixture in found.order_by("match_id"):
        for player in players:
            if handover.take_over(fixture.match_id or 0, leaver, player):
                fixture.players[fixture.seats.index(entry.pk)] = player.pk
                fixture.save(update_fields=["players"])
                break
