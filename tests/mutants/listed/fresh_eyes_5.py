"""What a fifth draw, and whoever read the code beside it, found that no test of its subject noticed."""

from __future__ import annotations

from tests.mutants import Mutant

FRESH_EYES_5 = (
    Mutant(
        "games/rules/ten_thousand/turn.py",
        "        return replace(state, hand=(), hand_points=0)\n",
        "        return replace(state, hand=())\n",
        "tests/games/rules/test_dice10000_alternative.py",
    ),
    Mutant(
        "ladders/clubs/queries.py",
        'list(club.events.exclude(status=Event.Status.DRAFT).order_by("-pk")[:SHOWN])',
        'list(club.events.order_by("-pk")[:SHOWN])',
        "tests/ladders/views/test_club_events.py",
    ),
    Mutant(
        "accounts/moderation/staff.py",
        '@admin.action(description=_("Publish"), permissions=["change"])',
        '@admin.action(description=_("Publish"))',
        "tests/accounts/views/test_news.py",
    ),
    Mutant(
        "dicepool/settling.py",
        "            waiting &= holders()\n",
        "            waiting = holders()\n",
        "tests/dicepool/test_log_faults.py",
    ),
    Mutant(
        "games/seats/bots.py",
        "kind=Rating.Kind.DUEL, matches__gt=0)",
        "kind=Rating.Kind.DUEL)",
        "tests/games/test_bots.py",
    ),
    Mutant(
        "games/daily/counting.py",
        " AND total = %s AND players > 0",
        " AND total = %s",
        "tests/games/daily/test_handing.py",
    ),
    Mutant(
        "games/daily/handing.py",
        "        Match.objects.select_for_update(no_key=True).filter(pk=match_id).first()\n",
        "",
        "tests/games/daily/test_at_once.py",
    ),
    Mutant(
        "accounts/live/places.py",
        "  redis.call('HDEL', KEYS[2], gone)\n",
        "",
        "tests/site/test_measured.py",
    ),
)
