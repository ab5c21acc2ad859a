"""Achievements: each is given once, with the first match or event that earned it, and told to the player."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

from accounts import holding
from accounts.models import User
from games.deeds.register import FEATS, TITLES
from games.feats import notices
from games.feats.words import WORDS, Words
from games.models import Deed, Earned


@dataclass(frozen=True, slots=True)
class By:
    """By what an achievement was earned: a match or an event, and when it ended."""

    at: datetime
    match: int | None = None
    event: int | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """An achievement as a page shows it; `by` is empty where the player has not earned it."""

    key: str
    words: Words
    by: By | None


def settle(player: int, feats: Collection[str]) -> None:
    """Give the player those of these achievements that deeds bear out, and take back the others.

    Only inside a transaction.
    """
    if feats:
        _give(player, feats, _of_matches(player, feats))


@transaction.atomic
def settle_all(player: int) -> None:
    """Do so for all achievements, where the player is still here."""
    if holding.hold([player]):
        _give(player, FEATS, should_be(player))


def _of_matches(player: int, feats: Collection[str]) -> dict[str, By]:
    """The first match of each of these. One query."""
    found: dict[str, By] = {}
    earned = Deed.objects.filter(player=player).exclude(feats=[])  # the index of these leads to them
    deeds = earned.filter(feats__overlap=list(feats)).order_by("ended_at", "match")
    for match, ended_at, keys in deeds.values_list("match", "ended_at", "feats"):
        for key in keys:
            if key in feats:
                found.setdefault(key, By(ended_at, match=match))
    return found


@transaction.atomic
def follow_titles(player: int, happened: Sequence[Mapping[str, Any]]) -> None:
    """Give a player what the titles are for that the player has won in events (settings.OUTBOX)."""
    if holding.hold([player]):
        _give(player, TITLES, titles_of(player))


def titles_of(player: int) -> dict[str, By]:
    """The first event of each title that is an achievement."""
    found: Mapping[str, tuple[int, datetime]] = import_string(settings.TITLES_WON)(player)
    return {key: By(at, event=event) for key, (event, at) in found.items()}


def should_be(player: int) -> dict[str, By]:
    """All that a player has earned, out of deeds and events."""
    return _of_matches(player, FEATS) | titles_of(player)


def _give(player: int, feats: Collection[str], by: Mapping[str, By]) -> None:
    mine = Earned.objects.filter(player=player, feat__in=feats)
    known = {row.feat: row for row in mine.select_for_update(no_key=True).order_by("feat")}
    gone = [row.pk for feat, row in known.items() if feat not in by]
    if gone:
        Earned.objects.filter(pk__in=gone).delete()
    fresh = []
    for feat, one in by.items():
        row = known.get(feat)
        if row is None:
            fresh.append(Earned(player_id=player, feat=feat, match=one.match, event=one.event, at=one.at))
        elif (row.match, row.event, row.at) != (one.match, one.event, one.at):
            row.match, row.event, row.at = one.match, one.event, one.at
            row.save(update_fields=["match", "event", "at"])
    if fresh:
        Earned.objects.bulk_create(fresh, ignore_conflicts=True)
        person = User.objects.get(pk=player)
        for row in fresh:
            notices.earned(person, row.feat)


def of_player(player: User) -> list[Shown]:
    """What a player has earned, in the order of the register. One query."""
    rows = {row.feat: row for row in Earned.objects.filter(player=player)}
    return [
        Shown(key, WORDS[key], By(row.at, row.match, row.event))
        for key in FEATS
        if (row := rows.get(key)) is not None
    ]
