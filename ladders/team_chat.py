"""What the members of a team say to each other; nobody else hears it."""

from __future__ import annotations

from accounts import relations, talk
from accounts.models import User
from ladders.models import Member, Team, TeamRemark

SHOWN = 100


class NotOfTheTeam(Exception):
    """Only who belongs to the team may. The message can be shown."""


def belongs(team: Team, player: User) -> bool:
    """Whether the player is in the team, and has said yes."""
    return Member.objects.filter(team=team, player=player, accepted=True).exists()


def say(team: Team, player: User, text: str) -> TeamRemark:
    """Say something to the team. Raises NotOfTheTeam, talk.MayNotWrite, talk.BadText."""
    if not belongs(team, player):
        raise NotOfTheTeam("You do not play for this team.")
    talk.must_not_be_muted(player)
    return TeamRemark.objects.create(team=team, player=player, text=talk.clean(text)[:300])


def heard(team: Team, player: User) -> list[TeamRemark]:
    """What was said, oldest first, but for ignored and for muted players. Raises NotOfTheTeam."""
    if not belongs(team, player):
        raise NotOfTheTeam("You do not play for this team.")
    said = TeamRemark.objects.select_related("player").filter(team=team)
    shown = (
        said.exclude(talk.hushed(player)).exclude(player__in=relations.apart(player)).order_by("-pk")[:SHOWN]
    )
    return list(reversed(shown))
