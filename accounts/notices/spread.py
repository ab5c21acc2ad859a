"""From a notice to its deliveries: which ways the player chose, and when each may go out."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from django.db import DatabaseError, InterfaceError, OperationalError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.models.delivery import Delivery, lane_of_hook, lane_of_player
from accounts.models.notices import Mode, Notice, Preferences, PushSubscription
from accounts.notices import ways
from accounts.retold import put_down

logger = logging.getLogger(__name__)
AT_ONCE = 500
MAILS = (Delivery.Way.MAIL, Delivery.Way.DIGEST)
MOST = 20
"""Batches in one pass: what is more waits for the next."""


def spread() -> int:
    """Make the deliveries of every new notice. Safe in two workers. Returns of how many notices."""
    done = 0
    for _ in range(MOST):
        batch = _spread_some()
        done += batch
        if batch < AT_ONCE:
            break
    return done


def _spread_some() -> int:
    """A batch in one transaction; where that fails each notice in its own, so that one alone is lost."""
    try:
        with transaction.atomic():
            new = _new(Notice.objects.order_by("pk"))
            _deliver(new)
        return len(new)
    except (OperationalError, InterfaceError):
        raise  # the database itself: the next pass does it
    except Exception:
        logger.warning("A batch of notices could not be spread: now one by one.", exc_info=True)
    keys = list(Notice.objects.filter(spread=False).order_by("pk").values_list("pk", flat=True)[:AT_ONCE])
    for key in keys:
        _spread_alone(key)
    return len(keys)


def _spread_alone(key: int) -> None:
    try:
        with transaction.atomic():
            _deliver(_new(Notice.objects.filter(pk=key)))
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        logger.exception("Notice %s cannot be spread: it stands on the site alone.", key)
        Notice.objects.filter(pk=key).update(spread=True)
        try:
            with transaction.atomic():
                _set_aside(key, error)
        except DatabaseError:
            logger.exception("Notice %s cannot even be shown to the staff.", key)


def _new(found: QuerySet[Notice]) -> list[Notice]:
    """The first of them that are new, locked."""
    locked = found.select_for_update(skip_locked=True, of=("self",), no_key=True)
    new = locked.filter(spread=False).select_related("player", "player__preferences__webhook")
    return list(new[:AT_ONCE])


def _set_aside(key: int, error: Exception) -> None:
    """Show the staff what could not be sent by any way."""
    now = timezone.now()
    for player in Notice.objects.filter(pk=key).values_list("player", flat=True):
        Delivery.objects.create(
            notice_id=key,
            way=Delivery.Way.NONE,
            lane=lane_of_player(player),
            due=now,
            given_up_at=now,
            **put_down(Delivery, why=ways.reason(error)),
            detail=ways.detail(error)[:300],
        )


def _deliver(new: Sequence[Notice]) -> None:
    """Store the deliveries of these notices; what is settled already needs none."""
    told = [notice for notice in new if notice.settled_at is None]
    players = {notice.player_id for notice in told}
    confirmed = EmailAddress.objects.filter(user__in=players, primary=True, verified=True)
    mailed = set(confirmed.values_list("user_id", flat=True))
    browsers: dict[int, list[PushSubscription]] = {}
    for browser in PushSubscription.objects.filter(player__in=players, dropped_at=None):
        browsers.setdefault(browser.player_id, []).append(browser)
    now = timezone.now()
    planned = [
        delivery
        for notice in told
        for delivery in _plan(
            notice, now, browsers.get(notice.player_id, ()), mailed=notice.player_id in mailed
        )
    ]
    Delivery.objects.bulk_create(planned, ignore_conflicts=True)
    Notice.objects.filter(pk__in=[notice.pk for notice in new]).update(spread=True)


def kept_from(notice: Notice, way: str) -> bool:
    """Whether the notice is not sent this way: to who is suspended goes what the staff decides, by mail."""
    return notice.player.suspended and (notice.kind != "staff" or way not in MAILS)


def _plan(
    notice: Notice, now: datetime, browsers: Iterable[PushSubscription], *, mailed: bool
) -> list[Delivery]:
    preferences = preferences_of(notice.player)
    calm = after_quiet(preferences, notice.player.zone, now)
    planned = []
    mode = preferences.mode(notice.kind)
    lane = lane_of_player(notice.player_id)
    if mailed and mode == Mode.ONCE:
        planned.append(Delivery(notice=notice, way=Delivery.Way.MAIL, lane=lane, due=calm))
    if mailed and mode == Mode.DIGEST:
        hour = next_hour(preferences.digest_hour, notice.player.zone, now)
        planned.append(Delivery(notice=notice, way=Delivery.Way.DIGEST, lane=lane, due=hour))
    if preferences.pushes(notice.kind):
        planned += [
            Delivery(notice=notice, way=Delivery.Way.PUSH, lane=lane, browser=browser, due=calm)
            for browser in browsers
        ]
    hook = preferences.webhook
    if hook is not None and hook.off_at is None:
        lane = lane_of_hook(hook.pk)
        planned.append(Delivery(notice=notice, way=Delivery.Way.HOOK, lane=lane, hook=hook, due=now))
    return [delivery for delivery in planned if not kept_from(notice, delivery.way)]


def preferences_of(player: User) -> Preferences:
    """How the player wants to be told; what is usual where nothing was chosen."""
    try:
        return player.preferences
    except Preferences.DoesNotExist:
        return Preferences(player=player)


def next_hour(hour: int, zone: ZoneInfo, now: datetime) -> datetime:
    """When it is next this full hour in the time zone, later than now."""
    local = now.astimezone(zone)
    today = datetime.combine(local.date(), time(hour), tzinfo=local.tzinfo)
    if today <= local:
        today = datetime.combine(local.date() + timedelta(days=1), time(hour), tzinfo=local.tzinfo)
    return today.astimezone(now.tzinfo)


def after_quiet(preferences: Preferences, zone: ZoneInfo, now: datetime) -> datetime:
    """Now, or the end of the player's quiet hours where now is one of them."""
    begin, end = preferences.quiet_from, preferences.quiet_to
    if begin is None or end is None or begin == end:
        return now
    hour = now.astimezone(zone).hour
    quiet = begin <= hour < end if begin < end else hour >= begin or hour < end
    return next_hour(end, zone, now) if quiet else now
