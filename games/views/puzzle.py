"""A puzzle on a table: the next one for whoever looks, the question, the answer, and the solution after it.

Until the visitor has answered, templates get neither the puzzle nor its match, but the table as it lies: what
they do not know cannot be found in the source of the page.
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import guests, spending, visitors
from accounts.models import User
from games.forms import MoveForm
from games.models import Puzzle, PuzzleDay, PuzzleTry
from games.positions import Position, decode
from games.puzzles import choosing, history, solving
from games.rules import RULES
from games.views import laid, puzzle_words

FRAME = "games/puzzles/_frame.html"


@guests.welcome
@require_safe
@never_cache
def puzzles(request: HttpRequest) -> HttpResponse:
    """The next puzzle for the visitor's strength, `?game=` of one game alone."""
    asked = request.GET.get("game", "")
    code = asked if asked in RULES else ""
    player = player_of(request)
    found = choosing.next_for(player, code)
    if found is None:
        return render(request, "games/puzzles/none.html", {"chosen": code, **_around(player)})
    return _ask(request, found, code=code)


@guests.welcome
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def puzzle(request: HttpRequest, puzzle_id: int) -> HttpResponse:
    """One puzzle: its question; once it was answered the solution, and with `?again` the question again."""
    if request.method == "POST":
        return _answer(request, puzzle_id)
    found, player = _find(puzzle_id), player_of(request)
    made = solving.try_of(player, found)
    if made is None or "again" in request.GET:
        return _ask(request, found, again=made is not None)
    assert player is not None
    return _solved(request, found, made, player)


@guests.welcome
@require_safe
@never_cache
def puzzle_today(request: HttpRequest) -> HttpResponse:
    """Lead to the puzzle of today."""
    found = choosing.of_day(choosing.today())
    if found is None:
        return redirect("games:puzzles")
    return redirect("games:puzzle", found.pk)


def player_of(request: HttpRequest) -> User | None:
    """Who looks: a player, or the guest of the session."""
    return request.user if isinstance(request.user, User) else None


def _find(puzzle_id: int) -> Puzzle:
    try:
        return solving.find(puzzle_id)
    except solving.NoPuzzle as missing:
        raise Http404 from missing


def _answer(request: HttpRequest, puzzle_id: int) -> HttpResponse:
    found = _find(puzzle_id)
    form = MoveForm(request.POST)
    if not form.is_valid():
        return _ask(request, found, form.sentence(), 400)
    try:
        solving.which(decode(found.position), form.move())
    except solving.NoAnswer as error:
        return _ask(request, found, str(error), 400)
    player = player_of(request) or _guest(request)
    spending.spend("puzzle", player)
    try:
        answered = solving.answer(player, puzzle_id, form.move())
    except solving.NoPuzzle as gone:
        raise Http404 from gone
    if not answered.first:
        said = (
            _("That is right.")
            if answered.right
            else _("That is not the best move. Try again, or look below.")
        )
        messages.info(request, said)
    return redirect("games:puzzle", puzzle_id)


def _guest(request: HttpRequest) -> User:
    """A guest for a visitor who answers before having an account, as for one who practises."""
    spending.spend("practice", visitors.address_of(request))
    return guests.make(request)


def _ask(
    request: HttpRequest,
    found: Puzzle,
    sentence: str = "",
    status: int = 200,
    *,
    code: str = "",
    again: bool = False,
) -> HttpResponse:
    position = decode(found.position)
    context = {
        **_shown(found, position, mine=True),
        **_around(player_of(request)),
        "frame": FRAME,
        "chosen": code,
        "again": again,
        "sentence": sentence,
        "turn_words": laid.rolls_left(position),
        "question": puzzle_words.question(position),
    }
    return render(request, f"games/tables/{context['table'].family}.html", context, status=status)


def _solved(request: HttpRequest, found: Puzzle, made: PuzzleTry, player: User) -> HttpResponse:
    position = decode(found.position)
    mine = None if player.guest else choosing.strength(player).number
    context = {
        **_shown(found, position, mine=False),
        **_around(player),
        "made": made,
        "word": found.position,
        "source": found.match_id,
        "solved": puzzle_words.solved(found, position, made, mine),
    }
    return render(request, "games/puzzles/solved.html", context)


def _shown(found: Puzzle, position: Position, *, mine: bool) -> dict[str, Any]:
    """What both pages show: the table, and of which day the puzzle is. One query."""
    day = PuzzleDay.objects.filter(puzzle=found).values_list("day", flat=True).first()
    number, arranged = found.pk, found.arranged
    return {"number": number, "arranged": arranged, "day": day, **laid.context(position, mine=mine)}


def _around(player: User | None) -> dict[str, Any]:
    """What stands around every puzzle: the games, and the player's days in a row. One query, or none."""
    games = [(code, rules.name) for code, rules in RULES.items()]
    return {"games": games, "streak": history.streak(player) if player else None}
