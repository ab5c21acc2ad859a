"""Telling of news: in the worker, so that nobody's request waits for the number of those who want to hear."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import transaction
from django.utils import timezone

from accounts.models import News, Preferences, User
from accounts.news import notices

AT_ONCE = 1_000
"""Players who are told in one go."""


@transaction.atomic
def tell_news() -> int:
    """Tell of news that was published and not told of yet. Safe in two workers. Returns how many pieces."""
    due = News.objects.filter(published_at__isnull=False, told_at=None)
    found = list(due.select_for_update(skip_locked=True, of=("self",)).order_by("pk"))
    if not found:
        return 0
    for players in _listeners():
        for news in found:
            notices.published(news, players)
    for news in found:
        news.told_at = timezone.now()
        news.save(update_fields=["told_at"])
    return len(found)


def _listeners() -> Iterator[list[User]]:
    """Whoever wants to hear of news, so many at once: there may be more of them than fit into memory."""
    wanted = Preferences.objects.filter(mail__news__in=["once", "digest"]).select_related("player")
    last = 0
    while found := list(wanted.filter(pk__gt=last).order_by("pk")[:AT_ONCE]):
        yield [preferences.player for preferences in found]
        last = found[-1].pk
