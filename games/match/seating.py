"""Who sits at a match: its seats as they are laid, accepted, declined, and handed on."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.utils import timezone

from accounts import live
from accounts.models import User
from games.match import channels, notices
from games.match.locked import Locked, write
from games.models import Match, Seat


def lay(match: Match, players: Sequence[User], accepted: Collection[User]) -> None:
    """Save a new match and a seat for each of these players, in this order. Two queries."""
    match.save()
    Seat.objects.bulk_create(
        Seat(match=match, index=index, player=player, accepted=player in accepted)
        for index, player in enumerate(players)
    )
    live.publish_on_commit(*channels.of_lists(players))


def accept(locked: Locked, seat: Seat) -> None:
    """Note that the player of this seat has accepted the invitation."""
    seat.accepted = True
    seat.save(update_fields=["accepted"])
    notices.note(locked.match, "answered")
    live.publish_on_commit(*channels.of_lists(one.player for one in locked.seats))


def decline(locked: Locked, by: User) -> None:
    """End an invitation to which somebody said no."""
    match = locked.match
    match.status = Match.Status.DECLINED
    match.ended_at = timezone.now()
    match.save(update_fields=["status", "ended_at"])
    notices.note(match, "declined", by=by.pk)
    live.publish_on_commit(*channels.of_lists(seat.player for seat in locked.seats))


def hand_on(locked: Locked, seat: Seat, player: User) -> None:
    """Give a seat, card, clock and all, to somebody else. The match is unrated from then on."""
    leaver, match = seat.player, locked.match
    notices.note(match, "handed", leaver=seat.player_id, player=player.pk)
    seat.player, match.rated = player, False
    seat.orders, seat.pinned, seat.later = {}, False, None  # they were the leaver's
    seat.save(update_fields=["player", "orders", "pinned", "later"])
    # No turn passes with it that would be told to these lists, and the leaver sits here no more.
    live.publish_on_commit(*channels.of_lists([leaver, *(one.player for one in locked.seats)]))
    write(locked)


def give_up_rematch(match: Match) -> None:
    """Let another match be the rematch: nothing came of this one."""
    Match.objects.filter(pk=match.pk).update(rematch_of=None)


def hand_over(guest: User, player: User) -> None:
    """Give all the guest's seats to whoever signed up or in, once no move is half made."""
    for match_id in lock_all_of(guest.pk):
        notices.note_changed(match_id)
    Seat.objects.filter(player=guest).update(player=player)


def lock_all_of(player: int) -> list[int]:
    """Lock all matches at which a player sits, and return their keys: none of their moves is half made."""
    mine = Match.objects.filter(seats__player=player)
    return list(mine.select_for_update(of=("self",)).order_by("pk").values_list("pk", flat=True))


def forget(matches: Collection[int]) -> None:
    """Delete matches that a guest has played, who is gone."""
    Match.objects.filter(pk__in=matches).delete()
