"""The table of a match: look at it, and make a move."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import addresses, guests
from accounts.models import User
from games import typed
from games.chat import Beside
from games.coach import hints
from games.daily import queries as daily
from games.forms import MoveForm, SentForm, TypedForm, listing
from games.match import channels, deadlines, latest, play, practising, queries, seen, sets, subjects, watching
from games.models import Match, Move, Seat
from games.rules.base import Kind
from games.rules.base import Move as RulesMove
from games.tables import table_of
from games.tables.base import Made
from games.tables.turns import last_turns
from games.typed import BadWords
from games.views import embedding, ending, heading, refusals, watch

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
    """Make one move, then show the table; a refusal shows the table as it stands, with a sentence.

    A script that sent the move has the table by the same answer, a form by itself is led to it.
    """
    player = cast("User", request.user)
    try:
        version, wanted, sent = asked_for(request, match_id)
        if player.looks.warn and "sure" not in request.POST and (word := _warning(match_id, player, wanted)):
            _keep_told(request, match_id)
            return show(request, match_id, word, 409, unsure=True)
        match = play.move(match_id, player, version, wanted, sent)
    except BadWords as error:
        _keep_told(request, match_id)
        return show(request, match_id, str(error), 400)
    except Match.DoesNotExist as missing:
        raise Http404 from missing
    except play.NotSeated as error:
        return refusals.page(request, error, match_address(match_id))
    except refusals.REFUSED as error:
        return show(request, match_id, refusals.sentence_of(error), refusals.status_of(error))
    if swaps(request):
        return show(request, match_id, moved=wanted, known=match)
    onward = goes_on(request, match, wanted) and queries.waiting_for(player)
    return HttpResponseRedirect(match_address(onward[0] if onward and match_id not in onward else match_id))


def _keep_told(request: HttpRequest, match_id: int) -> None:
    """Keep the numbers that came with what is no move yet, or none: they are told all the same."""
    form = SentForm(request.POST)
    form.is_valid()
    numbers = form.cleaned_data.get("numbers", ())
    with suppress(Match.DoesNotExist, play.NotSeated):
        play.keep_told(match_id, cast("User", request.user), play.Sent(numbers))


def _warning(match_id: int, player: User, wanted: RulesMove) -> str:
    """What the coach says before this move, if it says anything. Raises Match.DoesNotExist."""
    others = Seat.objects.filter(match=match_id).exclude(player=player)
    if others.filter(Q(player=None) | Q(player__robot="")).exists():  # most matches: read no more of them
        return ""
    from games.views import hint  # noqa: PLC0415  (only who wants to be warned brings the analysis along)

    match, seats = queries.table(match_id)
    return hint.warning(match, seats, player, wanted) if match.begun else ""


def goes_on(request: HttpRequest, match: Match, made: RulesMove | None) -> bool:
    """Whether this move leads on to the next match, unless it is the player's turn again: never one that ends
    the match, nor a roll, whose dice are still to be seen.
    """
    done = made is not None and made.kind in {Kind.SCORE, Kind.BANK}
    return done and not match.over and listing.kept(request).onward


def swaps(request: HttpRequest) -> bool:
    """Whether a script sent what was done at the table: it takes the table alone out of the answer."""
    return request.method == "POST" and "HTTP_HX_REQUEST" in request.META


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
        raise BadWords(_("Type a move, such as: roll."))
    match, seats = queries.table(match_id)
    mine = seat_of(request, seats)
    if mine is None:
        raise play.NotSeated(_("You are not playing in this match."))
    if not match.begun or match.over:
        raise BadWords(_("This match is not running."))
    table, said = table_of(match.rules), words.cleaned_data["typed"]
    wanted = typed.read(match.rules, match.table, mine.index, said, table.synonyms, table.box_label)
    return words.cleaned_data["version"], wanted, words.sent()


def match_address(match_id: int) -> str:
    """Where the table of a match is."""
    return addresses.of("games:table", match_id)


def show(
    request: HttpRequest,
    match_id: int,
    sentence: str = "",
    status: int = 200,
    *,
    moved: RulesMove | None = None,
    known: Match | None = None,
    unsure: bool = False,
) -> HttpResponse:
    """The table as it stands now, below a sentence if there is one, or as the player has left it who has
    `moved` (`known`); `unsure` offers what was just sent once more, to be confirmed. Raises Http404.
    """
    try:
        match, seats = queries.as_left(known) or queries.table(match_id)
    except Match.DoesNotExist as missing:
        raise Http404 from missing
    viewer = seat_of(request, seats)
    if not match.begun:
        if viewer is None:
            raise Http404
        context: dict[str, Any] = {"match": match, "seats": seats, "mine": viewer, "sentence": sentence}
        context["channels"] = [channels.of_list(viewer.player_id)] if viewer.player_id else []
        return render(request, "games/invitation.html", context, status=status)
    try:
        watching.must_be_watched(match, seats, request.user)
    except watching.NotWatched as error:
        return watch.refused(request, error)
    bare = swaps(request)
    context = {
        "layout": "games/tables/_answer.html" if bare else "base.html",
        "bare": bare,
        "sentence": sentence,
        "once_more": _sent_again(request) if unsure else (),
        "subjects": subjects.of([match]),
        "decided_by": subjects.decided_by(match),
        "embed": embedding.offered(request, match, seats) if match.over or not bare else None,
        **table_context(match, seats, viewer),
    }
    # What is wrong with typed words is said beside them, where it is the player's turn still
    context["misread"] = bool(sentence and not unsure and "typed" in request.POST and context["my_turn"])
    if viewer is not None:
        context |= _goes_on(request, match, viewer, moved)
    if viewer is not None and len(seats) > 1 and not bare:
        room = Beside(match)
        context |= {"room": room, "channels": [*context["channels"], room.channel]}
    response = render(request, f"games/tables/{context['table'].family}.html", context, status=status)
    if status == 503:
        response["Retry-After"] = "5"
    return response


def _goes_on(request: Any, match: Match, viewer: Seat, moved: RulesMove | None) -> dict[str, Any]:
    """What else waits for the player who looks, and whether the page leads there by itself. One query."""
    if swaps(request):  # without a head
        waiting = queries.waiting_for(request.user)
    else:
        waiting, request.new = queries.in_the_head(request.user)
    others = [match_id for match_id in waiting if match_id != match.pk]
    return {
        "next_match": others[0] if others else None,
        "others_waiting": len(others),
        "waiting": len(others) + viewer.to_move,
        "goes_on": listing.kept(request).onward,
        "onward": goes_on(request, match, moved),
    }


def _sent_again(request: HttpRequest) -> list[tuple[str, str]]:
    """The fields that were sent, but for the token that each form has of its own."""
    fields = ((name, value) for name, values in request.POST.lists() for value in values)
    return [(name, str(value)) for name, value in fields if name != "csrfmiddlewaretoken"]


def seat_of(request: HttpRequest, seats: list[Seat]) -> Seat | None:
    """The visitor's seat at the match, if any."""
    return seen.seat_of(request.user, seats)


