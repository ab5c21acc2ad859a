"""100,000 clubs: the list, the search and the ranking go by an index, and read as few rows as they show."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection

from accounts.leaves import leaf
from accounts.models import User
from ladders.clubs import queries
from ladders.ladder import queries as of_ladders
from ladders.models import Club
from tests.benchmarks.bench_people import MAKE, SYLLABLES
from tests.plans import too_dear

pytestmark = pytest.mark.django_db
CLUBS = 100_000
BIG = {"accounts_user", "ladders_club", "ladders_clubmember", "ladders_ladder", "ladders_clubmatch"}
MOST = 400
FILL = """
INSERT INTO ladders_club (name, slug, folded, about, way, size, mean, deviation, volatility, won, level, lost,
    founded_at, closed_at)
SELECT 'Club ' || number, 'club-' || number,
    translate('club' || number || CASE WHEN number %% 1000 = 0 THEN 'seldom' ELSE '' END || 'dice',
        '01i', 'oll'), '', 'open', 1,
    1000 + number %% 1000, CASE WHEN number %% 2 = 0 THEN 350 ELSE 100 END, 0.06, 0, 0, 0, now(),
    CASE WHEN number %% 10 = 9 THEN now() END
FROM generate_series(1, %s) AS number
"""
PLAYERS = CLUBS // 10
BELONG = """
INSERT INTO ladders_clubmember (club_id, player_id, role, joined_at)
SELECT club.id, player.id, 3, now()
FROM (SELECT id, row_number() OVER (ORDER BY id) AS number FROM ladders_club) AS club
JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS number FROM accounts_user) AS player
ON player.number = club.number %% %s
"""
LADDERS = (
    "INSERT INTO ladders_ladder (code, clock, size, club_id) SELECT 'BO', 'main', 0, id FROM ladders_club"
)
AGAINST = """
INSERT INTO ladders_clubmatch (home_id, away_id, code, pace, clock, boards, days, status, at, due, home_ready,
    away_ready, why)
SELECT id, id - 1, 'BO', 'turns', 'main', 2, 14, 'over', now(), now(), true, true, ''
FROM ladders_club WHERE id > (SELECT min(id) FROM ladders_club)
"""


@pytest.fixture
def many(alice: User) -> Club:
    """So many clubs, a tenth of them closed, half of the others with a number. The one in the middle."""
    with connection.cursor() as cursor:
        cursor.execute(MAKE, [PLAYERS, SYLLABLES])
        cursor.execute(FILL, [CLUBS])
        # Where autovacuum has counted meanwhile, which sees nothing of this, they pass for empty until then
        cursor.execute("ANALYZE accounts_user, ladders_club")
        cursor.execute(BELONG, [PLAYERS])
        cursor.execute(LADDERS)
        cursor.execute(AGAINST)
        cursor.execute("ANALYZE ladders_clubmember, ladders_ladder, ladders_clubmatch")
    assert Club.objects.count() == CLUBS
    return Club.objects.get(slug=f"club-{CLUBS // 2}")


def test_pages_of_many_clubs_cost_what_they_show(many: Club, alice: User) -> None:
    middle = {"older": str(many.pk)}
    pages: dict[str, tuple[int, Callable[[], object]]] = {
        "the newest": (1, lambda: leaf(queries.there(), {}, 30)),
        "in the middle": (1, lambda: leaf(queries.there(), middle, 30)),
        "back from there": (1, lambda: leaf(queries.there(), {"newer": str(many.pk)}, 30)),
        "the ranking": (1, queries.ranking),
        "what all names begin with": (1, lambda: queries.search("club")),
        "a letter": (1, lambda: queries.search("c")),
        "what all names hold": (2, lambda: queries.search("dice")),
        "two letters inside of all": (1, lambda: queries.search("di")),
        "what few names hold": (2, lambda: queries.search("seldom")),
        "what none holds": (2, lambda: queries.search("nothing like it")),
        "one by its whole name": (2, lambda: queries.search(many.name)),
        "my clubs": (1, lambda: queries.mine(alice)),
        "ladders of my clubs": (1, lambda: of_ladders.of_clubs(alice)),
        "a club's matches": (1, lambda: queries.matches_of(many)),
        "a club's ladders": (1, lambda: queries.ladders_of(many)),
        "a club's leaders": (1, lambda: queries.leaders(many)),
    }
    wrong = [
        f"{name}: {line}"
        for name, (count, act) in pages.items()
        for line in too_dear(act, BIG, queries=count, rows=MOST)
    ]
    assert not wrong, "\n".join(wrong)
    assert [len(queries.search(words)) for words in ("club", "dice", "di", "seldom")] == [20, 20, 0, 20]
    assert many in queries.search(many.name)
    assert len(queries.ranking()) == queries.RANKED
    assert len(queries.mine(alice)) == len(of_ladders.of_clubs(alice)) == 10
