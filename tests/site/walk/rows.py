"""Every row of the table of who may see and do what."""

from __future__ import annotations

from collections import defaultdict

from tests.site.walk import (
    rows_accounts,
    rows_admin,
    rows_api,
    rows_archive,
    rows_clubs,
    rows_forum,
    rows_games,
    rows_ladders,
    rows_learning,
    rows_site,
)
from tests.site.walk.row import Row

ROWS: tuple[Row, ...] = (
    *rows_games.ROWS,
    *rows_archive.ROWS,
    *rows_learning.ROWS,
    *rows_ladders.ROWS,
    *rows_accounts.ROWS,
    *rows_api.ROWS,
    *rows_clubs.ROWS,
    *rows_forum.ROWS,
    *rows_site.ROWS,
    *rows_admin.ROWS,
)
BY_NAME: dict[str, list[Row]] = defaultdict(list)
for _row in ROWS:
    BY_NAME[_row.name].append(_row)
