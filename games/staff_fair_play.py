"""How near to perfect players decide, in the Django admin: to look at, with what it rests on. Staff decide,
by a report or not at all; nothing here decides by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from accounts.figures import figure
from accounts.moderation.staff import ReadOnly
from games.analysis import fair_play as measured
from games.analysis.fair_play import Figures
from games.analysis.review import by_points
from games.coach import fair_play
from games.coach.fair_play import One, Verdict
from games.models import FairPlay, Seat
from games.rules import RULES

NOTHING = "–"


class Judged(ChangeList):
    """A page of the list, each line with what is said of it: everybody else is read once."""

    def get_results(self, request: HttpRequest) -> None:
        """Read the lines, and judge them."""
        super().get_results(request)
        known = fair_play.populations()
        self.result_list: Any = list(self.result_list)
        for row in self.result_list:
            row.verdict = fair_play.verdict(row, known)


@admin.register(FairPlay)
class FairPlayAdmin(ReadOnly):
    """Who decides nearest to perfect, of everybody who has played enough rated matches."""

    list_display = (
        *("player", "code", "marked", "chance", "hard_share"),
        *("rated", "matches", "each", "accuracy", "best_share"),
    )
    list_display_links = ("player",)
    list_filter = ("code",)
    list_select_related = ("player",)
    list_per_page = 50
    search_fields = ("player__username",)
    change_list_template = "admin/games/fairplay/change_list.html"
    change_form_template = "admin/games/fairplay/change_form.html"

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Counted by the site alone."""
        return False

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        """Who judges each line."""
        return Judged

    def get_queryset(self, request: HttpRequest) -> QuerySet[FairPlay]:
        """With the player, in one query."""
        return super().get_queryset(request).select_related("player")

    def get_ordering(self, request: HttpRequest) -> tuple[Any, ...]:
        """The nearest to perfect first, whoever is not counted yet last."""
        order = FairPlay._meta.indexes[0].expressions[0]
        return (order, "id")

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """With what the figures mean."""
        return super().changelist_view(request, {**(extra_context or {}), **_method()})

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """One player beside the others, and the matches that it rests on."""
        shown = self.get_object(request, object_id)
        more = _evidence(shown) if shown is not None and self.has_view_permission(request, shown) else {}
        return super().change_view(
            request, object_id, form_url, {**(extra_context or {}), **_method(), **more}
        )

    @admin.display(description=_("stands out"))
    def marked(self, row: FairPlay) -> str:
        """Unknown where there is too little to say."""
        found = _verdict(row)
        if found is None:
            return NOTHING
        return _("Yes") if found.marked else _("No")

    @admin.display(description=_("by accident"))
    def chance(self, row: FairPlay) -> str:
        """How likely so much is, or what is missing."""
        if row.matches < measured.WINDOW:
            return _("Not enough matches yet.")
        found = _verdict(row)
        return _("Not enough players yet.") if found is None else _chance(found.chance)

    @admin.display(description=_("rating"))
    def rated(self, row: FairPlay) -> int:
        """As it is shown to players."""
        return round(row.rating)

    @admin.display(description=_("a decision loses"))
    def each(self, row: FairPlay) -> str:
        """On the mean."""
        return _cost(row.figures.each, row.code)

    @admin.display(description=_("accuracy"))
    def accuracy(self, row: FairPlay) -> str:
        """Over all of these matches."""
        return _percent(row.figures.accuracy)

    @admin.display(description=_("best choices"))
    def best_share(self, row: FairPlay) -> str:
        """Of all decisions."""
        return _share(row.best, row.decisions)

    @admin.display(description=_("where it is hard"))
    def hard_share(self, row: FairPlay) -> str:
        """Of the decisions where strong players differ."""
        return _share(row.hard_best, row.hard)


def _verdict(row: FairPlay) -> Verdict | None:
    found: Verdict | None = getattr(row, "verdict", None)
    return found


def _method() -> dict[str, object]:
    return {
        "window": measured.WINDOW,
        "fewest": measured.FEWEST,
        "looks": round(1 / measured.FALSE_ALARMS),
    }


def _evidence(row: FairPlay) -> Mapping[str, object]:
    """What the page of one player shows. Four queries, however many matches."""
    player, code = row.player, row.code
    found = fair_play.latest(player, code)
    against = Seat.objects.filter(match__in=[one.match for one in found]).exclude(player=player)
    names = {seat.match_id: seat.name for seat in against.select_related("player")}
    said = fair_play.verdict(row, fair_play.populations())
    return {
        "row": row,
        "said": said,
        "columns": [
            (_("These matches"), _shown(row.figures, code)),
            (_("As many before"), _shown(fair_play.before(player, code), code)),
        ],
        "others": None
        if said is None
        else [f"{100 * one:.0f} %" for one in (said.low, said.middle, said.high)],
        "chance": "" if said is None else _chance(said.chance),
        "lines": [_line(one, names.get(one.match, ""), code) for one in found],
    }


def _shown(figures: Figures, code: str) -> dict[str, object]:
    return {
        "matches": figures.matches,
        "decisions": figures.decisions,
        "each": _cost(figures.each, code) if figures.decisions else NOTHING,
        "accuracy": _percent(figures.accuracy),
        "best": _share(figures.best, figures.decisions),
        "hard": _share(figures.hard_best, figures.hard),
    }


def _line(one: One, against: str, code: str) -> dict[str, object]:
    figures = Figures().plus(one.sums, by_points=by_points(RULES[code], fair_play.SEATS))
    return {
        "match": one.match,
        "seat": one.seat + 1,
        "ended_at": one.ended_at,
        "against": against,
        **_shown(figures, code),
    }


def _cost(each: float, code: str) -> str:
    if by_points(RULES[code], fair_play.SEATS):
        return _("%(points)s points") % {"points": figure(each, 3)}
    return _("%(wins)s wins in 100 matches") % {"wins": figure(100 * each, 3)}


def _chance(chance: float) -> str:
    if chance <= 1e-12:
        return _("less than once in a million million")
    return _("once in %(number)s") % {"number": figure(1 / chance)}


def _percent(number: float | None) -> str:
    return NOTHING if number is None else f"{figure(number, 1)} %"


def _share(part: int, whole: int) -> str:
    if not whole:
        return NOTHING
    return _("%(percent)s %% of %(whole)s") % {
        "percent": figure(100 * part / whole, 1),
        "whole": figure(whole),
    }
