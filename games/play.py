"""The only writer of matches: start, move, resign, and what staff may do.

Every function is one transaction that first locks the match row, so two tabs, two workers or a
player and a clock never write the same table at once. Nothing is shown before it committed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games import clock, live, ranking, sets, telling, unseen, wake
from games.clock.calendar import NO_DAYS_OFF, BadCalendar, Calendar, left, reminders
from games.models import Match, Move, Seat
from games.rules.base import IllegalMove, Kind, Pace, Result, Rules, roll_off
from games.rules.base import Move as RulesMove
from games.sets import NOTHING, PoolEmpty, PoolStopped, Sent, Thrown, WrongNumber
from games.signals import match_finished, match_voided

__all__ = ["NOTHING", "PoolEmpty", "PoolStopped", "Sent", "WrongNumber"]


class Stale(Exception):
    """The page the player acted on is no longer the current one. Nothing was changed."""


class NotYourTurn(Exception):
    """Somebody else is to move. Nothing was changed."""


class NotSeated(Exception):
    """The player has no seat at this match."""


class StillHidden(Exception):
    """The player may not see this of the others yet."""


class MatchOver(Exception):
    """Nothing more can happen at this table."""


def version_for(match: Match, seat: Seat | None) -> int:
    """What a form must send back to act: the number of moves it has seen.

    Under `turns` those of the match. Under `split` those of the own seat: the others' moves are
    neither shown nor in the way, and their number tells a stranger nothing.
    """
    if match.pace == Pace.SPLIT:
        return seat.moves if seat else 0
    return match.version


def lock(match_id: int) -> tuple[Match, list[Seat]]:
    """The match and its seats in order, the match row locked until the transaction ends.

    Raises Match.DoesNotExist.
    """
    matches = Match.objects.annotate(sets_given_up=sets.given_up(), began_anew=sets.epoch_began())
    match = matches.select_for_update(no_key=True).get(pk=match_id)
    match.given_up, match.epoch_began = match.sets_given_up, match.began_anew
    seats = list(match.seats.select_related("player").order_by("index"))
    for seat in seats:
        seat.stored = seat.summary()
    return match, seats


@transaction.atomic
def start(match_id: int, by: User | None = None, *, until: datetime | None = None) -> Match:
    """Begin a match whose players have all accepted: roll off who starts, lay the cards, reserve everybody's
    first sets of dice, run the clock.

    `by` is who brought it about and needs no word of it. `until` is when a split match of an event ends,
    with its round. Raises MatchOver when it has begun already or
    was declined, and dicepool.pool.PoolEmpty.
    """
    match, seats = lock(match_id)
    if match.status != Match.Status.INVITING:
        raise MatchOver("This match has begun already.")
    rules = match.rules
    if match.starter is None:
        match.starter = _roll_off(match, seats) if match.pace == Pace.TURNS and len(seats) > 1 else 0
    state = rules.start(len(seats), match.options, Pace(match.pace), match.starter)
    match.status = Match.Status.RUNNING
    match.started_at = timezone.now()
    sets.reserve(match, seats)
    for seat in seats:
        seat.bank = clock.CLOCKS[match.clock].start
    if len(seats) > 1:
        telling.note(match, "begun", by=by.pk if by else None)
    _save(match, seats, rules, state, match.started_at, until=until)
    return match


def _roll_off(match: Match, seats: Sequence[Seat]) -> int:
    """Roll for the start until one seat is highest; the rounds open the move log."""
    contenders: tuple[int, ...] = tuple(range(len(seats)))
    rounds: list[Move] = []
    turn = 0
    while len(contenders) > 1:
        turn += 1
        drawn = sets.roll_off(match, contenders, turn)
        for seat, rolled in zip(contenders, drawn, strict=True):
            match.version += 1
            rounds.append(
                Move(
                    match=match,
                    number=match.version,
                    seat=seat,
                    kind=Move.ROLL_OFF,
                    dice=[rolled.dice[0]],
                    serials=[rolled.serial],
                )
            )
        contenders = roll_off(contenders, [rolled.dice[0] for rolled in drawn])
    Move.objects.bulk_create(rounds)
    return contenders[0]


def throw(count: int) -> list[tuple[int, int]]:
    """Dice for a roll-off outside of any match: for each of so many a die and the serial of its set.

    Raises dicepool.pool.PoolEmpty.
    """
    return [(rolled.dice[0], rolled.serial) for rolled in sets.draw(count)]


def move(match_id: int, player: User, version: int, wanted: RulesMove, sent: Sent = NOTHING) -> Match:
    """Make one move. Legality is settled before any dice are opened; the same form acts once.

    `version` is what `version_for` said when the page was made; `sent` is what the player's browser adds to
    the dice. Raises NotSeated, MatchOver, Stale, NotYourTurn, WrongNumber,
    games.rules.base.IllegalMove, dicepool.pool.PoolEmpty: whichever it is, nothing was changed.
    """
    try:
        return _move(match_id, player, version, wanted, sent)
    except sets.Unreserved:
        reserve_missing(match_id)
        return _move(match_id, player, version, wanted, sent)


@transaction.atomic
def reserve_missing(match_id: int) -> None:
    """Reserve sets at a match from before they were, that was taken up again, or whose sets were given up.
    Raises PoolEmpty.

    In a transaction of its own: a set is opened only once it is reserved for good.
    """
    match, seats = lock(match_id)
    must_run(match)
    sets.reserve(match, seats)
    match.save(update_fields=["seed"])
    Seat.objects.bulk_update(seats, ["reserved", "sets"])


@transaction.atomic
def _move(match_id: int, player: User, version: int, wanted: RulesMove, sent: Sent) -> Match:
    match, seats = lock(match_id)
    seat = seat_of(player, seats)
    must_run(match)
    if version != version_for(match, seat):
        raise Stale("The table has changed since this page was made. This is how it stands now.")
    act(match, seats, seat, wanted, sent)
    return match


def resign(match_id: int, player: User, version: int) -> Match:
    """Give the match up, whoever is to move. Raises what `move` raises."""
    return move(match_id, player, version, RulesMove(Kind.RESIGN))


def leave_all(player: User) -> None:
    """Take a player who closes the account off every table: running matches are resigned, others declined."""
    for match_id in list(_unfinished(player).values_list("pk", flat=True)):
        with transaction.atomic():
            match, seats = lock(match_id)
            if match.status == Match.Status.RUNNING:
                with suppress(IllegalMove):  # whoever has resigned, or filled the own card, has left already
                    act(match, seats, seat_of(player, seats), RulesMove(Kind.RESIGN))
            elif match.status == Match.Status.INVITING:
                decline(match, seats, player)


def decline(match: Match, seats: Sequence[Seat], by: User) -> None:
    """End a locked invitation to which somebody said no."""
    match.status = Match.Status.DECLINED
    match.ended_at = timezone.now()
    match.save(update_fields=["status", "ended_at"])
    telling.note(match, "declined", by=by.pk)


def _unfinished(player: User) -> Any:
    return Match.objects.filter(
        seats__player=player, status__in=[Match.Status.RUNNING, Match.Status.INVITING]
    ).order_by("pk")


@transaction.atomic
def adjudicate(match_id: int, places: Sequence[int], reason: str) -> Match:
    """Staff end a running match with these places, one for each seat. Raises MatchOver, ValueError."""
    match, seats = lock(match_id)
    must_run(match)
    must_be_places(places, seats)
    match.reason = said(reason)
    match.adjudicated = True
    totals = match.rules.totals(match.table)
    _finish(match, seats, Result(tuple(places), totals), timezone.now())
    write(match, seats)
    return match


def said(reason: str) -> str:
    """The reason without blanks around it. Raises ValueError where nothing is said."""
    if not reason.strip():
        raise ValueError(_("Say why: the players read it."))
    return reason.strip()


def must_be_places(places: Sequence[int], seats: Sequence[Seat]) -> None:
    """Raise ValueError unless every seat has a place."""
    if sorted(places) != _dense(places) or len(places) != len(seats):
        raise ValueError("Give every seat a place: 1 for the first, equal places for equals.")


def _dense(places: Sequence[int]) -> list[int]:
    """The places as they must be: each is one more than the number of seats before it (1, 2, 2, 4)."""
    ordered = sorted(places)
    return [1 + sum(1 for other in ordered if other < place) for place in ordered]


@transaction.atomic
def void(match_id: int, reason: str) -> Match:
    """Staff take a match back, begun or not: nobody has a result of it. Raises MatchOver, ValueError."""
    match, seats = lock(match_id)
    if match.status not in {Match.Status.RUNNING, Match.Status.INVITING}:
        raise MatchOver("This match is over.")
    match.reason = said(reason)
    match.status = Match.Status.VOID
    match.ended_at = timezone.now()
    match.deadline = None
    for seat in seats:
        seat.place = None
        _stop_clock(seat)
    write(match, seats)
    return match


def seat_of(player: User, seats: Iterable[Seat]) -> Seat:
    """The player's seat. Raises NotSeated."""
    for seat in seats:
        if seat.player_id == player.pk:
            return seat
    raise NotSeated("You have no seat at this match.")


