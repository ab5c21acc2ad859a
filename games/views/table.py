"""The table of a match: look at it, and make a move."""

from __future__ import annotations

import json
from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import guests, visitors
from accounts.models import User
from games import live, options, play, queries, sets, subjects, timeouts, typed
from games.forms import MoveForm, TypedForm
from games.models import Match, Move, Seat
from games.rules.base import Move as RulesMove
from games.rules.base import Rules
from games.rules.dice10000 import Dice10000
from games.rules.dice10000_turn import offer
from games.rules.scorecard import ROLLS, Scorecard
from games.typed import BadWords
from games.views import cards, refusals, ten_thousand
from games.views.turns import last_turns

OWN_ROLLS = 12
"""Of the player's own latest rolls, which the browser checks."""


@guests.welcome
@require_safe
@never_cache
def table(request: HttpRequest, match_id: int) -> HttpResponse:
    """Show a match as the visitor may see it; an invitation only to whom it names."""
    return show(request, match_id)


@guests.welcome
@login_required
@require_POST
@never_cache
def move(request: HttpRequest, match_id: int) -> HttpResponse:
    """Make one move, then show the table; a refusal shows the table as it stands, with a sentence."""
    player = cast("User", request.user)
    try:
        version, wanted, sent = asked_for(request, match_id)
        play.move(match_id, player, version, wanted, sent)
    except BadWords as error:
        return show(request, match_id, str(error), 400)
    except Match.DoesNotExist as missing:
        raise Http404 from missing
    except play.NotSeated as error:
        return refusals.page(request, error, match_address(match_id))
    except refusals.REFUSED as error:
        return show(request, match_id, refusals.sentence_of(error), refusals.status_of(error))
    return redirect("games:table", match_id)


def asked_for(request: HttpRequest, match_id: int) -> tuple[int, RulesMove, play.Sent]:
    """The version that was seen, the move that was chosen or typed in words, and what was sent for the dice.

    Raises BadWords with a sentence, Match.DoesNotExist, play.NotSeated.
    """
    if "typed" not in request.POST:
        form = MoveForm(request.POST)
        if not form.is_valid():
            raise BadWords(form.sentence())
        return form.cleaned_data["version"], form.move(), form.sent()
    words = TypedForm(request.POST)
    if not words.is_valid():
        raise BadWords("Type a move, such as: roll.")
    match, seats = queries.table(match_id)
    mine = seat_of(request, seats)
    if mine is None:
        raise play.NotSeated("You have no seat at this match.")
    if match.state is None or match.over:
        raise BadWords("This match does not run.")
    wanted = typed.read(match.rules, match.table, mine.index, words.cleaned_data["typed"])
    return words.cleaned_data["version"], wanted, words.sent()


def match_address(match_id: int) -> str:
    """Where the table of a match is."""
    return redirect("games:table", match_id).url


def show(request: HttpRequest, match_id: int, sentence: str = "", status: int = 200) -> HttpResponse:
    """The table as it stands now, below a sentence if there is one. Raises Http404."""
    try:
        match, seats = queries.table(match_id)
    except Match.DoesNotExist as missing:
        raise Http404 from missing
    viewer = seat_of(request, seats)
    if match.state is None:
        if viewer is None:
            raise Http404
        context: dict[str, Any] = {"match": match, "seats": seats, "mine": viewer, "sentence": sentence}
        return render(request, "games/invitation.html", context, status=status)
    context = {
        "sentence": sentence,
        "subjects": subjects.of([match]),
        "decided_by": subjects.decided_by(match),
        **table_context(match, seats, viewer),
    }
    if match.status == Match.Status.RUNNING:
        context["live"] = live.token(visitors.of(request), *context["channels"])
    if viewer is not None:
        next_match, others_waiting = queries.next_waiting(cast("User", request.user), match)
        waiting = others_waiting + viewer.to_move
        context |= {"next_match": next_match, "others_waiting": others_waiting, "waiting": waiting}
    response = render(request, f"games/tables/{match.rules.family}.html", context, status=status)
    if status == 503:
        response["Retry-After"] = "5"
    return response


def seat_of(request: HttpRequest, seats: list[Seat]) -> Seat | None:
    """The visitor's seat at the match, if any."""
    if not request.user.is_authenticated:
        return None
    return next((seat for seat in seats if seat.player_id == request.user.pk), None)


