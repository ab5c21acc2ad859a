"""A whole season in fast time, on the real stack: every format and every game, with robots' skill as players.

Some players withdraw, some never come. When all is over each final table is made anew from the records
of the matches alone, and compared.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts import outbox
from accounts.models import User
from games import record, replay
from games.match import move_log, play, queries, records
from games.models import Match
from games.rules import RULES
from games.tables import robots
from ladders import table
from ladders.events import champions, eligibility, engine, entries, lifecycle, results, teams
from ladders.formats import FORMATS, LIVE, base
from ladders.ladder import climbing, idling, order
from ladders.models import Entry, Event, Fixture, Ladder, Place, Section

NAMED: tuple[tuple[str, str, int, dict[str, Any]], ...] = (
    ("league", "BX", 40, {"matches": 2, "division": 8}),
    ("score", "BZ", 10, {"target": 350}),
    ("team", "BO", 20, {"target": 250}),
    ("knockout", "BO", 32, {"pace": "turns"}),
    ("double", "BO", 8, {"pace": "turns"}),
    ("round-robin", "BD", 10, {"pace": "turns"}),
    ("swiss", "DK", 64, {"pace": "turns", "options": {"target": 2000}}),
    ("duplicate", "BO", 12, {"matches": 1, "pace": "duplicate"}),
    ("league", "BT", 10, {"matches": 1}),
    ("score", "DG", 10, {"target": 600}),
    ("arena", "BO", 12, {"pace": "turns", "clock": "live", "weekend": []}),
)
PLAYED = {code for _, code, *_ in NAMED}
PLAN = (*NAMED, *(("round-robin", code, 6, {"pace": "turns"}) for code in RULES if code not in PLAYED))
"""Format, game, entrants, and what else is agreed; games that no line names have a round robin."""
MATCHES = 3
"""What everybody plays about of an arena before its time is over."""


class Season:
    """One season: its players, its chances, and what went wrong."""

    def __init__(self, seed: int, scale: float) -> None:
        """`scale` multiplies the numbers of entrants, but keeps at least four."""
        self.choose = random.Random(seed)  # noqa: S311  (who withdraws; dice come from the pool)
        self.scale = scale
        self.faults: list[str] = []
        self.players = [self._player(number) for number in range(self._size(64))]

    def _size(self, entrants: int) -> int:
        return max(4, round(entrants * self.scale / 2) * 2)

    def _player(self, number: int) -> User:
        name = f"season-{number:03}"
        found = User.objects.filter(username=name).first()
        return found or User.objects.create_user(name, f"{name}@example.org", spend_holiday=False)

    def run(self) -> Iterator[str]:
        """Play everything; a line for each event as it ends."""
        User.objects.filter(pk__in=[player.pk for player in self.players]).update(last_seen=timezone.now())
        for form, code, entrants, changes in PLAN:
            event = self._begin(form, code, self._size(entrants), changes)
            self._play(event)
            yield self._check(event)
            if form == "league" and event.sections.count() > 1:
                champions = self._champions(event)
                self._play(champions)
                yield self._check(champions)
        yield self._climb()

    def _begin(self, form: str, code: str, entrants: int, changes: dict[str, Any]) -> Event:
        event = Event.objects.create(
            name=f"Season: {form} of {code}", format=form, code=code, **{"pace": "split", **changes}
        )
        lifecycle.open_entries(event.pk)
        who = self.choose.sample(self.players, min(entrants, len(self.players)))
        if FORMATS[form].TEAMS:
            for number in range(0, len(who) - 1, 2):
                team = teams.make_team(event.pk, who[number], f"Team {number}", [who[number + 1]])
                teams.accept(team.pk, who[number + 1])
        else:
            for player in who:
                entries.enter(event.pk, player)
        return lifecycle.start(event.pk)

    def _champions(self, league: Event) -> Event:
        lifecycle.finish(league.pk)
        event = champions.open_champions(league.pk)
        for entry in list(event.entries.select_related("player")):
            if entry.player is not None:
                entries.enter(event.pk, entry.player)
        event.refresh_from_db()
        return event

    def _play(self, event: Event) -> None:
        """Until nothing of it runs: one in forty matches ends by absence, one event in two loses a player."""
        leaves = self.choose.random() < 0.5
        _work()
        while True:
            self._time_is_up(event)
            match = Match.objects.filter(event=event.pk, status=Match.Status.RUNNING).order_by("pk").first()
            if match is None:
                break
            if self.choose.random() < 0.025:
                Fixture.objects.filter(match_id=match.pk).update(deadline=timezone.now())
            else:
                self.play_out(match)
            _work()
            if leaves:
                leaves = False
                inside = event.entries.filter(status=Entry.Status.IN, withdrawn_at=None, player__isnull=False)
                entry = inside.order_by("pk").first()
                if entry is not None and inside.count() > 3:
                    with suppress(eligibility.MayNotEnter):
                        entries.withdraw(entry, None, "The season goes on without.")
                    _work()
        event.refresh_from_db()

    def _time_is_up(self, event: Event) -> None:
        """End an arena once enough was played of it: in fast time its own would never be over."""
        if event.format in LIVE:
            played = Fixture.objects.filter(section__event=event, result__isnull=False).count()
            if 2 * played >= MATCHES * event.entries.count():
                event.sections.filter(over=False).update(ends_at=timezone.now(), wakes_at=timezone.now())
                _work()

    def play_out(self, match: Match) -> None:
        """Robots' simple sense in every seat, move by move, through the same door as everybody."""
        while match.status == Match.Status.RUNNING:
            seat = match.seats.select_related("player").filter(to_move=True).order_by("index").first()
            if seat is None or seat.player is None:
                raise RuntimeError(f"{match} waits for nobody")
            wanted = robots.by_rule_of_thumb(robots.Level.CASUAL, match.rules, match.table, seat.index)
            match = play.move(match.pk, seat.player, play.version_for(match, seat), wanted)

    def _check(self, event: Event) -> str:
        """Compare the stored tables with what the records of the matches alone make of them."""
        if event.status not in {Event.Status.REVIEW, Event.Status.FINISHED}:
            self.faults.append(f"{event} did not end: it is {event.status}")
        for section in event.sections.select_related("event"):
            self._compare(section)
        best = Place.objects.filter(section__event=event, section__stage=event.stage, rank=1).first()
        return f"{event}: {event.sections.count()} sections, won by {best.entry.name if best else 'nobody'}"

    def _compare(self, section: Section) -> None:
        places = list(section.places.select_related("entry__team", "entry__player"))
        stored = table.load(section, places)
        results = {key: self._from_record(section, key, result) for key, result in stored.results.items()}
        anew = base.Event(
            stored.entrants, stored.settings, stored.fixtures, results, stored.stage, stored.section
        )
        lines = table.lines(table.form_of(section.event), anew)
        for place in places:
            kept = {name: getattr(place, name) for name in lines[place.entry_id]}
            if kept != lines[place.entry_id]:
                self.faults.append(f"{section}: {place.entry.name} is {kept}, not {lines[place.entry_id]}")

    def _from_record(self, section: Section, key: str, result: base.Result) -> base.Result:
        """The result with places and totals read from the match's record, written and read again."""
        stage, number, round_, pairing, leg = map(int, key.split("."))
        assert (stage, number) == (section.stage, section.number)
        row = section.fixtures.get(round=round_, pairing=pairing, leg=leg)
        match = Match.objects.filter(pk=row.match_id or 0, status=Match.Status.FINISHED).first()
        if match is None:
            return result
        match, seats = queries.table(match.pk)
        kept = record.read(record.write(records.as_record(match, seats, move_log.all_moves(match))))
        totals, ended = replay.outcome(kept, replay.replay(kept))
        places = ended.places if ended else result.places
        return base.Result(places, totals, result.at, result.absent, result.timed_out)

    def _climb(self) -> str:
        """A ladder: challenges upward until a few have moved."""
        ladder, _ = Ladder.objects.get_or_create(code="BO")
        for player in self.players:
            with suppress(climbing.MayNot):
                climbing.join(ladder.pk, player)
        made = 0
        for rung in list(ladder.rungs.select_related("player").order_by("-key")[: len(self.players) // 2]):
            above = ladder.rungs.select_related("player").filter(key__lt=rung.key).order_by("-key")[:3]
            others = [one.player for one in above]
            if not others:
                continue
            with suppress(climbing.MayNot):
                found = climbing.challenge(ladder.pk, rung.player, self.choose.choice(others))
                made += 1
                for match_id in (found.first, found.second):
                    self.play_out(Match.objects.get(pk=match_id or 0))
                _work()
        with transaction.atomic():
            idling.slide_idle(timezone.now() + timedelta(days=15))
        ladder.refresh_from_db()
        players = list(ladder.rungs.values_list("player", flat=True))
        ranks = order.ranks(ladder.pk, players)
        counted = [ranks[player] for player in players] == list(range(1, ladder.size + 1))
        if order.miscounted(ladder.pk) or not counted:
            self.faults.append(f"{ladder}: its rungs are miscounted")
        return f"{ladder}: {made} challenges among {len(players)}"


def _work() -> None:
    """What the worker does, until nothing is left to do."""
    while outbox.follow_up(results.KIND) or engine.look_after_due():
        pass
