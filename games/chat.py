"""The short chat beside a match: for those who sit there, and do not want it off."""

from __future__ import annotations

from django.core.cache import cache
from django.db import transaction

from accounts import people, relations, talk
from accounts.models import User
from games import live, play
from games.models import Match, Remark

LONGEST = 300
SHOWN = 100
REMEMBERED = 24 * 3600  # seconds for which a page that lost its line may ask again
ONCE = 40
"""How long the word of one sending may be; longer ones are of nobody's page."""


def say(match_id: int, player: User, text: str, once: str = "") -> Remark | None:
    """Say something at the table. None where this sending, by its word `once`, was heard before.

    Raises Match.DoesNotExist, play.NotSeated, talk.MayNotWrite, talk.BadText.
    """
    match = Match.objects.get(pk=match_id)
    if not match.seats.filter(player=player).exists():
        raise play.NotSeated("You have no seat at this match.")
    talk.must_not_be_muted(player)
    text = talk.clean(text)
    if len(text) > LONGEST:
        raise talk.BadText(f"Beside a table {LONGEST} letters are the most. Write a message for more.")
    with transaction.atomic():
        if once and not cache.add(f"said:{match_id}:{player.pk}:{once[:ONCE]}", 1, REMEMBERED):
            return None
        remark = Remark.objects.create(match=match, player=player, text=text)
        transaction.on_commit(lambda: live.publish(live.channel(match.pk)), robust=True)
    return remark


def heard(match_id: int, player: User) -> list[Remark] | None:
    """What was said, oldest first, but for ignored and muted players; None where the player has the chat off.

    Raises Match.DoesNotExist, play.NotSeated.
    """
    match = Match.objects.get(pk=match_id)
    if not match.seats.filter(player=player).exists():
        raise play.NotSeated("You have no seat at this match.")
    if not people.profile_of(player).chat:
        return None
    remarks = Remark.objects.select_related("player").filter(match=match)
    shown = (
        remarks.exclude(talk.hushed(player))
        .exclude(player__in=relations.apart(player))
        .order_by("-pk")[:SHOWN]
    )
    return list(reversed(shown))
