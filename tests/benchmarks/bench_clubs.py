"""Clubs among millions of accounts, beside the same among a thousand, in one run.

What a page costs is the time of the processor, of the site and of its session of Postgres together.
BENCH_ACCOUNTS (default 3 million), of whom one in 30 has founded a club; the largest has some 190 members.
"""

from __future__ import annotations

from collections.abc import Callable
from unittest import mock

from django.db import connection
from django.test import Client

from accounts import spending
from accounts.models import User
from ladders.clubs.views.clubs import LINES
from ladders.models import Club, ClubMember
from tests.benchmarks.bench_leaders import cost
from tests.benchmarks.bench_people import ACCOUNTS, FEW, MAKE, SYLLABLES
from tests.benchmarks.laid import laid

EACH = 30
"""Accounts to a club."""
TABLES = ("accounts_user", "ladders_club", "ladders_clubmember", "ladders_clubmatch", "ladders_ladder")
CLUBS = """
INSERT INTO ladders_club (name, slug, folded, about, way, size, mean, deviation, volatility, won, level, lost,
    founded_at)
SELECT 'Dice of ' || id, 'dice-of-' || id, 'diceof' || id, 'We roll.', 'open', 1,
       1100 + (id * 7919 %% 400) + (id * 104729 %% 400), CASE WHEN id %% 2 = 0 THEN 350 ELSE 120 END, 0.06,
       1 + id %% 9, id %% 3, id %% 7, now()
FROM accounts_user WHERE id %% %s = 0
"""
FOUNDERS = """
INSERT INTO ladders_clubmember (club_id, player_id, role, joined_at)
SELECT club.id, substr(club.slug, 9)::bigint, 3, now() FROM ladders_club AS club
"""
MEMBERS = """
INSERT INTO ladders_clubmember (club_id, player_id, role, joined_at)
SELECT club.id, player.id, 1, now()
FROM accounts_user AS player
JOIN ladders_club AS club ON club.slug = 'dice-of-' || (player.id - player.id %% %s)
WHERE player.id %% %s <> 0
"""
LARGEST = """
INSERT INTO ladders_clubmember (club_id, player_id, role, joined_at)
SELECT (SELECT id FROM ladders_club WHERE slug = %s), player.id, 1, now() FROM accounts_user AS player
WHERE player.id < %s ORDER BY player.id DESC LIMIT 160 ON CONFLICT DO NOTHING
"""
LADDERS = """
INSERT INTO ladders_ladder (code, clock, size, club_id) SELECT 'BZ', 'main', 0, id FROM ladders_club
"""
MATCHES = """
INSERT INTO ladders_clubmatch (home_id, away_id, code, pace, clock, boards, days, status, at, due, home_ready,
    away_ready, home_points, away_points, ended_at, why)
SELECT club.id, other.id, 'BZ', 'split', 'main', 4, 14, 'over', now(), now(), true, true, 5, 3, now(), ''
FROM ladders_club AS club
JOIN LATERAL (SELECT id FROM ladders_club WHERE id < club.id ORDER BY id DESC LIMIT 3) AS other ON true
"""


def run(report: Callable[[str, str, str], None]) -> None:
    """Print what each page costs with few and with many."""
    few = _measured(FEW)
    for what, now in _measured(ACCOUNTS).items():
        was = few[what]
        share = f"{now / was:.2f} of {was:.1f} with {FEW:,}"
        report(f"{what}, {ACCOUNTS:,} accounts", f"{now:.1f} ms", share)
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE accounts_user, ladders_club CASCADE")


def _measured(number: int) -> dict[str, float]:
    """Milliseconds of the processor of each page among so many accounts and their clubs."""
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE accounts_user, ladders_club CASCADE")
        with laid(*TABLES):
            cursor.execute(MAKE, [number, SYLLABLES])
            cursor.execute(CLUBS, [EACH])
            cursor.execute(FOUNDERS)
            cursor.execute(MEMBERS, [EACH, EACH])
            cursor.execute(LADDERS)
            cursor.execute(MATCHES)
        club = Club.objects.order_by("pk")[Club.objects.count() // 2]
        founder = ClubMember.objects.get(club=club, role=ClubMember.Role.FOUNDER).player
        cursor.execute(LARGEST, [club.slug, founder.pk])
        cursor.execute(
            "UPDATE ladders_club SET size = (SELECT count(*) FROM ladders_clubmember AS one"
            " WHERE one.club_id = ladders_club.id)"
        )
        for table in TABLES:
            cursor.execute(f"VACUUM ANALYZE {table}")
    with mock.patch.object(spending, "spend"):
        return _costs(club, founder)


def _costs(club: Club, founder: User) -> dict[str, float]:
    browser = Client(headers={"host": "localhost"})
    browser.force_login(founder)
    pages = {
        "the clubs": "/clubs/",
        "the clubs, from the middle on": f"/clubs/?older={_with_a_page_before_it()}",
        "a club by its name": f"/clubs/?q={club.slug}",
        "clubs by a word that all have": "/clubs/?q=dice",
        "clubs by a word inside of all": "/clubs/?q=ceof",
        "clubs by a word that none has": "/clubs/?q=nothing",
        "the ranking of clubs": "/clubs/ranking/",
        "a large club": club.get_absolute_url(),
        "a large club, for those who lead it": f"{club.get_absolute_url()}lead/",
        "the ladder of a club": f"{club.get_absolute_url()}ladders/bz/",
        "events, and ladders of my clubs": "/events/",
    }
    return {what: cost(browser, address) for what, address in pages.items()}


def _with_a_page_before_it() -> int:
    """A club in the middle or, of few, near the end: as many older ones fill a page."""
    keys = list(Club.objects.order_by("pk").values_list("pk", flat=True))
    return keys[max(len(keys) // 2, min(LINES, len(keys) - 1))]
