"""Find me a match: players who wait are paired by rating, and their matches begin by themselves.

A pass pairs everybody at once, out of a few queries, and begins nothing where many are paired: jobs do, in
lanes, so that workers share them and nobody else's task waits for a whole crowd. A pass or a job may run
twice, in two workers, or be lost: each pair is taken under the locks of both wishes, which say how many
matches are still wanted, and whoever was not seated is paired anew by the next pass.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import limits
from accounts.models import Relation, User
from games import pairing
from games.match import play, ranking, wake
from games.models import Joining, Match, Rating, Seat, Wish
from games.rules import RULES
from games.rules.base import BadOptions, Pace
from games.seats import lobby, queries

logger = logging.getLogger(__name__)
MOST = 5
"""Matches that one may ask for at once."""
LASTS = timedelta(days=14)
AWAY = timedelta(days=4)
APART = timedelta(days=3)
"""After a match begun together two are not paired again for so long, nor while one is unfinished."""


AT_ONCE = 20
"""Pairs that are seated in one go; who looks after more stands in line again with the rest."""
EVERY = timedelta(seconds=15)
"""Between two passes (boatzee_site/celery.py): what a pass has paired holds until the next."""


class NoWish(Exception):
    """The player does not wait for an opponent, any more."""


@transaction.atomic
def wish(player: User, codes: Sequence[str], clock: str, wanted: int) -> Wish:
    """Wait for opponents in any of these games; an earlier wish is replaced but keeps its place.

    Raises BadOptions, lobby.TooManyMatches.
    """
    if not codes or not set(codes) <= set(RULES):
        raise BadOptions(_("Choose one game at least."))
    if not 1 <= wanted <= MOST:
        raise BadOptions(
            ngettext("Ask for 1 to %(most)s match at once.", "Ask for 1 to %(most)s matches at once.", MOST)
            % {"most": MOST}
        )
    # The wish before the account, as by whoever fulfils it.
    Wish.objects.select_for_update(of=("self",)).filter(player=player).first()
    lobby.must_have_room(player, wanted)
    made, _new = Wish.objects.update_or_create(
        player=player, defaults={"codes": sorted(set(codes)), "clock": clock, "wanted": wanted}
    )
    return made


def forget(player: User) -> None:
    """Stop looking. Raises NoWish."""
    if not Wish.objects.filter(player=player).delete()[0]:
        raise NoWish(_("You are no longer waiting for an opponent: see your matches."))


def leave(player: User) -> None:
    """Take a player whose account is closed out of the line (settings.ACCOUNT_CLOSERS): the wish goes before
    anything locks the account, as whoever fulfils it takes them in that order.
    """
    Wish.objects.filter(player=player).delete()


class Pair(NamedTuple):
    """Two who are to play each other: the game, the clock, and the keys of both players."""

    code: str
    clock: str
    one: int
    other: int


def run() -> int:
    """One pass over all who wait. Returns how many matches it began: of a crowd none, for jobs do."""
    now = timezone.now()
    stopped = Q(player__is_active=False) | Q(player__suspended_until__gt=now)
    gone = Q(since__lte=now - LASTS) | stopped
    unseen = Q(player__last_seen=None) | Q(player__last_seen__lte=now - AWAY)
    Wish.objects.filter(gone | (unseen & Q(since__lte=now - AWAY))).delete()
    pairs = find()
    if len(pairs) <= AT_ONCE:
        return begin(pairs)
    for lane in range(wake.LANES):
        wake.seat(pairs[lane :: wake.LANES], now + EVERY)
    return 0


def seat(pairs: Sequence[Pair], until: datetime) -> int:
    """Begin the matches of some of these pairs, and stand in line again with the others.

    After `until` none: whoever still waits has been paired anew. Returns how many began.
    """
    if timezone.now() >= until:
        return 0
    begun = begin(pairs[:AT_ONCE])
    if pairs[AT_ONCE:]:
        wake.seat(pairs[AT_ONCE:], until)
    return begun


def begin(pairs: Sequence[Pair]) -> int:
    """Begin the matches of these pairs, each in a transaction of its own. Returns how many began."""
    return sum(_begin(pair.code, pair.clock, (pair.one, pair.other)) for pair in pairs)


def find() -> list[Pair]:
    """Who of those who wait shall play whom, game by game. The same few queries however many wait.

    Nobody is in more pairs than matches were asked for and have room, nor twice with the same player.
    """
    wishes = list(Wish.objects.select_related("player").order_by("pk"))
    if len(wishes) < 2:
        return []
    now, room, apart = timezone.now(), _room(wishes), _apart()
    known = ranking.of_waiting(Rating.Kind.DUEL)
    start = ranking.STARTS[Rating.Kind.DUEL]
    pairs: list[Pair] = []
    for code in RULES:
        for clock in sorted({one.clock for one in wishes if code in one.codes}):
            waiting = [
                pairing.Waiting(one.player_id, known.get((one.player_id, code), start).mean, now - one.since)
                for one in wishes
                if code in one.codes and one.clock == clock and room[one.player_id] > 0
            ]
            for two in pairing.pair(waiting, lambda a, b: (min(a, b), max(a, b)) in apart):
                room.subtract(two)
                apart.add((min(two), max(two)))
                pairs.append(Pair(code, clock, *two))
    return pairs


def _room(wishes: Sequence[Wish]) -> Counter[int]:
    """How many matches may begin for each of these now: what was asked for, if so many fit. Two queries."""
    unfinished = Seat.objects.filter(
        queries.with_people(),
        player__wish__isnull=False,
        accepted=True,
        match__status__in=[Match.Status.INVITING, Match.Status.RUNNING],
    )
    taken = Counter(dict(unfinished.values_list("player").annotate(Count("pk")).order_by()))
    joined = Joining.objects.filter(player__wish__isnull=False)
    taken.update(dict(joined.values_list("player").annotate(Count("pk")).order_by()))
    return Counter(
        {
            one.player_id: min(one.wanted, limits.at_once(one.player, "matches") - taken[one.player_id])
            for one in wishes
        }
    )


KEPT_APART = """
SELECT r.player_id, r.other_id FROM accounts_relation r
JOIN games_wish w ON w.player_id = r.player_id JOIN games_wish v ON v.player_id = r.other_id
WHERE r.kind = %(ignored)s
AND (%(of)s::bigint[] IS NULL OR w.player_id = ANY(%(of)s) AND v.player_id = ANY(%(of)s))
UNION ALL
SELECT a.player_id, b.player_id FROM games_wish w
JOIN games_seat a ON a.player_id = w.player_id
JOIN games_match m ON m.id = a.match_id AND (m.status IN ('inviting', 'running') OR m.started_at > %(since)s)
JOIN games_seat b ON b.match_id = a.match_id AND b.player_id > a.player_id
JOIN games_wish v ON v.player_id = b.player_id
WHERE %(of)s::bigint[] IS NULL OR w.player_id = ANY(%(of)s) AND v.player_id = ANY(%(of)s)
"""


def _apart(of: Sequence[int] | None = None) -> set[tuple[int, int]]:
    """Pairs of those who wait, or `of` these of them, the smaller key first, who ignore each other or have
    just met. One query.
    """
    given: dict[str, Any] = {
        "ignored": Relation.Kind.IGNORED,
        "since": timezone.now() - APART,
        "of": None if of is None else list(of),
    }
    with connection.cursor() as cursor:
        cursor.execute(KEPT_APART, given)
        return {(min(two), max(two)) for two in cursor.fetchall()}


def _begin(code: str, clock: str, pair: tuple[int, int]) -> bool:
    """Start the match of a pair if both still wait, and nothing has come between them. False where somebody
    was quicker, or has no room.
    """
    try:
        with transaction.atomic():
            wishes = list(
                # In order, and waiting: two workers that skipped each other's locks would begin nothing.
                Wish.objects.select_for_update(of=("self",))
                .filter(player__in=pair, codes__contains=[code], clock=clock, wanted__gt=0)
                .select_related("player")
                .order_by("player")
            )
            if len(wishes) != 2 or _apart(pair):
                return False
            match = _play(code, clock, [one.player for one in wishes])
            for one in wishes:
                one.wanted -= 1
                if one.wanted:
                    one.save(update_fields=["wanted"])
                else:
                    one.delete()
    except (lobby.TooManyMatches, lobby.PlayerGone, play.PoolEmpty) as reason:
        logger.info("no match for players %s: %s", pair, type(reason).__name__)
        return False
    return match.status == Match.Status.RUNNING


def _play(code: str, clock: str, players: Sequence[User]) -> Match:
    options = RULES[code].clean_options({})
    for player in players:
        lobby.must_have_room(player)
    match = lobby.lay(players, code, options, Pace.TURNS, clock, accepted=players)
    return play.start(match.pk)
