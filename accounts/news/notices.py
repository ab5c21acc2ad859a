"""What players are told of news, in words."""

from __future__ import annotations

from collections.abc import Iterable

from accounts import notices
from accounts.models import News, User

BEGINNING = 500
"""How many letters of a piece stand in its notice; the rest is on its page."""


def published(news: News, players: Iterable[User]) -> None:
    """There is a new piece."""
    address = news.get_absolute_url()
    notices.tell(players, "news", f"news-{news.pk}", news.title, address, text=news.text[:BEGINNING])
