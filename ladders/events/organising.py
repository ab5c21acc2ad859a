"""Events made and changed by who may: what pages and programs do alike with the form of an event."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from accounts import spending
from accounts.models import User
from accounts.said import later, listed
from ladders.events import announcing, leaders, log
from ladders.events.event_forms import EventForm, labels_of
from ladders.models import Club, Event


def must_be_permitted(player: User, club: Club | None) -> None:
    """Raise PermissionDenied unless the player may make events, for a club's members where one is named."""
    if not leaders.may_organise(player, club):
        raise PermissionDenied(_("Ask the staff for permission to organise events."))


def make(form: EventForm, player: User, club: Club | None) -> Event:
    """Make the event of a form that is valid; nobody sees it before it is opened.

    Raises PermissionDenied, spending.TooOften.
    """
    must_be_permitted(player, club)
    spending.spend("event new", player)
    event = form.save(commit=False)
    event.organiser, event.club = player, club
    event.save()
    _choose_hook(form, event, player)
    return event


def change(form: EventForm, event: Event, player: User) -> None:
    """Keep what a form that is valid says of an event that the player leads. Raises spending.TooOften."""
    spending.spend("event lead", player)
    form.save()
    _choose_hook(form, event, player)
    if event.status != Event.Status.DRAFT:
        fields = {"fields": listed(labels_of(form.changed_data))}
        what = later("Changed: %(fields)s") % fields if form.changed_data else later("Changed: nothing")
        log.note(event, what, player)


def _choose_hook(form: EventForm, event: Event, player: User) -> None:
    given = form.cleaned_data
    more = {"entries": given["hook_entries"], "results": given["hook_results"]}
    announcing.choose(event, player, given["hook"], given["shape"], **more)
