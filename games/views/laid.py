"""A position on the site's own tables, without a match behind it: what puzzles and shared positions show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.figures import figure
from games import options, positions
from games.analysis.review import by_points, whole_match
from games.positions import Position
from games.rules.base import Kind, Move
from games.tables import table_of
from games.views import review_words as words


@dataclass(frozen=True, slots=True)
class Chair:
    """Somebody who sits at a table and has no name."""

    index: int
    name: str
    place: int | None = None


def chairs(position: Position) -> list[Chair]:
    """One for each seat."""
    players = len(position.rules.totals(position.state))
    if players == 1:
        return [Chair(0, _("The card"))]
    return [Chair(seat, _("Player %(number)d") % {"number": seat + 1}) for seat in range(players)]


def context(position: Position, *, mine: bool) -> dict[str, Any]:
    """What the templates of a table show of a position; `mine` where the visitor is to move in it."""
    rules, state, seat = position.rules, position.state, position.seat
    table, seats = table_of(rules), chairs(position)
    laid = table.lay(rules, state, seats, seat if mine else None, seat, {})
    turn: Any = laid.get("hand") or laid.get("turn")
    return {
        "rules": rules,
        "table": table,
        "my_turn": mine,
        "alone": len(seats) == 1,
        "acting": seats[seat],
        "dice": turn.dice,
        "option_words": options.unusual(rules.code, positions.options(position)),
        **laid,
    }


def rolls_left(position: Position) -> str:
    """How the turn stands, in a sentence."""
    rules, state, seat = position.rules, position.state, position.seat
    if whole_match(rules):
        left = table_of(rules).lay(rules, state, chairs(position), None, seat, {})["hand"].rolls_left
        if not left:
            return _("No roll is left.")
        return ngettext("%(count)d roll is left.", "%(count)d rolls are left.", left) % {"count": left}
    if not state.roll:
        return _("A turn begins.")
    if not state.points:
        return _("Nothing is set aside in this turn yet.")
    told = {"points": figure(state.points)}
    return _("This turn has gathered %(points)s points.") % told


def scored_by_points(position: Position) -> bool:
    """Whether its moves are compared by points, not by the chance to win."""
    return by_points(position.rules, len(position.rules.totals(position.state)))


def named(position: Position, move: Move) -> str:
    """A move in words, with what a box writes."""
    rules = position.rules
    scores = rules.preview(position.state, position.seat) if move.kind is Kind.SCORE else {}
    return words.move(rules, move, scores.get(move.box))