def must_run(match: Match) -> None:
    """Raise MatchOver unless the match runs."""
    if match.status == Match.Status.INVITING:
        raise MatchOver("This match has not begun yet.")
    if match.status != Match.Status.RUNNING:
        raise MatchOver("This match is over. This is how it ended.")


def act(match: Match, seats: Sequence[Seat], seat: Seat, wanted: RulesMove, sent: Sent = NOTHING) -> None:
    """Check, open, play, append, reserve anew and save: the steps after the lock and the version.

    Only for a locked match that runs. Raises what `move` raises, but Stale, and sets.Unreserved.
    """
    rules, now = match.rules, timezone.now()
    state = match.table
    if wanted.kind not in {Kind.RESIGN, Kind.TIMEOUT} and seat.index not in rules.to_act(state):
        raise NotYourTurn("It is not your turn. You see the table as it stands now.")
    count = rules.dice_wanted(state, seat.index, wanted)
    hidden = seat.index in rules.hidden(state, None)
    thrown = sets.throw(match, seat, count, sent) if count else Thrown()
    after = rules.play(state, seat.index, wanted, thrown.dice)
    match.version += 1
    seat.moves += 1
    Move.objects.create(
        match=match,
        number=match.version,
        seat=seat.index,
        kind=wanted.kind.value,
        keep=list(wanted.keep),
        box=wanted.box,
        dice=list(thrown.dice),
        serials=list(thrown.serials),
        numbers=[number.hex() for number in thrown.numbers],
    )
    if count and rules.result(after) is None:
        sets.go_on(match, seat, thrown, sent, hidden=hidden)
    elif count:
        sets.used_up(seat, thrown)
    _save(
        match,
        seats,
        rules,
        after,
        now,
        by=None if wanted.kind is Kind.TIMEOUT else seat.player_id,
        seen_by=None if wanted.kind is Kind.RESIGN else unseen.seen_by(rules, after, seat.index, seats),
    )


