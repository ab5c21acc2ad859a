"""What follows for two clubs from their match that is over: done by the worker, under the lock of both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import inf
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.said import later
from games import rating
from ladders.clubs import matches, notices, numbers
from ladders.models import Club, ClubMatch, Event, Member, Place, Section

Status = ClubMatch.Status


@transaction.atomic
def settle(event_id: int, facts: Sequence[Mapping[str, Any]]) -> None:
    """Take the result of an event between two clubs, once, however often it is said (settings.OUTBOX)."""
    key = ClubMatch.objects.filter(event=event_id).values_list("pk", flat=True).first()
    if key is None:
        return
    found = matches.lock(key)
    event = Event.objects.get(pk=event_id)
    if found.status != Status.PLAYING:
        return
    if event.status == Event.Status.CANCELLED:
        matches.call_off(found, later("It was called off."))
    elif event.status == Event.Status.FINISHED:
        _take(found, event)


def _take(found: ClubMatch, event: Event) -> None:
    lines = Place.objects.select_related("entry").filter(section__event=event)
    home, away = lines.order_by("seed")
    found.home_points, found.away_points = (int(Fraction(line.points)) for line in (home, away))
    found.status, found.ended_at = Status.OVER, timezone.now()
    first, second = (line.rank or inf for line in (home, away))
    score = 0.5 if first == second else float(first < second)
    _count(found.home, score)
    _count(found.away, 1 - score)
    proved = numbers.score(found, Section.objects.select_related("event").get(event=event))
    found.rated = proved is not None
    found.save(update_fields=["home_points", "away_points", "status", "ended_at", "rated"])
    if proved is not None:
        _rate(found.home, found.away, proved)
    for club in (found.home, found.away):
        club.save(update_fields=["won", "level", "lost", "mean", "deviation", "volatility"])
    played = Member.objects.filter(event=event, accepted=True).values("player")
    notices.over(found, User.objects.filter(pk__in=played))


def _count(club: Club, score: float) -> None:
    club.won += score == 1
    club.level += score == 0.5
    club.lost += score == 0


def _rate(home: Club, away: Club, score: float) -> None:
    """Move both ratings as two players' of a match for two (games.rating)."""
    before = [rating.Rating(club.mean, club.deviation, club.volatility) for club in (home, away)]
    for club, after in zip((home, away), rating.after_duel(before[0], before[1], score), strict=True):
        club.mean, club.deviation, club.volatility = after.mean, after.deviation, after.volatility