def table_context(match: Match, seats: list[Seat], viewer: Seat | None) -> dict[str, Any]:
    """All that a table shows, stripped of what the viewer may not see. One query."""
    rules = match.rules
    index = viewer.index if viewer else None
    state = match.table
    view = state if match.over else rules.view(state, index)
    hidden = () if match.over else rules.hidden(state, index)
    closed = not match.over and bool(rules.hidden(state, None))
    to_act = () if match.over else rules.to_act(state)
    moves = queries.recent_moves(match, hidden)
    past = last_turns(moves, aside=isinstance(rules, Dice10000))
    mine = index in to_act
    acting = index if mine else next((seat for seat in to_act if seat not in hidden), None)
    return {
        "match": match,
        "rules": rules,
        "seats": seats,
        "mine": viewer,
        "my_turn": mine,
        "movers": [seat for seat in seats if seat.index in to_act and seat.index not in hidden],
        "acting": seats[acting] if acting is not None else None,
        "version": play.version_for(match, viewer),
        "late": timeouts.overdue(match, seats, timezone.now()),
        "roll_off": [move for move in moves if move.kind == Move.ROLL_OFF],
        "last_turns": [
            (seats[turn.seat], turn)
            for turn in past.values()
            if turn.done or not (mine and turn.seat == index)
        ],
        "standings": sorted(seats, key=lambda seat: (seat.place or len(seats), seat.index)),
        "hides": bool(hidden),
        "option_words": options.unusual(match.code, match.options),
        "words": typed.suggestions(rules, view, index) if mine and index is not None else [],
        "instruction": instruction(rules, view, index) if mine and index is not None else "",
        "winners": [seat for seat in seats if seat.place == 1],
        "channels": _channels(match, viewer, closed=closed),
        "closed": closed,
        "own": own_dice(match, viewer, moves, closed=closed) if viewer else "",
        **lay(rules, view, seats, index, acting, {seat: turn.box for seat, turn in past.items()}),
    }


def _channels(match: Match, viewer: Seat | None, *, closed: bool) -> list[str]:
    """Where the page hears of changes; of what strangers may not see, a player on a channel of the own."""
    own = [live.channel(match.pk, viewer.player_id)] if closed and viewer else []
    return [live.channel(match.pk), *own]


def own_dice(match: Match, viewer: Seat, moves: list[Move], *, closed: bool) -> str:
    """What the browser of the seat's own player needs to send numbers and to check the dice, as JSON.

    Nobody else gets it: it tells under which serials the next rolls are reserved.
    """
    rolled = [
        {"serials": move.serials, "numbers": move.numbers, "dice": move.dice}
        for move in moves
        if move.seat == viewer.index and move.numbers
    ]
    told = {
        "match": match.pk,
        "over": match.over,
        "closed": closed,
        "key": sets.public_key(),
        "sets": list(sets.receipts_of(viewer)),
        "rolled": rolled[-OWN_ROLLS:],
    }
    return json.dumps(told, separators=(",", ":"))


def instruction(rules: Rules[Any], view: Any, seat: int) -> str:
    """What the player who is to move can do now, in one sentence."""
    if isinstance(rules, Dice10000):
        if view.roll:
            return "Set aside scoring dice, then roll on or bank."
        return "Pick up, or roll all six." if offer(view) else "Your turn: roll the dice."
    held = view.hands[seat]
    if not held.rolls:
        return "Your turn: roll the dice."
    if held.rolls == ROLLS:
        return "Choose a box to score."
    return "Keep what you like and roll again, or score a box."


def lay(
    rules: Rules[Any],
    view: Any,
    seats: list[Seat],
    viewer: int | None,
    acting: int | None,
    last_boxes: dict[int, str],
) -> dict[str, Any]:
    """The cards or the race, and the dice before the seat that acts, as the family's template shows them."""
    if isinstance(rules, Dice10000):
        return {
            "state": view,
            "race": ten_thousand.race(view, seats, viewer),
            "turn": ten_thousand.turn(rules, view, acting) if acting is not None else None,
        }
    assert isinstance(rules, Scorecard)
    return {
        "cards": cards.cards(rules, view, seats, viewer, last_boxes),
        "hand": cards.hand(rules, view, acting) if acting is not None else None,
    }
