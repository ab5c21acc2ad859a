"""Telling of news: in the worker, so that nobody's request waits for the number of those who want to hear."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from accounts.models import News, Preferences
from accounts.news import notices


@transaction.atomic
def tell_news() -> int:
    """Tell of news that was published and not told of yet. Safe in two workers. Returns how many pieces."""
    due = News.objects.filter(published_at__isnull=False, told_at=None)
    found = list(due.select_for_update(skip_locked=True, of=("self",)).order_by("pk"))
    if not found:
        return 0
    wanted = Preferences.objects.filter(mail__news__in=["once", "digest"]).select_related("player")
    players = [preferences.player for preferences in wanted]
    for news in found:
        notices.published(news, players)
        news.told_at = timezone.now()
        news.save(update_fields=["told_at"])
    return len(found)
