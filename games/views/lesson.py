"""Lessons: all of them, and each at a table whose dice it sets itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import spending, visitors
from accounts.models import User
from games.coach.learning import Gone, Learner
from games.forms import MoveForm, VersionForm
from games.lessons import LESSONS
from games.lessons.base import OTHER, YOU, Lesson
from games.rules.base import IllegalMove
from games.seats import practice
from games.tables import table_of
from games.tables.turns import last_turns
from games.views import review_words
from games.views.table import swaps

UNREADABLE = gettext_noop("That form cannot be read. Nothing was changed: choose again.")


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits at the table of a lesson."""

    index: int
    name: str
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Begun:
    """A lesson, and how far the visitor is in it."""

    lesson: Lesson
    done: int

    @property
    def left(self) -> int:
        """How many steps are still to do."""
        return len(self.lesson.steps) - self.done

    @property
    def slug(self) -> str:
        """Its name in its address."""
        return self.lesson.slug

    @property
    def title(self) -> str:
        """As it is shown."""
        return _(self.lesson.title)

    @property
    def about(self) -> str:
        """What it teaches."""
        return _(self.lesson.about)


def learner(request: HttpRequest) -> Learner:
    """Who learns here."""
    known = request.user.is_authenticated
    return Learner(cast("User", request.user) if known else None, request.session)


@require_safe
@never_cache
def lessons(request: HttpRequest) -> HttpResponse:
    """All lessons, a line each, and how far the visitor is in them."""
    done = learner(request).steps()
    begun = [Begun(lesson, done.get(slug, 0)) for slug, lesson in LESSONS.items()]
    return render(request, "games/lessons/index.html", {"lessons": begun})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def lesson(request: HttpRequest, slug: str) -> HttpResponse:
    """The step that comes next, at its table; by POST what was chosen there, or to begin anew."""
    found = LESSONS.get(slug)
    if found is None:
        raise Http404
    if request.method != "POST":
        return _shown(request, found)
    if request.POST.get("do") == "again":
        return _again(request, found)
    return _chosen(request, found)


def _again(request: HttpRequest, found: Lesson) -> HttpResponse:
    form, who = VersionForm(request.POST), learner(request)
    if not form.is_valid():
        return _shown(request, found, _(UNREADABLE), 400)
    try:
        who.note(found, form.cleaned_data["version"], 0)
    except Gone:
        return _gone(request, found)
    return _onward(request, found)


def _chosen(request: HttpRequest, found: Lesson) -> HttpResponse:
    """The answer to a move: on to the next step, a kind word, or what the rules say against it."""
    form, who = MoveForm(request.POST), learner(request)
    if not form.is_valid():
        return _shown(request, found, form.sentence(), 400)
    done = who.steps_of(found)
    if done != form.cleaned_data["version"] or done >= len(found.steps):
        return _gone(request, found)
    try:
        word = found.said(done, form.move())
        if word:
            return _shown(request, found, _(word))
        if request.session.session_key is None and not request.user.is_authenticated:
            spending.spend("lesson", visitors.address_of(request))  # a session is made
        who.note(found, done, done + 1)
    except IllegalMove as error:
        return _shown(request, found, str(error), 400)
    except Gone:
        return _gone(request, found)
    return _onward(request, found)


def _gone(request: HttpRequest, found: Lesson) -> HttpResponse:
    said = _("The lesson has gone on since this page was made. This is where it stands now.")
    return _shown(request, found, said, 409)


def _onward(request: HttpRequest, found: Lesson) -> HttpResponse:
    return _shown(request, found) if swaps(request) else redirect("games:lesson", found.slug)


def _shown(request: HttpRequest, found: Lesson, word: str = "", status: int = 200) -> HttpResponse:
    """The lesson as it stands, below a word about what was chosen if there is one."""
    done = learner(request).steps_of(found)
    bare, count, rules = swaps(request), len(found.steps), found.rules
    table = table_of(rules)
    over = done == count
    stand = found.stand(done)
    you = request.user.get_username() if request.user.is_authenticated else _("Guest")
    seats = [Sitter(YOU, you), Sitter(OTHER, _("Robot"))][: found.players]
    context: dict[str, Any] = {
        "layout": "games/tables/_answer.html" if bare else "base.html",
        "frame": "games/lessons/_frame.html",
        "bare": bare,
        "lesson": Begun(found, done),
        "options": [(f"{found.code}_{name}", value) for name, value in found.options.items()],
        "number": done + 1,
        "count": count,
        "version": done,
        "word": word,
        "told": _(found.steps[done - 1].done) if done else "",
        "say": _(found.end if over else found.steps[done].say),
        "answer": "" if over else review_words.move(rules, found.steps[done].do),
        "over": over,
        "practised": found.code == practice.GAME,
        "rules": rules,
        "table": table,
        "my_turn": not over,
        **table.lay(
            rules,
            stand.state,
            seats,
            YOU,
            None if over else YOU,
            last_turns(table, rules, stand.acts, stand.state),
        ),
    }
    return render(request, f"games/tables/{table.family}.html", context, status=status)
