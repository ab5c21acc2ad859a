"""The player's deadlines for calendar programs, behind a secret address."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import Preferences
from accounts.spoken import speaking
from games.match import lists

SPAN = timedelta(minutes=30)


@require_safe
def deadlines(request: HttpRequest, secret: str) -> HttpResponse:
    """An iCalendar file (RFC 5545) with each match that waits for the player, at its deadline."""
    welcome = Preferences.objects.select_related("player").exclude(player__suspended_until__gt=timezone.now())
    preferences = get_object_or_404(welcome, calendar=secret, player__is_active=True)
    with speaking(preferences.player.reads):  # whatever the program would read
        return _calendar_of(preferences)


def _calendar_of(preferences: Preferences) -> HttpResponse:
    from icalendar import Calendar, Event  # noqa: PLC0415  (it reads tables of time zones)

    calendar = Calendar()
    calendar.add("prodid", "-//Boatzee//deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("name", settings.SITE_NAME)
    calendar.add("x-wr-calname", settings.SITE_NAME)
    calendar.add("refresh-interval", timedelta(hours=1), parameters={"VALUE": "DURATION"})
    for match in lists.unfinished(preferences.player).my_turn:
        mine = match.mine
        if mine is None or mine.deadline is None:
            continue
        others = get_text_list([seat.name for seat in match.seats if seat != mine], _("and"))
        entry = Event()
        entry.add("uid", f"match-{match.pk}-{preferences.player_id}@boatzee")
        entry.add("dtstamp", timezone.now())
        entry.add("dtstart", mine.deadline - SPAN)
        entry.add("dtend", mine.deadline)
        entry.add(
            "summary",
            _("Time runs out: %(game)s with %(others)s") % {"game": match.rules.name, "others": others},
        )
        entry.add("url", settings.SITE_URL + reverse("games:table", args=[match.pk]))
        calendar.add_component(entry)
    response = HttpResponse(calendar.to_ical(), content_type="text/calendar; charset=utf-8")
    response["Cache-Control"] = "private, max-age=600"
    return response
