"""An archive of tens of thousands for tests: copies of one match, made by the database itself."""

from __future__ import annotations

from django.db import connection
from django.db.models import Model

from games.models import Match, Seat


def _columns(model: type[Model], *but: str) -> list[str]:
    return [str(field.column) for field in model._meta.concrete_fields if field.column not in but]


def copies(match: Match, many: int) -> None:
    """Let there be so many more finished matches like this one, an hour apart, with other totals."""
    columns, seats = _columns(Match, "id", "ended_at"), _columns(Seat, "id", "match_id", "total")
    one, of_match, of_seat = match.pk, ", ".join(columns), ", ".join(seats)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO games_match (ended_at, {of_match})"
            f" SELECT ended_at - n * interval '1 hour', {of_match}"
            " FROM games_match, generate_series(1, %s) AS n WHERE id = %s",
            [many, one],
        )
        cursor.execute(
            f"INSERT INTO games_seat (match_id, total, {of_seat})"
            f" SELECT more.id, more.id %% 250 + index, {', '.join(f'seat.{name}' for name in seats)}"
            " FROM games_seat AS seat, games_match AS more WHERE seat.match_id = %s AND more.id > %s",
            [one, one],
        )
        # Where autovacuum has counted meanwhile, which sees nothing of this, they pass for empty until then
        cursor.execute("ANALYZE games_match, games_seat")
        cursor.execute(
            """
            INSERT INTO games_archived (match_id, ended_at, total, code, closed, words)
            SELECT id, ended_at, id %% 250 + 1, code, false,
              CASE WHEN id %% 5000 = 0 THEN to_tsvector('simple', 'resign') END
            FROM games_match WHERE id > %s
            """,
            [one],
        )
        cursor.execute(
            """
            INSERT INTO games_archivedseat (match, player_id, ended_at, total)
            SELECT match_id, player_id, ended_at, total
            FROM games_seat JOIN games_match ON games_match.id = match_id
            WHERE match_id > %s AND player_id IS NOT NULL
            """,
            [one],
        )
        cursor.execute("ANALYZE games_archived, games_archivedseat")
