"""Players, as their pages show them."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Path, Router

from accounts import bots
from accounts.api.auth import anybody
from accounts.models import TYPED_LENGTH, User
from accounts.people import finding
from accounts.scopes import READ
from games.api.shapes import PlayerShown, RatingShown
from games.match import careers

router = Router(tags=["players"])
Name = Annotated[
    str, Path(min_length=1, max_length=TYPED_LENGTH, description="The player's name.", examples=["alice"])
]


@router.get(
    "/{name}", auth=anybody(READ), response=PlayerShown, summary="A player", operation_id="get_player"
)
def player(request: HttpRequest, name: Name) -> PlayerShown:
    """What the player's page shows of the person and the ratings."""
    known = User.objects.select_related("profile")
    shown = get_object_or_404(known, username__iexact=name, is_active=True, guest=False)
    profile = finding.profile_of(shown)
    viewer = request.user if request.user.is_authenticated else None
    ratings = careers.shown_ratings(shown, viewer)
    hushed = shown.muted and viewer != shown
    return PlayerShown(
        id=shown.pk,
        name=shown.username,
        robot=bool(shown.level),
        owner=bots.owner_of(shown),
        country=profile.country.code or None,
        about=None if hushed else profile.about or None,
        supporter=shown.supporter,
        joined_at=shown.date_joined,
        last_seen=shown.last_seen if profile.show_last_seen else None,
        ratings=None
        if ratings is None
        else [
            RatingShown(
                game=one.code,
                kind=one.kind,
                rating=round(one.mean, 1),
                deviation=round(one.deviation, 1),
                matches=one.matches,
            )
            for one in ratings
        ],
    )
