"""Matches in the Django admin: read everything, decide or take back a match with a reason."""

from __future__ import annotations

from datetime import datetime
from typing import Any, cast

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from accounts.models import User
from games import staff_fair_play  # noqa: F401  (registers how near to perfect players decide)
from games.match import play, staff
from games.models import Match, Seat


class SeatInline(admin.TabularInline[Seat, Match]):
    """Who sits at the match; nothing here can be edited, for games.match alone writes it."""

    model = Seat
    fields = readonly_fields = ("index", "player", "accepted", "at_move", "ends", "points", "place")
    extra = 0
    can_delete = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        """With the match and the players, in one query however many sit there."""
        return super().get_queryset(request).select_related("match", "player")

    @admin.display(description=_("to move"), boolean=True)
    def at_move(self, seat: Seat) -> bool | None:
        """Unknown of a hidden card, which may be full."""
        return None if _hides(seat.match) else seat.to_move

    @admin.display(description=_("deadline"))
    def ends(self, seat: Seat) -> datetime | None:
        """Of a hidden card the match's: its own ends with the card."""
        return seat.match.deadline if _hides(seat.match) else seat.deadline

    @admin.display(description=_("total"))
    def points(self, seat: Seat) -> int | None:
        """None of a hidden card."""
        return None if _hides(seat.match) else seat.total

    def has_add_permission(self, request: HttpRequest, obj: Match | None = None) -> bool:
        """Seats are made by invitations only."""
        return False


def _hides(match: Match) -> bool:
    """Whether its cards are hidden: from staff, too, who may play in it."""
    return match.apart and (not match.over or match.closed)


class ReasonForm(forms.Form):
    """Why staff decide; the players read it."""

    reason = forms.CharField(widget=forms.Textarea(attrs={"rows": 3}), max_length=1000)


class AdjudicateForm(ReasonForm):
    """A place for every seat, and why."""

    def __init__(self, *args: Any, seats: list[Seat], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for seat in seats:
            self.fields[f"place_{seat.index}"] = forms.IntegerField(
                label=_("Place of %(name)s") % {"name": seat.name}, min_value=1, max_value=len(seats)
            )
        self.order_fields([*(f"place_{seat.index}" for seat in seats), "reason"])

    def places(self) -> list[int]:
        """The places in the order of the seats."""
        return [value for name, value in self.cleaned_data.items() if name.startswith("place_")]


@admin.register(Match)
class MatchAdmin(admin.ModelAdmin[Match]):
    """Read-only, but for the two decisions."""

    list_display = ("id", "code", "status", "pace", "moves_made", "deadline", "started_at", "ended_at")
    list_filter = ("status", "code", "pace", "adjudicated")
    search_fields = ("=id", "seats__player__username")
    fields = (
        *("code", "rules_version", "options", "pace", "clock", "rated", "status", "moves_made", "starter"),
        *("deadline", "adjudicated", "reason", "created_at", "started_at", "ended_at"),
    )
    readonly_fields = fields
    inlines = [SeatInline]
    change_form_template = "admin/games/match/change_form.html"
    list_per_page = 50
    show_full_result_count = False

    @admin.display(description=_("moves"), empty_value="hidden")
    def moves_made(self, match: Match) -> int | None:
        """How many, where that tells nothing of hidden cards."""
        return None if _hides(match) else match.version

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Matches are made on the site."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Match | None = None) -> bool:
        """A match is never deleted: it can be made void, which says why."""
        return False

    def get_urls(self) -> list[URLPattern]:
        """The pages of the two decisions, besides Django's own."""
        view = self.admin_site.admin_view
        own = [
            path("<int:match_id>/adjudicate/", view(self.adjudicate), name="games_match_adjudicate"),
            path("<int:match_id>/void/", view(self.void), name="games_match_void"),
        ]
        return [*own, *super().get_urls()]

    def adjudicate(self, request: HttpRequest, match_id: int) -> HttpResponse:
        """End a running match with places that staff decide."""
        match = self._match(request, match_id)
        refused = self._concerned(request, match)
        if refused is not None:
            return refused
        seats = list(match.seats.select_related("player"))
        form = AdjudicateForm(request.POST or None, seats=seats)
        if request.method == "POST" and form.is_valid():
            try:
                staff.adjudicate(match_id, form.places(), form.cleaned_data["reason"])
            except (play.MatchOver, ValueError) as error:
                form.add_error(None, str(error))
            else:
                return self._decided(request, match, f"Adjudicated: {form.cleaned_data['reason']}")
        return self._ask(request, match, form, _("Adjudicate"))

    def void(self, request: HttpRequest, match_id: int) -> HttpResponse:
        """Take a match back: nobody has a result of it."""
        match = self._match(request, match_id)
        refused = self._concerned(request, match)
        if refused is not None:
            return refused
        form = ReasonForm(request.POST or None)
        if request.method == "POST" and form.is_valid():
            try:
                staff.void(match_id, form.cleaned_data["reason"])
            except (play.MatchOver, ValueError) as error:
                form.add_error(None, str(error))
            else:
                return self._decided(request, match, f"Made void: {form.cleaned_data['reason']}")
        return self._ask(request, match, form, _("Make void"))

    def _match(self, request: HttpRequest, match_id: int) -> Match:
        match = get_object_or_404(Match, pk=match_id)
        if not self.has_change_permission(request, match):
            raise PermissionDenied
        return match

    def _concerned(self, request: HttpRequest, match: Match) -> HttpResponse | None:
        """The refusal for who plays in the match, or so near to it that others decide about it."""
        player = cast("User", request.user)
        near = any(import_string(name)(player, match.pk) for name in settings.MATCH_CONCERNS)
        if not near and not match.seats.filter(player=player).exists():
            return None
        back = reverse("admin:games_match_change", args=[match.pk])
        said = _("Somebody else decides about this match: you play there yourself.")
        return render(request, "403.html", {"sentence": said, "back": back}, status=403)

    def _decided(self, request: HttpRequest, match: Match, what: str) -> HttpResponse:
        self.log_change(request, match, what)
        messages.success(request, f"{match}: {what}")
        return redirect(reverse("admin:games_match_change", args=[match.pk]))

    def _ask(self, request: HttpRequest, match: Match, form: forms.Form, what: str) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "title": f"{what}: {match}",
            "what": what,
            "form": form,
            "match": match,
            "opts": self.opts,
        }
        return render(request, "admin/games/match/decide.html", context)
