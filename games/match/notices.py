"""What the games tell their players, in the words of the table; how it reaches them is theirs to choose.

No move waits for it: what happens at a table is noted in its transaction (accounts.outbox), and the worker
makes what is told of it agree with how the match stands then. So it may be done late, twice, or once for
many moves, and comes out the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.contrib.humanize.templatetags.humanize import ordinal
from django.urls import reverse
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext

from accounts import mailing, notices, outbox
from accounts.figures import figure, written
from accounts.models import User
from accounts.retold import later_read
from accounts.said import Said, Words
from accounts.said import later as _
from games.models import Match, Seat
from games.rules import RULES
from statements import Asked

Facts = Mapping[str, Any]
KIND = "match"
"""Under which the outbox keeps it."""
CHANGED = "deed"
"""Under which it keeps what matters to records and lists, and to nobody else."""


def note(match: Match, what: str, **facts: Any) -> None:
    """Note that something happened of which the players are to be told: one of the cases in `tell`."""
    outbox.note(KIND, match.pk, what=what, **facts)


def noted(match: Match, what: str, **facts: Any) -> Asked:
    """The same as a statement, which is to be asked together with others."""
    return outbox.noted(KIND, match.pk, what=what, **facts)


def note_changed(match_id: int) -> None:
    """Note that something of a match that was over has changed, though nobody is told."""
    outbox.note(CHANGED, match_id, what="changed")


def note_all(happened: Iterable[tuple[Match, str, Facts]]) -> None:
    """Note so of many matches. One query, or none."""
    outbox.note_all(KIND, ((match.pk, {"what": what, **facts}) for match, what, facts in happened))


def forget_turns(match: Match, seats: Iterable[Seat]) -> None:
    """Let players be told once more of a turn that goes on: the match or its time had ended. One query."""
    notices.forget([seat.player_id for seat in seats if seat.player_id is not None], _turn_topic(match))


def tell(match_id: int, happened: Sequence[Facts]) -> None:
    """Tell what is to be told of a match as it stands now, and settle what was told and is over.

    `happened` is what was noted since: `invited`; `answered`; `declined` and `begun`, with `by`, the key of
    the player who did it and needs no word of it; `turn`; `late`, with the `seat`; `remind`, with the
    `seat`, `since` when it is to move, and whether it is the `last` reminder; `handed`, with the `leaver` of
    a seat and the `player` who took it; `over`, with `by`.
    """
    match = Match.objects.filter(pk=match_id).first()
    if match is None:  # a guest's, and the guest is gone
        return
    seats = list(match.seats.select_related("player").order_by("index"))
    by = {facts["what"]: facts.get("by") for facts in happened}
    if not by.keys() <= {"turn", "late", "remind"}:  # of those nobody was asked anything
        _invitations(match, seats)
    for facts in happened:
        if facts["what"] == "handed":
            _handed(match, seats, facts)
    if match.status == Match.Status.DECLINED:
        _declined(match, seats, by.get("declined"))
    elif match.status == Match.Status.RUNNING:
        if "begun" in by:
            _begun(match, seats, by["begun"])
        if not by.keys() <= {"late", "remind"}:
            _turns(match, seats)
        for facts in happened:
            if facts["what"] == "late":
                _late(match, seats, seats[facts["seat"]])
            elif facts["what"] == "remind":
                _remind(match, seats, seats[facts["seat"]], facts)
    elif match.over:
        _over(match, seats, by.get("over"))


def ask_friend(player: User, email: str, code: str, link: str) -> None:
    """Mail somebody who may not be here yet the private link of a match for two."""
    game = RULES[code].name
    said = gettext("%(player)s would like to play %(game)s with you")
    mailing.post(
        email,
        said % {"player": player.get_username(), "game": game},
        "mail/friend",
        {"player": player, "game": game, "address": settings.SITE_URL + reverse("games:link", args=[link])},
    )


def _address(match: Match) -> str:
    return reverse("games:table", args=[match.pk])


def _names(seats: Iterable[Seat], but: int | None) -> Words:
    names = [seat.name for seat in seats if seat.player_id != but]
    return Said(lambda: get_text_list(names, gettext("and"))) if names else ""


def _until(seat: Seat) -> Words:
    """The seat's deadline in its player's own time zone."""
    if seat.deadline is None or seat.player is None:
        return ""
    until = seat.deadline.astimezone(seat.player.zone)
    return _("You have until %(moment)s.") % {"moment": Said(lambda: written(until, "D j M, H:i T"))}


def _turn_topic(match: Match) -> str:
    """What a notice of somebody's turn is filed under: it is settled when the turn was taken."""
    return f"turn-{match.pk}"


