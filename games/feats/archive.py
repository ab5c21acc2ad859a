"""All that is kept of what a player's matches came to, for the player's own archive."""

from __future__ import annotations

from accounts.models import User
from games.models import Deed, Earned, Standing, Tally

COUNTED = ("matches", "contests", "won", "drawn", "late", "totals", "points", "bars", "run", "run_days")
BESTS = ("total", "column", "alike", "wins", "days")
OF_MATCH = ("total", "column", "alike", "won", "late", "above", "accuracy", "decisions", "feats")


def everything(player: User) -> dict[str, object]:
    """As JSON values. Four queries."""
    tallies = Tally.objects.filter(player=player).order_by("code", "span", "begins")
    bests = [name for best in BESTS for name in (best, f"{best}_match")]
    earned = Earned.objects.filter(player=player).order_by("at", "feat")
    deeds = Deed.objects.filter(player=player).order_by("ended_at", "match")
    listed = Standing.objects.filter(player=player).order_by("code", "kind")
    return {
        "achievements": list(earned.values("feat", "match", "event", "at")),
        "records": list(tallies.values("code", "span", "begins", "listed", *COUNTED, *bests)),
        "matches": list(deeds.values("match", "code", "ended_at", *OF_MATCH)),
        "lists": list(listed.values("code", "kind", "number", "country", "month", "gain")),
    }