def _save(
    match: Match,
    seats: Sequence[Seat],
    rules: Rules[Any],
    state: Any,
    now: datetime,
    by: int | None = None,
    until: datetime | None = None,
    seen_by: Sequence[Seat] | None = None,
) -> None:
    """Store the state and everything that lists read of it; end the match where the rules say so."""
    match.state = rules.dump(state)
    result = rules.result(state)
    if result is not None:
        _finish(match, seats, result, now)
    else:
        to_act = rules.to_act(state)
        for seat, total in zip(seats, rules.totals(state), strict=True):
            seat.total = total
            to_move = seat.index in to_act
            _run_clock(match, seat, rules, now, to_move=to_move, alone=len(seats) == 1, until=until)
        match.deadline = first_deadline(seats)
    write(match, seats, by=by, seen_by=seen_by)


def first_deadline(seats: Iterable[Seat]) -> datetime | None:
    """When the first clock that runs ends."""
    return min((seat.deadline for seat in seats if seat.deadline), default=None)


def _run_clock(
    match: Match,
    seat: Seat,
    rules: Rules[Any],
    now: datetime,
    *,
    to_move: bool,
    alone: bool,
    until: datetime | None,
) -> None:
    """Start the seat's clock when its turn begins, stop it when the turn has passed on.

    A split match has one turn a seat, from its start `until` it ends.
    """
    if to_move and not seat.to_move:
        seat.since = match.version
    if to_move and not seat.to_move and not alone:
        calendar = _calendar(match, seat)
        if match.pace == Pace.SPLIT:
            assert match.started_at
            calendar = NO_DAYS_OFF
            seat.deadline = until or match.started_at + clock.split_span(getattr(rules, "columns", 1))
        else:
            least = clock.CLOCKS[match.clock].least
            seat.deadline = clock.deadline(now, seat.bank or timedelta(0), calendar, least)
        seat.zone, seat.days_off = calendar.zone, sorted(calendar.days_off)
        if match.clock != clock.LIVE:  # who plays live sits there
            set_reminders(seat, now)
    elif seat.to_move and not to_move:
        if seat.deadline:
            unused = left(now, seat.deadline, seat.calendar)
            seat.bank = clock.bank_after(clock.CLOCKS[match.clock], unused)
        seat.deadline = seat.remind_at = seat.remind_last = None
    seat.to_move = to_move