def _invitation_topic(match: Match) -> str:
    """What an invitation is filed under: it is settled when it was answered."""
    return f"invitation-{match.pk}"


def _start_topic(match: Match) -> str:
    """What the word that a match begins is filed under: it is settled when the match is over."""
    return f"start-{match.pk}"


def _late_topic(match: Match) -> str:
    """What the word that somebody’s time is up is filed under: at the end there is nothing left to choose."""
    return f"late-{match.pk}"


def _invitations(match: Match, seats: Sequence[Seat]) -> None:
    """Ask whoever has still to accept; an invitation that was answered, or is over, is settled."""
    maker = seats[0]
    for seat in seats:
        if seat.player_id is None:
            continue
        if seat.accepted or match.status != Match.Status.INVITING:
            notices.settle(seat.player_id, _invitation_topic(match))
            continue
        said = _("%(player)s invites you to %(game)s")
        notices.tell(
            [seat.player],
            "invitation",
            f"invitation-{match.pk}",
            said % {"player": maker.name, "game": match.rules.name},
            _address(match),
            topic=_invitation_topic(match),
        )


def _declined(match: Match, seats: Sequence[Seat], by: int | None) -> None:
    """Tell the others that nothing comes of it."""
    who = next((seat.name for seat in seats if seat.player_id == by), seats[0].name)
    said = _("%(player)s will not play %(game)s with you this time")
    notices.tell(
        [seat.player for seat in seats if seat.accepted and seat.player_id != by],
        "over",
        f"over-{match.pk}",
        said % {"player": who, "game": match.rules.name},
        _address(match),
    )


def _begun(match: Match, seats: Sequence[Seat], by: int | None) -> None:
    """Tell everybody but who brought it about; whoever is to move is told of the turn instead."""
    for seat in seats:
        if seat.player_id != by and (not seat.to_move or match.apart):
            names = {"game": match.rules.name, "others": _names(seats, seat.player_id)}
            notices.tell(
                [seat.player],
                "start",
                f"start-{match.pk}",
                _("%(game)s with %(others)s begins") % names,
                _address(match),
                topic=_start_topic(match),
            )


def _handed(match: Match, seats: Sequence[Seat], facts: Facts) -> None:
    """Settle what was told to who left a seat, and tell who has it now; of the turn they are told as ever."""
    notices.settle(facts["leaver"], _turn_topic(match))
    for seat in seats:
        if seat.player_id == facts["player"] and not match.over:
            names = {"game": match.rules.name, "others": _names(seats, seat.player_id)}
            said = _("You have taken over a seat: %(game)s with %(others)s") % names
            notices.tell(
                [seat.player],
                "start",
                f"start-{match.pk}",
                said,
                _address(match),
                topic=_start_topic(match),
            )


def _turns(match: Match, seats: Sequence[Seat]) -> None:
    """Tell whose turn it is, once a turn, and settle what was told of a turn that is over.

    One's own cards of a split match are nobody's turn, and who plays alone needs no word.
    """
    if match.apart or len(seats) == 1:
        return
    for seat in seats:
        if seat.player_id is None:
            continue
        if not seat.to_move:
            notices.settle(seat.player_id, _turn_topic(match))
            continue
        names = {"game": match.rules.name, "others": _names(seats, seat.player_id)}
        notices.tell(
            [seat.player],
            "turn",
            f"turn-{match.pk}-{seat.since}",
            _("Your turn: %(game)s with %(others)s") % names,
            _address(match),
            topic=_turn_topic(match),
            text=_until(seat),
        )


