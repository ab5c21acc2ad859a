"""Events in the Django admin: made with sensible defaults, led by decisions that are confirmed and logged.

Tables, fixtures and results can be read here and never edited: only the decisions change them.
"""

from __future__ import annotations

from typing import Any, cast

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import spending
from accounts.models import User
from accounts.once import once
from ladders.events import decisions, leaders, leading, seeding
from ladders.events.event_forms import OPTIONS, OptionsForm
from ladders.events.match_forms import ChooseForm
from ladders.ladder import refereeing
from ladders.ladder.forms import DECISIONS
from ladders.models import Entry, Event, Ladder


class EntryInline(admin.TabularInline[Entry, Event]):
    """Who is in; the decisions change it."""

    model = Entry
    fields = readonly_fields = ("player", "team", "status", "confirmed", "seed", "withdrawn_at", "warned")
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Event | None = None) -> bool:
        """Players enter, or are invited."""
        return False


@admin.register(Event)
class EventAdmin(admin.ModelAdmin[Event]):
    """One page makes an event; its decisions stand above it."""

    list_display = ("name", "format", "code", "status", "troubled_at", "begins_at", "started_at", "ended_at")
    form = OptionsForm
    list_filter = ("status", ("troubled_at", admin.EmptyFieldListFilter), "format", "code")
    search_fields = ("name", "=id", "organiser__username", "entries__player__username", "teams__name")
    search_help_text = gettext_lazy("The event’s name or number, its organiser, a player or a team in it.")
    date_hierarchy = "created_at"
    list_per_page = 50
    show_full_result_count = False
    raw_id_fields = ("organiser",)
    inlines = (EntryInline,)
    change_form_template = "admin/ladders/event.html"
    fieldsets = (
        (
            None,
            {"fields": ("name", "format", "code", *OPTIONS, "pace", "clock", "weekend", "about", "promise")},
        ),
        (
            gettext_lazy("Size"),
            {"fields": ("matches", "division", "moving", "target", "at_once", "minutes", "round_days")},
        ),
        (gettext_lazy("Play"), {"fields": ("no_orders",)}),
        (
            gettext_lazy("Entry"),
            {
                "fields": (
                    *("way", "fewest", "most", "lowest", "highest", "most_time_outs", "begins_at"),
                    *("robots_after", "recurring", "organiser"),
                )
            },
        ),
        (
            gettext_lazy("State"),
            {
                "fields": (
                    *("status", "stage", "started_at", "paused_until", "review_until", "ended_at"),
                    *("trouble", "troubled_at", "tries", "look_at"),
                )
            },
        ),
    )
    STATE = (
        *("status", "stage", "started_at", "paused_until", "review_until", "ended_at"),
        *("trouble", "troubled_at", "tries", "look_at"),
    )
    AGREED = (
        *("format", "code", "pace", "clock", "weekend", "matches", "division", "moving", "target"),
        *("at_once", "minutes", "round_days", "no_orders", "lowest", "highest", "most_time_outs"),
        "robots_after",
    )

    def get_readonly_fields(self, request: HttpRequest, obj: Event | None = None) -> tuple[str, ...]:
        """What players agreed to when they entered stays so."""
        return (*self.STATE, *(self.AGREED if obj is not None and obj.agreed_to else ()))

    def has_delete_permission(self, request: HttpRequest, obj: Event | None = None) -> bool:
        """Only what never opened; everything else is called off."""
        allowed = super().has_delete_permission(request, obj)
        return allowed and (obj is None or obj.status == Event.Status.DRAFT)

    def save_model(self, request: HttpRequest, obj: Event, form: Any, change: bool) -> None:
        """The organiser is who makes it, where nobody else is named."""
        obj.organiser = obj.organiser or cast("User", request.user)
        super().save_model(request, obj, form, change)

    def get_urls(self) -> list[URLPattern]:
        """A page for every decision."""
        view = self.admin_site.admin_view(once(self.decide))
        mine = path("<int:pk>/<str:what>/now/", view, name="ladders_event_decide")
        return [mine, *super().get_urls()]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """With the decisions that fit."""
        event = self.get_object(request, object_id)
        fitting = leading.open_to(cast("User", request.user), event) if event is not None else []
        return super().change_view(
            request, object_id, form_url, {**(extra_context or {}), "decisions": fitting}
        )

    def decide(self, request: HttpRequest, pk: int, what: str) -> HttpResponse:
        """Ask for what the decision needs, show what it changes, and do it."""
        event, by = get_object_or_404(Event, pk=pk), cast("User", request.user)
        if not self.has_change_permission(request, event) or what not in decisions.DECISIONS:
            raise PermissionDenied
        decision, back = decisions.DECISIONS[what], reverse("admin:ladders_event_change", args=[pk])
        if not leaders.may_lead(by, event):
            raise PermissionDenied
        if not leading.is_open(by, event, decision):
            refused = {"sentence": _("This cannot be decided now."), "back": back}
            return render(request, "409.html", refused, status=409)
        named = request.POST.get("fixture") or request.GET.get("fixture")
        form = leading.form_for(event, what, request.POST or None, named)
        foreseen: list[str] | None = None
        if request.method == "POST" and what != "preview" and form.is_valid():
            try:
                if decision.foreseen and "sure" not in request.POST:
                    foreseen = leading.foresee(event, what, form.cleaned_data, by)
                else:
                    made = leading.decide(event, what, form.cleaned_data, by)
                    self.log_change(request, event, f"{what}: {form.cleaned_data.get('why', '')}")
                    messages.success(request, _("Done, and logged."))
                    return redirect(reverse("admin:ladders_event_change", args=[(made or event).pk]))
            except leading.REFUSED as error:
                form.add_error(None, str(error))
        context: dict[str, object] = {
            **self.admin_site.each_context(request),
            "form": form,
            "event": event,
            "decision": decision,
            "foreseen": foreseen,
            "choosing": isinstance(form, ChooseForm),
            "title": f"{event}: {decision.name}",
            "pairings": seeding.preview(event) if what == "preview" else [],
        }
        return render(request, "admin/ladders/decide.html", context)


