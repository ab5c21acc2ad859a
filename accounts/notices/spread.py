"""From a notice to its deliveries: which ways the player chose, and when each may go out."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.models.notices import Delivery, Mode, Notice, PushSubscription, Telling

AT_ONCE = 500
KEPT = timedelta(days=60)


def spread() -> int:
    """Make the deliveries of every new notice. Safe in two workers. Returns of how many notices."""
    done = 0
    while batch := _spread_some():
        done += batch
    return done


@transaction.atomic
def _spread_some() -> int:
    new = list(
        Notice.objects.select_for_update(skip_locked=True, of=("self",))
        .filter(spread=False)
        .select_related("player", "player__telling")
        .order_by("pk")[:AT_ONCE]
    )
    players = {notice.player_id for notice in new}
    mailed = set(
        EmailAddress.objects.filter(user__in=players, primary=True, verified=True).values_list(
            "user_id", flat=True
        )
    )
    browsers: dict[int, list[PushSubscription]] = {}
    for browser in PushSubscription.objects.filter(player__in=players):
        browsers.setdefault(browser.player_id, []).append(browser)
    now = timezone.now()
    Delivery.objects.bulk_create(
        [
            delivery
            for notice in new
            for delivery in _plan(
                notice, now, browsers.get(notice.player_id, ()), mailed=notice.player_id in mailed
            )
        ],
        ignore_conflicts=True,
    )
    Notice.objects.filter(pk__in=[notice.pk for notice in new]).update(spread=True)
    return len(new)


def _plan(
    notice: Notice, now: datetime, browsers: Iterable[PushSubscription], *, mailed: bool
) -> list[Delivery]:
    telling = telling_of(notice.player)
    calm = after_quiet(telling, notice.player.zone, now)
    planned = []
    mode = telling.mode(notice.kind)
    if mailed and mode == Mode.ONCE:
        planned.append(Delivery(notice=notice, way=Delivery.Way.MAIL, due=calm))
    if mailed and mode == Mode.DIGEST:
        hour = next_hour(telling.digest_hour, notice.player.zone, now)
        planned.append(Delivery(notice=notice, way=Delivery.Way.DIGEST, due=hour))
    if telling.pushes(notice.kind):
        planned += [
            Delivery(notice=notice, way=Delivery.Way.PUSH, browser=browser, due=calm) for browser in browsers
        ]
    if telling.hook:
        planned.append(Delivery(notice=notice, way=Delivery.Way.HOOK, due=now))
    return planned


def telling_of(player: User) -> Telling:
    """How the player wants to be told; what is usual where nothing was chosen."""
    try:
        return player.telling
    except Telling.DoesNotExist:
        return Telling(player=player)


def next_hour(hour: int, zone: ZoneInfo, now: datetime) -> datetime:
    """When it is next this full hour in the time zone, later than now."""
    local = now.astimezone(zone)
    today = datetime.combine(local.date(), time(hour), tzinfo=local.tzinfo)
    if today <= local:
        today = datetime.combine(local.date() + timedelta(days=1), time(hour), tzinfo=local.tzinfo)
    return today.astimezone(now.tzinfo)


def after_quiet(telling: Telling, zone: ZoneInfo, now: datetime) -> datetime:
    """Now, or the end of the player's quiet hours where now is one of them."""
    begin, end = telling.quiet_from, telling.quiet_to
    if begin is None or end is None or begin == end:
        return now
    hour = now.astimezone(zone).hour
    quiet = begin <= hour < end if begin < end else hour >= begin or hour < end
    return next_hour(end, zone, now) if quiet else now


def forget_old() -> None:
    """Delete notices of long ago, read or not."""
    Notice.objects.filter(created_at__lt=timezone.now() - KEPT).delete()
