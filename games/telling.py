"""What the games tell their players, in the words of the table; how it reaches them is theirs to choose.

Every notice is written in the transaction of what it tells.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.urls import reverse

from accounts import notices
from accounts.models import User
from games.models import Match, Seat


def _address(match: Match) -> str:
    return reverse("games:table", args=[match.pk])


def _others(seats: Iterable[Seat], but: int | None) -> list[User | None]:
    return [seat.player for seat in seats if seat.player_id != but]


def _names(seats: Iterable[Seat], but: int | None) -> str:
    return " and ".join(seat.name for seat in seats if seat.player_id != but)


def _until(seat: Seat) -> str:
    """The seat's deadline in its player's own time zone."""
    if seat.deadline is None or seat.player is None:
        return ""
    return seat.deadline.astimezone(seat.player.zone).strftime("%a %-d %b, %H:%M %Z")


def turn_topic(match: Match) -> str:
    """What a notice of somebody's turn is filed under: it is settled when the turn was taken."""
    return f"turn-{match.pk}"


def invitation_topic(match: Match) -> str:
    """What an invitation is filed under: it is settled when it was answered."""
    return f"invitation-{match.pk}"


def invited(match: Match, seats: Sequence[Seat], by: User) -> None:
    """Tell whoever has to accept."""
    notices.tell(
        [seat.player for seat in seats if not seat.accepted],
        "invitation",
        f"invitation-{match.pk}",
        f"{by.get_username()} invites you to {match.rules.name}",
        _address(match),
        topic=invitation_topic(match),
    )


def answered(match: Match, player: User) -> None:
    """An answer was given: the invitation is settled."""
    notices.settle(player.pk, invitation_topic(match))


def declined(match: Match, seats: Sequence[Seat], by: User) -> None:
    """Tell the others that nothing comes of it."""
    for seat in seats:
        if seat.player_id:
            notices.settle(seat.player_id, invitation_topic(match))
    notices.tell(
        [seat.player for seat in seats if seat.accepted and seat.player_id != by.pk],
        "over",
        f"over-{match.pk}",
        f"{by.get_username()} does not play {match.rules.name} with you this time",
        _address(match),
    )


def begun(match: Match, seats: Sequence[Seat], by: int | None) -> None:
    """Tell everybody but who brought it about; whoever is to move is told of the turn instead."""
    for seat in seats:
        if seat.player_id != by and (not seat.to_move or match.pace == "split"):
            notices.tell(
                [seat.player],
                "start",
                f"start-{match.pk}",
                f"{match.rules.name} with {_names(seats, seat.player_id)} begins",
                _address(match),
            )


def turns(match: Match, seats: Sequence[Seat]) -> None:
    """Tell whose turn has begun, and take back what was told of a turn that is over.

    One's own cards of a split match are nobody's turn, and who plays alone needs no word.
    """
    if match.pace == "split" or len(seats) == 1:
        return
    for seat in seats:
        if seat.player_id is None or seat.to_move == bool(seat.stored and seat.stored[0]):
            continue
        if seat.to_move:
            until = _until(seat)
            notices.tell(
                [seat.player],
                "turn",
                f"turn-{match.pk}-{match.version}",
                f"Your turn: {match.rules.name} with {_names(seats, seat.player_id)}",
                _address(match),
                topic=turn_topic(match),
                text=f"You have until {until}." if until else "",
            )
        else:
            notices.settle(seat.player_id, turn_topic(match))


def remind(match: Match, seats: Sequence[Seat], seat: Seat) -> None:
    """Tell a player that the time runs out."""
    notices.tell(
        [seat.player],
        "reminder",
        f"reminder-{match.pk}-{match.version}-{seat.index}-{seat.remind_last is None}",
        f"Your time runs out: {match.rules.name} with {_names(seats, seat.player_id)}",
        _address(match),
        topic=turn_topic(match),
        text=f"You have until {_until(seat)}.",
    )


def late(match: Match, seats: Sequence[Seat], who: Seat) -> None:
    """Tell the opponent at a table of two that there is a choice."""
    notices.tell(
        _others(seats, who.player_id),
        "late",
        f"late-{match.pk}-{match.deadline}",
        f"{who.name} is out of time in {match.rules.name}",
        _address(match),
        text="You may take the win, give another day, or wait.",
    )


def over(match: Match, seats: Sequence[Seat], by: int | None) -> None:
    """Tell everybody but who ended it how it ended. Nothing that was told of turns is left."""
    for seat in seats:
        if seat.player_id is None:
            continue
        notices.settle(seat.player_id, turn_topic(match))
        if seat.player_id == by:
            continue
        others = _names(seats, seat.player_id)
        said = f"{match.rules.name} with {others} is over" if others else f"{match.rules.name} is over"
        if match.status == Match.Status.FINISHED and seat.place:
            first = [one for one in seats if one.place == 1]
            won = "you won" if seat.place == 1 and len(first) == 1 else "a draw" if seat.place == 1 else ""
            won = won or f"you came {_ordinal(seat.place)}"
            said = f"{said}: {won}"
        notices.tell([seat.player], "over", f"over-{match.pk}", said, _address(match), text=match.reason)


def _ordinal(place: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(place, "th")
    return f"{place}{ending}"