@admin.register(Ladder)
class LadderAdmin(admin.ModelAdmin[Ladder]):
    """The ladders and their clocks; the decisions stand above each, those that fit."""

    list_display = ("code", "club", "clock", "size", "frozen_at", "closed_at")
    list_select_related = ("club",)
    search_fields = ("club__name",)
    readonly_fields = ("code", "club", "size", "frozen_at", "closed_at")
    change_form_template = "admin/ladders/ladder.html"

    def has_add_permission(self, request: HttpRequest) -> bool:
        """There is one for each game, from its first visit on; clubs open theirs on their own pages."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Ladder | None = None) -> bool:
        """A ladder runs for ever."""
        return False

    def get_urls(self) -> list[URLPattern]:
        """A page for every decision."""
        view = self.admin_site.admin_view(once(self.decide))
        mine = path("<int:pk>/<slug:what>/now/", view, name="ladders_ladder_decide")
        return [mine, *super().get_urls()]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """With the decisions that fit."""
        ladder = self.get_object(request, object_id)
        fitting = {word: one.name for word, one in DECISIONS.items() if ladder and one.fits(ladder)}
        return super().change_view(
            request, object_id, form_url, {**(extra_context or {}), "decisions": fitting}
        )

    def decide(self, request: HttpRequest, pk: int, what: str) -> HttpResponse:
        """Ask for what the decision needs; then do it."""
        ladder, by = get_object_or_404(Ladder, pk=pk), cast("User", request.user)
        if not self.has_change_permission(request, ladder) or by.muted or what not in DECISIONS:
            raise PermissionDenied
        decision, back = DECISIONS[what], reverse("admin:ladders_ladder_change", args=[pk])
        if not decision.fits(ladder):
            said = _("There is nothing on this ladder now that this could be decided about.")
            return render(request, "409.html", {"sentence": said, "back": back}, status=409)
        form, status = decision.form(request.POST or None, ladder=ladder), 200
        if request.method == "POST":
            status = 400
            if form.is_valid():
                spending.spend("event lead", by)
                try:
                    decision.act(ladder, form.cleaned_data, by)
                except refereeing.REFUSED as error:
                    form.add_error(None, str(error))
                    status = 409
                else:
                    self.log_change(request, ladder, f"{what}: {form.cleaned_data['why']}")
                    messages.success(request, _("Done, and logged."))
                    return redirect(back)
        context = {
            **self.admin_site.each_context(request),
            "form": form,
            "ladder": ladder,
            "decision": decision,
            "title": f"{ladder}: {decision.name}",
        }
        return render(request, "admin/ladders/ladder_decide.html", context, status=status)
