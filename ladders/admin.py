"""Events in the Django admin: made with sensible defaults, led by decisions that are confirmed and logged.

Tables, fixtures and results can be read here and never edited: only the decisions change them.
"""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse

from accounts.models import User
from accounts.once import once
from games.rules import RULES
from games.rules.base import BadOptions
from ladders import leading, running
from ladders.models import Entry, Event, Ladder


class EventAdminForm(forms.ModelForm[Event]):
    """An event as staff write it: its options are those that its game has."""

    def clean(self) -> dict[str, Any]:
        """Refuse options that a match would be refused for once it begins."""
        cleaned = super().clean() or {}
        rules, options = RULES.get(cleaned.get("code", self.instance.code)), cleaned.get("options")
        if rules is None or options is None:
            return cleaned
        try:
            rules.clean_options(options if isinstance(options, dict) else {"": options})
        except BadOptions as error:
            self.add_error("options", str(error))
        return cleaned


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

    list_display = ("name", "format", "code", "status", "begins_at", "started_at", "ended_at")
    form = EventAdminForm
    list_filter = ("status", "format", "code")
    search_fields = ("name",)
    raw_id_fields = ("organiser",)
    inlines = (EntryInline,)
    change_form_template = "admin/ladders/event.html"
    fieldsets = (
        (
            None,
            {"fields": ("name", "format", "code", "options", "pace", "clock", "weekend", "about", "promise")},
        ),
        ("Size", {"fields": ("matches", "division", "moving", "target", "round_days")}),
        (
            "Entry",
            {
                "fields": (
                    *("way", "fewest", "most", "lowest", "highest", "most_time_outs", "begins_at"),
                    *("recurring", "organiser"),
                )
            },
        ),
        ("State", {"fields": ("status", "stage", "started_at", "paused_until", "review_until", "ended_at")}),
    )
    STATE = ("status", "stage", "started_at", "paused_until", "review_until", "ended_at")
    AGREED = (
        *("format", "code", "options", "pace", "clock", "weekend", "matches", "division", "target"),
        *("round_days",),
    )
    DECISIONS = tuple(leading.DECISIONS)

    def get_readonly_fields(self, request: HttpRequest, obj: Event | None = None) -> tuple[str, ...]:
        """What was agreed before the start stays so."""
        begun = obj is not None and obj.status not in {Event.Status.DRAFT, Event.Status.OPEN}
        return (*self.STATE, *(self.AGREED if begun else ()))

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

    def decide(self, request: HttpRequest, pk: int, what: str) -> HttpResponse:
        """Ask for what the decision needs, and for a yes; then do it."""
        event = get_object_or_404(Event, pk=pk)
        if not self.has_change_permission(request, event) or what not in leading.DECISIONS:
            raise PermissionDenied
        form = leading.form_for(event, what, request.POST or None)
        if request.method == "POST" and what != "preview" and form.is_valid():
            try:
                leading.decide(event, what, form.cleaned_data, cast("User", request.user))
            except leading.REFUSED as error:
                form.add_error(None, str(error))
            else:
                self.log_change(request, event, f"{what}: {form.cleaned_data.get('why', '')}")
                messages.success(request, "Done, and logged.")
                return redirect(reverse("admin:ladders_event_change", args=[pk]))
        context = {
            **self.admin_site.each_context(request),
            "form": form,
            "event": event,
            "what": what,
            "title": f"{event}: {what}",
            "pairings": running.preview(event) if what == "preview" else [],
        }
        return render(request, "admin/ladders/decide.html", context)


@admin.register(Ladder)
class LadderAdmin(admin.ModelAdmin[Ladder]):
    """The ladders and their clocks."""

    list_display = ("code", "clock", "size")
    readonly_fields = ("code", "size")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """There is one for each game, from its first visit on."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Ladder | None = None) -> bool:
        """A ladder runs for ever."""
        return False
