"""Counting all of it anew from the records of matches, and comparing: `manage.py count_feats`.

Deeds are made out of the log of each match; what they add up to, what was earned, and how many have what,
out of the deeds. Only what the site forgets by itself is taken from what is kept: ratings before a match
whose points are gone, and the accuracy of a review that is being made anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date

from django.db import connection, transaction
from django.db.models import Exists, OuterRef

from accounts.models import User
from games.deeds import spans
from games.deeds.spans import FADING, Span
from games.deeds.sums import Done, Sum
from games.feats import achievements, counting, reading, spread
from games.feats.spread import Counts
from games.match import queries
from games.models import Deed, Earned, Match, Seat, Spread, Standing, Tally

Times = dict[tuple[str, str, date], Sum]


def players() -> Iterator[User]:
    """Everybody who may have deeds, by key."""
    seated = Exists(Seat.objects.filter(player=OuterRef("pk")))
    people = User.objects.filter(seated, robot="", guest=False)
    yield from people.order_by("pk").iterator(chunk_size=500)


def deeds_of(player: User) -> Iterator[tuple[Match, Deed | None, Deed | None]]:
    """The player's matches that were finished or have a deed: what is kept, and what there should be."""
    kept = {deed.match: deed for deed in Deed.objects.filter(player=player)}
    finished = Seat.objects.filter(player=player, match__status=Match.Status.FINISHED)
    for number in sorted({*kept, *finished.values_list("match", flat=True)}):
        try:
            match, seats = queries.table(number)
        except Match.DoesNotExist:
            continue
        known = {deed.player_id: deed for deed in Deed.objects.filter(match=number)}
        yield match, kept.get(number), reading.deeds_of(match, seats, known).get(player.pk)


def differences(player: User) -> Iterator[str]:
    """What is kept of a player otherwise than the records of the matches have it, a sentence each."""
    wanted = []
    for match, kept, made in deeds_of(player):
        if made is not None:
            wanted.append(made)
        if not counting.same(kept, made):
            yield f"{player}: match {match.pk} is counted otherwise than it was played"
    wanted.sort(key=lambda deed: (deed.ended_at, deed.match))
    kept_sums = {
        (row.code, row.span, row.begins): row.value
        for row in Tally.objects.filter(player=player, matches__gt=0)
    }
    made_sums = _added(wanted)
    for one in sorted({*kept_sums, *made_sums}, key=str):
        if one[1] in FADING and one[2] < counting.kept_since():
            continue
        if kept_sums.get(one) != made_sums.get(one):
            yield f"{player}: the sums of {one[0]}, {one[1]} from {one[2]}, are not those of the matches"
    earned = {row.feat: (row.match, row.event, row.at) for row in Earned.objects.filter(player=player)}
    should = {feat: (by.match, by.event, by.at) for feat, by in _should(player, wanted).items()}
    if earned != should:
        names = ", ".join(sorted(feat for feat in {*earned, *should} if earned.get(feat) != should.get(feat)))
        yield f"{player}: earned otherwise than by the matches: {names}"


def _added(deeds: list[Deed]) -> Times:
    """The sums of all times. Each is made by itself, not as counting makes it."""
    times: dict[tuple[str, str, date], list[Done]] = {}
    for deed in deeds:
        for span in Span:
            times.setdefault((deed.code, span, spans.begins(span, deed.done.day)), []).append(deed.done)
    found: Times = {}
    for one, done in times.items():
        found[one] = Sum()
        for each in done:
            found[one].add(each)
    return found


def _should(player: User, deeds: list[Deed]) -> dict[str, achievements.By]:
    found = achievements.titles_of(player.pk)
    for deed in deeds:
        for feat in deed.feats:
            found.setdefault(feat, achievements.By(deed.ended_at, match=deed.match))
    return found


def mend(player: User) -> None:
    """Count a player's matches anew, those times among them that nobody has counted yet."""
    for match, _kept, _made in list(deeds_of(player)):
        counting.count(match.pk)
    counting.add_anew(player)
    achievements.settle_all(player.pk)


def boards() -> Counts:
    """How many have what, out of all sums and standings as they are kept."""
    found: Counts = Counter()
    for row in Tally.objects.filter(listed=True).iterator(chunk_size=2000):
        found.update(spread.counts_of(row.code, Span(row.span), row.begins, row.value))
    for standing in Standing.objects.iterator(chunk_size=2000):
        found.update(spread.of_standing(standing))
    return found


def counted() -> Counts:
    """The same as it is counted."""
    rows = Spread.objects.exclude(count=0).values_list("board", "begins", "value", "count")
    return Counter({(spread.Board(name, begins), value): count for name, begins, value, count in rows})


@transaction.atomic
def mend_boards(*, write: bool) -> list[str]:
    """The boards that are miscounted, by their names; mended where that is to be written. Nobody counts
    meanwhile.
    """
    with connection.cursor() as cursor:
        cursor.execute("LOCK TABLE games_spread IN SHARE ROW EXCLUSIVE MODE")
    wanted, known = boards(), counted()
    off = Counter({one: wanted[one] - known[one] for one in {*wanted, *known} if wanted[one] != known[one]})
    if write:
        spread.add(off)
    return sorted({board.name for board, _value in off})
