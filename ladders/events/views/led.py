"""Whose pages the director's are."""

from __future__ import annotations

from typing import cast

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from accounts.models import User
from ladders.events import leaders
from ladders.models import Event


def led(request: HttpRequest, event_id: int) -> tuple[Event, User]:
    """An event that the visitor leads, and the visitor. Raises Http404, PermissionDenied."""
    event = get_object_or_404(Event, pk=event_id)
    player = cast("User", request.user)
    if not leaders.may_lead(player, event):
        if event.status == Event.Status.DRAFT:
            raise Http404
        raise PermissionDenied(_("Only those who lead this event can decide about it."))
    return event, player
