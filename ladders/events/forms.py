"""Forms about what directors of events decide."""

from __future__ import annotations

from typing import Any, ClassVar, cast

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.alphabets import in_any_case
from accounts.models import TYPED_LENGTH, User
from accounts.people import finding
from ladders.events import arranging, entries
from ladders.models import Arrangement, Director, Entry, Event


class WhyForm(forms.Form):
    """Why; everybody can read it. It is asked last."""

    why = forms.CharField(
        label=gettext_lazy("Why"),
        widget=forms.Textarea(attrs={"rows": 3}),
        max_length=1000,
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["why"] = self.fields.pop("why")


class PlayersForm(WhyForm):
    """Players by name."""

    players = forms.CharField(max_length=2000, help_text=gettext_lazy("Names, with commas between."))

    def clean_players(self) -> list[User]:
        """Find them all."""
        typed = [name.strip() for name in self.cleaned_data["players"].replace("\n", ",").split(",")]
        names = list(filter(None, typed))
        found = []
        people = User.objects.filter(is_active=True, robot="")
        for name, user in zip(names, finding.all_called(names, people), strict=True):
            if user is None:
                raise forms.ValidationError(_("There is no player called “%(name)s”."), params={"name": name})
            found.append(user)
        return found


class EntryForm(WhyForm):
    """One of those who are in."""

    entry = forms.ModelChoiceField(label=gettext_lazy("Entry"), queryset=Entry.objects.none())
    inside: ClassVar[dict[str, object]] = {"withdrawn_at": None}

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cast("forms.ModelChoiceField[Entry]", self.fields["entry"]).queryset = self.choose(event)

    def choose(self, event: Event) -> QuerySet[Entry]:
        """The entries that it can be about."""
        return event.entries.filter(status=Entry.Status.IN, **self.inside)


class WithdrawForm(EntryForm):
    """One of those who can still leave."""

    def choose(self, event: Event) -> QuerySet[Entry]:
        """Before it begins, also who waits or was asked."""
        return entries.can_leave(event)


class ByeForm(EntryForm):
    """Who has no match in the next round."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entry"].help_text = gettext_lazy(
            "Only where an odd number is to be paired. Where it is even when the pairing is made, because"
            " somebody came or left, all are paired."
        )


class ClearForm(EntryForm):
    """One of those who were warned or disqualified."""

    inside: ClassVar[dict[str, object]] = {"warned": True}


class PairForm(EntryForm):
    """Who meets whom in the next round."""

    other = forms.ModelChoiceField(label=gettext_lazy("Against"), queryset=Entry.objects.none())
    again = forms.BooleanField(
        label=gettext_lazy("They may meet again, if they have met before"), required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        entries = cast("forms.ModelChoiceField[Entry]", self.fields["entry"]).queryset
        cast("forms.ModelChoiceField[Entry]", self.fields["other"]).queryset = entries


class UnpairForm(WhyForm):
    """Something that was set for the next round."""

    arrangement = forms.ModelChoiceField(
        label=gettext_lazy("Set by hand"), queryset=Arrangement.objects.none()
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        found = arranging.set_for(event, arranging.next_round(event))
        field = cast("forms.ModelChoiceField[Arrangement]", self.fields["arrangement"])
        field.queryset = event.arranged.filter(pk__in=[one.pk for one in found])
        words = arranging.said(found)
        field.choices = [("", "---------"), *((one.pk, said) for one, said in zip(found, words, strict=True))]


class SubstituteForm(EntryForm):
    """Who takes over from whom."""

    player = forms.CharField(max_length=TYPED_LENGTH, help_text=gettext_lazy("Who takes the seat over."))

    def clean_player(self) -> User:
        """Find the player."""
        user = finding.called(self.cleaned_data["player"], User.objects.filter(is_active=True))
        if user is None:
            raise forms.ValidationError(_("There is no such player."))
        return user


class DirectorForm(WhyForm):
    """Who is asked to lead the event, too."""

    player = forms.CharField(
        label=gettext_lazy("Player"),
        max_length=TYPED_LENGTH,
        help_text=gettext_lazy("Leaders decide about all but their own matches; the player is asked first."),
    )

    def clean_player(self) -> User:
        """Find the player."""
        people = User.objects.filter(is_active=True, robot="")
        user = finding.called(self.cleaned_data["player"], people)
        if user is None:
            raise forms.ValidationError(_("There is no such player."))
        return user


class DismissForm(WhyForm):
    """One of those who lead the event beside its organiser, or are asked to."""

    director = forms.ModelChoiceField(label=gettext_lazy("Player"), queryset=Director.objects.none())

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        found = event.directors.select_related("player").order_by("pk")
        field = cast("forms.ModelChoiceField[Director]", self.fields["director"])
        field.queryset = found
        field.choices = [("", "---------"), *((one.pk, one.player.get_username()) for one in found)]


class PauseForm(WhyForm):
    """For how long."""

    days = forms.IntegerField(min_value=1, max_value=60)


class OffenceForm(EntryForm):
    """Who offended, and whether it was abuse."""

    inside: ClassVar[dict[str, object]] = {"disqualified": False}
    at_once = forms.BooleanField(
        label=gettext_lazy("It was abuse: disqualify at once, without a warning"), required=False
    )


class ReinstateForm(EntryForm):
    """One of those who withdrew."""

    inside: ClassVar[dict[str, object]] = {"withdrawn_at__isnull": False, "disqualified": False}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entry"].help_text = gettext_lazy("Put back only those who want to come back: ask first.")


class WordForm(WhyForm):
    """What is said to all."""

    why = forms.CharField(
        label=gettext_lazy("What you want to say"), widget=forms.Textarea(attrs={"rows": 4}), max_length=1000
    )


class SeedsForm(WhyForm):
    """The entries in the order in which they are seeded."""

    order = forms.CharField(
        label=gettext_lazy("The strongest first, a name a line"),
        widget=forms.Textarea(attrs={"rows": 10}),
        required=False,
        max_length=100_000,
        help_text=gettext_lazy("Anybody not named follows by rating. If it is empty, ratings decide."),
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        found = event.entries.select_related("player", "team").filter(status=Entry.Status.IN)
        self.known = {in_any_case(entry.name): entry for entry in found.order_by("seed", "pk")}
        self.initial["order"] = "\n".join(entry.name for entry in self.known.values())
        self.order_fields(["order", "why"])

    def clean_order(self) -> list[Entry]:
        """The entries, each once."""
        names = [line.strip() for line in self.cleaned_data["order"].splitlines()]
        order: list[Entry] = []
        for name in filter(None, names):
            entry = self.known.get(in_any_case(name))
            if entry is None:
                raise forms.ValidationError(_("“%(name)s” is not in this event."), params={"name": name})
            if entry in order:
                raise forms.ValidationError(_("“%(name)s” is named twice."), params={"name": name})
            order.append(entry)
        return order
