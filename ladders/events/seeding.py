"""Who begins an event, in which order, and how it would begin now."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.alphabets import isolated
from games.match import ranking
from games.models import Rating
from ladders import table
from ladders.formats import base, league
from ladders.models import Entry, Event


def preview(event: Event) -> list[str]:
    """How the event would begin with those who are confirmed now, a line a match. Nothing is stored.

    Too few have no matches.
    """
    form = table.form_of(event)
    with transaction.atomic():
        entries = confirmed(event)
        if len(entries) < max(event.fewest, form.FEWEST):
            return []
        give_seeds(event, entries)
        names = {entry.pk: entry.name for entry in entries}
        entrants = [table.entrant(entry, entry.seed or 0) for entry in entries]
        lines = []
        sections = form.sections(entrants, table.settings_of(event))
        arranged = table.arranged(event, 1)
        for number, members in enumerate(sections, 1):
            state = base.Event(
                tuple(members), table.settings_of(event), stage=1, section=number, arranged=arranged
            )
            for fixture in form.next_fixtures(state):
                said = _as_previewed(fixture, [names[seat] for seat in fixture.seats])
                lines.append(said if len(sections) == 1 else f"{_named(event, number)}. {said}")
        transaction.set_rollback(True)
    return lines


def _as_previewed(fixture: base.Fixture, names: Sequence[str]) -> str:
    facts = {"round": fixture.round, "names": " – ".join(map(isolated, names))}
    if fixture.bye:
        return _("Round %(round)d: %(names)s has a bye") % facts
    return _("Round %(round)d: %(names)s") % facts


def _named(event: Event, number: int) -> str:
    said = _("Division %(number)d") if event.format == "league" else _("Section %(number)d")
    return said % {"number": number}


def confirmed(event: Event) -> list[Entry]:
    found = event.entries.select_related("player", "team").filter(status=Entry.Status.IN, confirmed=True)
    return list(found.order_by("pk"))


def give_seeds(event: Event, entries: list[Entry]) -> None:
    """Seeds from 1: those put in order by hand, then by the last season's divisions, rating, and entry."""
    kind = ranking.kind_of(2 if not table.form_of(event).ONE_TABLE else 3)
    players = [entry.player_id for entry in entries if entry.player_id]
    known = ranking.of_players(players, event.code, kind)
    start = ranking.STARTS[Rating.Kind(kind)]
    before = {player: number for number, player in enumerate(_next_season(event))}

    def strength(entry: Entry) -> tuple[float, int, float, int]:
        by_hand = inf if entry.seed is None else entry.seed
        mean = known.get(entry.player_id or 0, start).mean
        return by_hand, before.get(entry.player_id or 0, len(before)), -mean, entry.pk

    entries.sort(key=strength)
    for seed, entry in enumerate(entries, 1):
        entry.seed = seed
    Entry.objects.bulk_update(entries, ["seed"])


def _next_season(event: Event) -> list[int]:
    """The players of the season before, as promotion and relegation put them; none without one."""
    last = event.previous
    if last is None or event.format != "league" or last.status != Event.Status.FINISHED:
        return []
    form = table.form_of(last)
    sections = last.sections.filter(stage=last.stage).order_by("number")
    tables = [form.standings(table.load(section)) for section in sections]
    players = dict(last.entries.values_list("pk", "player"))
    divisions = league.next_season(tables, table.settings_of(event))
    return [players[entry] for division in divisions for entry in division if players[entry] is not None]