def _remind(match: Match, seats: Sequence[Seat], seat: Seat, facts: Facts) -> None:
    """Tell a player that the time runs out, unless that turn is over."""
    if not seat.to_move or seat.since != facts["since"]:
        return
    names = {"game": match.rules.name, "others": _names(seats, seat.player_id)}
    notices.tell(
        [seat.player],
        "reminder",
        f"reminder-{match.pk}-{seat.since}-{seat.index}-{facts['last']}",
        _("Your time is running out: %(game)s with %(others)s") % names,
        _address(match),
        topic=_turn_topic(match),
        text=_until(seat),
    )


def _late(match: Match, seats: Sequence[Seat], who: Seat) -> None:
    """Tell the opponent at a table of two that there is a choice, unless a move came or time was given."""
    if not who.to_move or who.deadline is None or who.deadline > timezone.now():
        return
    notices.tell(
        [seat.player for seat in seats if seat.player_id != who.player_id],
        "late",
        f"late-{match.pk}-{match.deadline}",
        _("%(player)s has run out of time in %(game)s") % {"player": who.name, "game": match.rules.name},
        _address(match),
        topic=_late_topic(match),
        text=_("You can take the win, give another day, or wait."),
    )


def _over(match: Match, seats: Sequence[Seat], by: int | None) -> None:
    """Tell everybody but who ended it how it ended. Nothing is left of what was told of its start, its turns
    and its clock.

    A match that staff let go on ends once more, and that is told, too.
    """
    key = f"over-{match.pk}-{match.ended_at}"
    for seat in seats:
        if seat.player_id is None:
            continue
        notices.settle(seat.player_id, _start_topic(match), _turn_topic(match), _late_topic(match))
        if seat.player_id != by:
            said = _ending(match, seats, seat)
            notices.tell([seat.player], "over", key, said, _address(match), text=later_read(match, "reason"))


def _ending(match: Match, seats: Sequence[Seat], seat: Seat) -> Words:
    """How a match ended for a seat, in one sentence."""
    words = {"game": match.rules.name, "others": _names(seats, seat.player_id), "players": len(seats)}
    if match.status != Match.Status.FINISHED or not seat.place:
        return (_("%(game)s with %(others)s is over") if words["others"] else _("%(game)s is over")) % words
    if not words["others"]:
        return _("%(game)s is over: you scored %(points)s") % {
            **words,
            "points": _number(seat.total),
        }
    if len(seats) > 2 and seat.place > 1:
        said = _("%(game)s with %(others)s is over: you came %(place)s of %(players)d")
        return said % {**words, "place": Said(lambda: str(ordinal(seat.place)))}
    if sum(one.place == 1 for one in seats) > 1:
        return _("%(game)s with %(others)s is over: a draw") % words
    if seat.place > 1:
        said = _("%(game)s with %(others)s is over: you lost")
    else:
        said = _("%(game)s with %(others)s is over: you won")
    return Said(lambda: f"{said % words}{_by_points(seats, seat)}")


def _by_points(seats: Sequence[Seat], seat: Seat) -> Words:
    """The totals of two, where they say the same as the places: not after a time-out or a resignation."""
    if len(seats) != 2:
        return ""
    mine, theirs = seat.total, seats[1 - seats.index(seat)].total
    if mine == theirs or (mine > theirs) != (seat.place == 1):
        return ""
    return _(", %(mine)s to %(theirs)s") % {
        "mine": _number(mine),
        "theirs": _number(theirs),
    }


def _number(points: int) -> Words:
    return Said(lambda: figure(points))
