"""What a match offers to pages of other sites: a frame with its table, and how that is found (oEmbed)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.html import format_html

from accounts import addresses
from accounts.figures import figure
from games.match import watching
from games.models import Match, Seat
from games.tables import table_of

WIDTH, HEIGHT = 640, 480
"""Of a race, in pixels: a frame scrolls where its page has less room."""
OF_CARDS = 820
"""The height of a sheet."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A match that everybody may see, for other sites: its title, its frame, and where oEmbed tells of it."""

    title: str
    address: str
    oembed: str
    width: int
    height: int

    @property
    def frame(self) -> str:
        """The frame as HTML."""
        return framed(self, self.width, self.height)


def offered(request: HttpRequest, match: Match, seats: Sequence[Seat]) -> Offer | None:
    """What it offers; None where a visitor would not see the match. No query but one of a deal."""
    if not match.begun or not watching.may_watch(match, seats, AnonymousUser()):
        return None
    site = request.build_absolute_uri("/").removesuffix("/")
    page = addresses.of("games:replay" if match.over else "games:table", match.pk)
    return Offer(
        title=title(match, seats),
        address=site + addresses.of("games:embed", match.pk),
        oembed=f"{site}{addresses.plain('games:oembed')}?{urlencode({'url': site + page, 'format': 'json'})}",
        width=WIDTH,
        height=OF_CARDS if table_of(match.rules).family == "cards" else HEIGHT,
    )


def title(match: Match, seats: Sequence[Seat]) -> str:
    """The game and the names, with the points of a match that was finished."""
    told = match.status == Match.Status.FINISHED
    names = [f"{seat.name} {figure(seat.total)}" if told else seat.name for seat in seats]
    return f"{match.rules.name}: {', '.join(names)}"


def framed(offer: Offer, width: int, height: int) -> str:
    """The frame of this size, in pixels, as HTML."""
    return format_html(
        '<iframe src="{}" width="{}" height="{}" title="{}" loading="lazy" style="border:0;max-width:100%">'
        "</iframe>",
        offer.address,
        width,
        height,
        offer.title,
    )