def table_context(match: Match, seats: list[Seat], viewer: Seat | None) -> dict[str, Any]:
    """All that a table shows, stripped of what the viewer may not see. One query."""
    found = seen.of(match, seats, viewer)
    rules, view, hidden, closed = found.rules, found.view, found.hidden, found.closed
    index, to_act, moves, mine = found.index, found.to_act, found.moves, found.my_turn
    table = table_of(rules)
    past = last_turns(table, rules, moves, view, latest.banks(seats))
    day = daily.day_of(match)
    acting = index if mine else next((seat for seat in to_act if seat not in hidden), None)
    return {
        "match": match,
        "rules": rules,
        "table": table,
        "seats": seats,
        "mine": viewer,
        "my_turn": mine,
        "may_resign": found.may_resign,
        "coached": hints.helps(match, seats, viewer),
        "went_back": bool(moves) and moves[-1].kind == Kind.TAKE_BACK,
        "may_take_back": practising.may_take_back(match, seats, viewer, moves),
        "movers": found.movers,
        "acting": seats[acting] if acting is not None else None,
        "version": found.version,
        "late": deadlines.overdue(match, seats, timezone.now()),
        "roll_off": () if past else [move for move in moves if move.kind == Move.ROLL_OFF],
        "last_turns": [
            (seat, past.get(seat.index), seat.index == index) for seat in seats if seat.index not in hidden
        ],
        "end": ending.of(match, seats, viewer, moves),
        "hides": bool(hidden),
        "daily": day,
        "names": tuple(seat.name for seat in seats),
        "option_words": heading.words(match, day),
        "words": typed.suggestions(rules, view, index, table.box_label) if mine and index is not None else [],
        "instruction": table.instruction(rules, view, index) if mine and index is not None else "",
        **_heard(match, seats, viewer, closed=closed),
        "closed": closed,
        "own": own_dice(match, viewer, moves, closed=closed) if viewer else "",
        **table.lay(rules, view, seats, index, acting, past),
    }


def _heard(match: Match, seats: list[Seat], viewer: Seat | None, *, closed: bool) -> dict[str, list[str]]:
    """The channels that the page hears, and those of them of which the table is looked at anew."""
    if match.over:  # nothing of it changes any more, but somebody may ask to play again
        return {"channels": _asks_again(seats, viewer), "refresh": []}
    names = _channels(match, viewer, closed=closed)
    return {"channels": names, "refresh": names}


def _asks_again(seats: list[Seat], viewer: Seat | None) -> list[str]:
    """Where a player hears that another asks to play again."""
    if viewer is None or viewer.player is None or viewer.player.guest or len(seats) == 1:
        return []
    return channels.of_lists([viewer.player])


def _channels(match: Match, viewer: Seat | None, *, closed: bool) -> list[str]:
    """Where the page hears of changes; of what strangers may not see, a player on their own channel."""
    own = [channels.of_match(match.pk, viewer.player_id)] if closed and viewer else []
    return [channels.of_match(match.pk), *own]


def own_dice(match: Match, viewer: Seat, moves: Sequence[Made], *, closed: bool) -> str:
    """What the browser of the seat's own player needs to send numbers and to check the dice, as JSON.

    Nobody else gets it: it tells under which serials the next rolls are reserved. Of a deal there is none.
    """
    if match.deal_id is not None:
        return ""
    rolled = [
        {"serials": move.serials, "numbers": move.numbers, "dice": move.dice}
        for move in moves
        if move.seat == viewer.index and move.numbers
    ]
    told = {
        "match": match.pk,
        "seat": viewer.index,
        "over": match.over,
        "closed": closed,
        "key": sets.public_key(),
        "sets": list(sets.receipts_of(viewer)),
        "next": viewer.sets,
        "rolled": rolled[-OWN_ROLLS:],
    }
    return json.dumps(told, separators=(",", ":"))
