"""Events in the Django admin: made with sensible defaults, led by decisions that are confirmed and logged.

Tables, fixtures and results can be read here and never edited: only the decisions change them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse

from accounts.models import User
from games.play import MatchOver, PoolEmpty
from ladders import deciding, entering, running
from ladders.formats.base import BadField
from ladders.models import Entry, Event, Fixture, Ladder

REFUSED = (
    *(BadField, MatchOver, PoolEmpty, ValueError, running.NotNow, entering.MayNotEnter),
    deciding.BadDecision,
)


class EntryInline(admin.TabularInline[Entry, Event]):
    """Who is in; the decisions change it."""

    model = Entry
    fields = readonly_fields = ("player", "team", "status", "confirmed", "seed", "withdrawn_at", "warned")
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Event | None = None) -> bool:
        """Players enter, or are invited."""
        return False


class WhyForm(forms.Form):
    """Why; everybody can read it."""

    why = forms.CharField(widget=forms.Textarea(attrs={"rows": 3}), max_length=1000, required=False)


class PlayersForm(WhyForm):
    """Players by name."""

    players = forms.CharField(max_length=2000, help_text="Names, with commas between.")

    def clean_players(self) -> list[User]:
        """Find them all."""
        names = [name.strip() for name in self.cleaned_data["players"].replace("\n", ",").split(",")]
        found = []
        for name in filter(None, names):
            user = User.objects.filter(username__iexact=name, is_active=True, robot="").first()
            if user is None:
                raise forms.ValidationError("There is no player called “%(name)s”.", params={"name": name})
            found.append(user)
        return found


class EntryForm(WhyForm):
    """One of those who are in."""

    entry = forms.ModelChoiceField(queryset=Entry.objects.none())

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        inside = event.entries.filter(status=Entry.Status.IN, withdrawn_at=None)
        cast("forms.ModelChoiceField[Entry]", self.fields["entry"]).queryset = inside


class SubstituteForm(EntryForm):
    """Who takes over from whom."""

    player = forms.CharField(max_length=20, help_text="Who takes the seat over.")

    def clean_player(self) -> User:
        """Find the player."""
        user = User.objects.filter(username__iexact=self.cleaned_data["player"], is_active=True).first()
        if user is None:
            raise forms.ValidationError("There is no such player.")
        return user


class PauseForm(WhyForm):
    """For how long."""

    days = forms.IntegerField(min_value=1, max_value=60)


class AdjudicateForm(WhyForm):
    """Which match, and the places of its seats."""

    fixture = forms.ModelChoiceField(queryset=Fixture.objects.none())
    places = forms.CharField(
        help_text="In the order of the seats, as 1, 2. Equal places are shared: 1, 1, 3."
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        running_now = Fixture.objects.filter(group__event=event, result__isnull=True, match_id__isnull=False)
        cast("forms.ModelChoiceField[Fixture]", self.fields["fixture"]).queryset = running_now

    def clean_places(self) -> list[int]:
        """Numbers."""
        try:
            return [int(part) for part in self.cleaned_data["places"].split(",")]
        except ValueError as error:
            raise forms.ValidationError("Write numbers with commas between.") from error


@admin.register(Event)
class EventAdmin(admin.ModelAdmin[Event]):
    """One page makes an event; its decisions stand above it."""

    list_display = ("name", "format", "code", "status", "begins_at", "started_at", "ended_at")
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
    DECISIONS = (
        *("open", "preview", "start", "invite", "offend", "withdraw", "substitute"),
        *("pause", "adjudicate", "finish", "cancel", "champions"),
    )

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
        view = self.admin_site.admin_view(self.decide)
        mine = path("<int:pk>/<str:what>/now/", view, name="ladders_event_decide")
        return [mine, *super().get_urls()]

    def decide(self, request: HttpRequest, pk: int, what: str) -> HttpResponse:
        """Ask for what the decision needs, and for a yes; then do it."""
        event = get_object_or_404(Event, pk=pk)
        if not self.has_change_permission(request, event) or what not in self.DECISIONS:
            raise PermissionDenied
        form = self._form(event, what, request.POST or None)
        if request.method == "POST" and what != "preview" and form.is_valid():
            try:
                self._do(event, what, form.cleaned_data, cast("User", request.user))
            except REFUSED as error:
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

    def _form(self, event: Event, what: str, data: Any) -> forms.Form:
        if what in {"offend", "withdraw"}:
            return EntryForm(data, event=event)
        if what == "substitute":
            return SubstituteForm(data, event=event)
        if what == "adjudicate":
            return AdjudicateForm(data, event=event)
        return {"invite": PlayersForm, "pause": PauseForm}.get(what, WhyForm)(data)

    def _do(self, event: Event, what: str, given: dict[str, Any], by: User) -> None:
        why = given.get("why", "")
        acts: dict[str, Callable[[], object]] = {
            "open": lambda: running.open_entries(event.pk, by),
            "start": lambda: running.start(event.pk, by),
            "invite": lambda: entering.invite(event.pk, given["players"], by),
            "offend": lambda: deciding.offend(given["entry"].pk, by, why),
            "withdraw": lambda: entering.withdraw(given["entry"], by, why),
            "substitute": lambda: deciding.substitute(given["entry"].pk, given["player"], by, why),
            "pause": lambda: deciding.pause(event.pk, given["days"], by, why),
            "adjudicate": lambda: deciding.adjudicate(given["fixture"].pk, given["places"], by, why),
            "finish": lambda: running.finish(event.pk, by),
            "cancel": lambda: running.cancel(event.pk, by, why),
            "champions": lambda: entering.open_champions(event.pk, by),
        }
        acts[what]()


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
