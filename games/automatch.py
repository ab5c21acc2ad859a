"""Find me a match: players who wait are paired by rating, and their matches begin by themselves.

A pass may run twice, or in two workers: each pair is taken under the locks of both wishes, which say
how many matches are still wanted.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import timedelta

from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import Relation, User
from games import lobby, pairing, play, ranking
from games.models import Match, Rating, Wish
from games.rules import RULES
from games.rules.base import BadOptions, Pace

logger = logging.getLogger(__name__)
MOST = 5
"""Matches that one may ask for at once."""
LASTS = timedelta(days=14)
AWAY = timedelta(days=4)
APART = timedelta(days=3)
"""After a match begun together two are not paired again for so long, nor while one is unfinished."""


class NoWish(Exception):
    """The player does not wait for an opponent, any more."""


@transaction.atomic
def wish(player: User, codes: Sequence[str], clock: str, wanted: int) -> Wish:
    """Wait for opponents in any of these games; an earlier wish is replaced but keeps its place.

    Raises BadOptions, lobby.TooManyMatches.
    """
    if not codes or not set(codes) <= set(RULES):
        raise BadOptions("Choose one game at least.")
    if not 1 <= wanted <= MOST:
        raise BadOptions(f"Ask for 1 to {MOST} matches at once.")
    lobby.must_have_room(player, wanted)
    made, _ = Wish.objects.update_or_create(
        player=player, defaults={"codes": sorted(set(codes)), "clock": clock, "wanted": wanted}
    )
    return made


def forget(player: User) -> None:
    """Wait no more. Raises NoWish."""
    if not Wish.objects.filter(player=player).delete()[0]:
        raise NoWish("You do not wait for an opponent any more: see your matches.")


def run() -> int:
    """One pass over all who wait. Returns how many matches began."""
    now = timezone.now()
    stopped = Q(player__is_active=False) | Q(player__suspended_until__gt=now)
    gone = Q(since__lte=now - LASTS) | stopped
    unseen = Q(player__last_seen=None) | Q(player__last_seen__lte=now - AWAY)
    Wish.objects.filter(gone | (unseen & Q(since__lte=now - AWAY))).delete()
    begun = 0
    for code in RULES:
        clocks = Wish.objects.filter(codes__contains=[code]).values_list("clock", flat=True).distinct()
        for clock in list(clocks):
            begun += _run(code, clock)
    return begun


def _run(code: str, clock: str) -> int:
    now = timezone.now()
    wishes = list(Wish.objects.filter(codes__contains=[code], clock=clock).only("player_id", "since"))
    if len(wishes) < 2:
        return 0
    players = [one.player_id for one in wishes]
    known = ranking.of_players(players, code, Rating.Kind.DUEL)
    start = ranking.STARTS[Rating.Kind.DUEL]
    waiting = [
        pairing.Waiting(one.player_id, known.get(one.player_id, start).mean, now - one.since)
        for one in wishes
    ]
    apart = _apart(players)
    pairs = pairing.pair(waiting, lambda a, b: (min(a, b), max(a, b)) in apart)
    return sum(_begin(code, clock, pair) for pair in pairs)


def _apart(players: Sequence[int]) -> set[tuple[int, int]]:
    """Pairs of these, the smaller key first, who ignore each other or have just met. Two queries."""
    ignored = Relation.objects.filter(
        kind=Relation.Kind.IGNORED, player__in=players, other__in=players
    ).values_list("player", "other")
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT a.player_id, b.player_id FROM games_seat a"
            " JOIN games_match m ON m.id = a.match_id"
            " JOIN games_seat b ON b.match_id = a.match_id AND b.player_id > a.player_id"
            " WHERE a.player_id = ANY(%s) AND b.player_id = ANY(%s)"
            " AND (m.status IN ('inviting', 'running') OR m.started_at > %s)",
            [list(players), list(players), timezone.now() - APART],
        )
        met = cursor.fetchall()
    return {(min(a, b), max(a, b)) for a, b in [*ignored, *met]}


def _begin(code: str, clock: str, pair: tuple[int, int]) -> bool:
    """Start the match of a pair if both still wait. False where somebody was quicker, or has no room."""
    try:
        with transaction.atomic():
            # Players before wishes, as whoever wishes anew takes them.
            list(User.objects.select_for_update(no_key=True).filter(pk__in=pair).order_by("pk"))
            wishes = list(
                # In order, and waiting: two workers that skipped each other's locks would begin nothing.
                Wish.objects.select_for_update(of=("self",))
                .filter(player__in=pair, codes__contains=[code], clock=clock, wanted__gt=0)
                .select_related("player")
                .order_by("player")
            )
            if len(wishes) != 2:
                return False
            match = _play(code, clock, [one.player for one in wishes])
            for one in wishes:
                one.wanted -= 1
                if one.wanted:
                    one.save(update_fields=["wanted"])
                else:
                    one.delete()
    except (lobby.TooManyMatches, play.PoolEmpty) as reason:
        logger.info("No match for %s: %s", pair, reason)
        return False
    return match.status == Match.Status.RUNNING


def _play(code: str, clock: str, players: Sequence[User]) -> Match:
    options = RULES[code].clean_options({})
    for player in players:
        lobby.must_have_room(player)
    match = lobby.lay(players, code, options, Pace.TURNS, clock, accepted=players)
    return play.start(match.pk)