def run_on(match: Match, seats: Sequence[Seat], now: datetime) -> None:
    """Start the clocks of a locked match by turns that goes on where it was."""
    to_act = match.rules.to_act(match.table)
    for seat in seats:
        _run_clock(
            match,
            seat,
            match.rules,
            now,
            to_move=seat.index in to_act,
            alone=len(seats) == 1,
            until=None,
        )
    match.deadline = first_deadline(seats)


def _calendar(match: Match, seat: Seat) -> Calendar:
    """The days off that a turn of this seat is timed by: the player's, or what an event sets for all."""
    if seat.player is None:
        return NO_DAYS_OFF
    weekend = None if match.weekend is None else frozenset(match.weekend)
    try:
        return Calendar(seat.player.time_zone, frozenset(seat.player.days_off)).under(weekend)
    except BadCalendar:  # the machine's list of time zones may have lost one since it was chosen
        return NO_DAYS_OFF


def set_reminders(seat: Seat, now: datetime) -> None:
    """Plan when to remind of a deadline that runs from now. Robots need none."""
    seat.remind_at = seat.remind_last = None
    if seat.deadline and seat.player and not seat.player.robot:
        moments = [*reminders(now, seat.deadline, seat.calendar), None, None]
        seat.remind_at, seat.remind_last = moments[:2]


def _finish(match: Match, seats: Sequence[Seat], result: Result, now: datetime) -> None:
    match.status = Match.Status.FINISHED
    match.ended_at = now
    match.deadline = None
    for seat, place, total in zip(seats, result.places, result.totals, strict=True):
        seat.place, seat.total = place, total
        _stop_clock(seat)
    ranking.settle(match, seats, now)


def _stop_clock(seat: Seat) -> None:
    seat.to_move = False
    seat.deadline = seat.remind_at = seat.remind_last = None


def opponent_chooses(match: Match, seats: Sequence[Seat]) -> bool:
    """Whether a time-out is for the opponent to claim: in casual matches for two that are played by turns."""
    return len(seats) == 2 and match.pace == Pace.TURNS and match.event is None


def _due(match: Match, seats: Sequence[Seat]) -> datetime | None:
    """When the clock has to look at the match next, if nobody moves."""
    if match.status != Match.Status.RUNNING or match.deadline is None:
        return None
    if opponent_chooses(match, seats) and match.deadline <= timezone.now():
        return match.deadline + clock.LET_WAIT  # the clock has looked; till then it is the opponent's choice
    return match.deadline


def write(
    match: Match, seats: Sequence[Seat], *, by: int | None = None, seen_by: Sequence[Seat] | None = None
) -> None:
    """Store a locked match and what changed of its seats; announce its end; tell open pages on commit.

    `by` is the player who acts and needs no word of it. What is to be told is noted in one row; of a
    roll, which neither ends nor passes a turn, there is nothing. `seen_by` are the seats whose pages are
    told of it, where a stranger's may not be. The end of a match opens the proofs of its hidden rolls, and
    throws away what is still reserved.
    """
    if match.over:
        sets.throw_away(seats)
    match.due = _due(match, seats)
    match.save()
    changed = [seat for seat in seats if seat.summary() != seat.stored]
    passed = any(seat.to_move != seat.stored.get("to_move", False) for seat in changed)
    if len(changed) > 2:
        Seat.objects.bulk_update(changed, Seat.SUMMARY)
    else:  # most moves touch one seat or two, and this is half the work
        for seat in changed:
            seat.save(update_fields=Seat.SUMMARY)
    if match.over:
        telling.note(match, "over", by=by)
    elif passed and match.pace == Pace.TURNS and len(seats) > 1 and match.clock != clock.LIVE:
        telling.note(match, "turn")
    if match.status == Match.Status.FINISHED:
        match_finished.send(sender=Match, match=match)
    elif match.status == Match.Status.VOID:
        match_voided.send(sender=Match, match=match)
    if match.over and match.pace == Pace.SPLIT:
        unseen.open_proofs(match.pk)
    channels = live.channels(match.pk, None if seen_by is None else [seat.player_id for seat in seen_by])
    transaction.on_commit(lambda: live.publish(*channels), robust=True)
    if any(seat.to_move and seat.player and seat.player.robot for seat in seats):
        transaction.on_commit(lambda: wake.robots(match.pk), robust=True)
