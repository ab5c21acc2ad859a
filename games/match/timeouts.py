"""What becomes of a match whose time has run out (rules.md, "Time"), for one and for many at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Min

from accounts.said import later
from games import clock
from games.clock.holiday import Holiday, Taken, spend_holiday
from games.match import deadlines, many, play, staff
from games.match.locked import Locked
from games.match.many import Change
from games.match.rows import Save
from games.models import EventHoliday, Match, Seat
from games.models import Holiday as HolidayTaken


def expire(due: Sequence[Locked], now: datetime) -> None:
    """Let the time of these matches run out, in this order, and store what becomes of them.

    Locks what their late players have taken of holiday.
    """
    late = {one: _late(one, now) for one in due}
    holidays = _Holidays((one.match, seat) for one in due for seat in late[one])
    changes = [_run_out(one, late[one], holidays, now) for one in due]
    holidays.save()
    many.write(changes, now)


def in_turn(due: Sequence[Locked], now: datetime) -> list[Locked]:
    """Those of these locked matches whose turn it is: a player's holiday is spent on the deadline that passed
    first, which may be that of a match that another worker holds. One query.

    What comes behind these in line nobody waits for: it would hold them up until it is among them, and so for
    ever where they are as many as are looked at in one go.
    """
    last = max((one.match.due for one in due if one.match.due), default=now)
    late = [(one, seat) for one in due for seat in _late(one, now) if _may_spend(one.match, seat)]
    elsewhere = Seat.objects.filter(
        player__in={seat.player_id for _one, seat in late},
        to_move=True,
        deadline__lte=now,
        match__due__lte=last,
    ).exclude(match__in=[one.match.pk for one in due])
    first = dict(elsewhere.order_by().values_list("player").annotate(Min("deadline")))
    behind = {
        one for one, seat in late if seat.deadline and first.get(seat.player_id or 0, now) < seat.deadline
    }
    return [one for one in due if one not in behind]


def _late(locked: Locked, now: datetime) -> list[Seat]:
    return [seat for seat in locked.seats if seat.to_move and seat.deadline and seat.deadline <= now]


def _run_out(locked: Locked, late: Sequence[Seat], holidays: _Holidays, now: datetime) -> Change:
    """Change a match whose time is up. Nothing is stored yet."""
    match, seats, change = locked.match, locked.seats, Change(locked)
    spared = [seat for seat in late if holidays.spare(match, seat, now)]
    if spared and match.apart:  # its deadline is the match's, so that it moves for all
        _move_all(late, max(seat.deadline for seat in spared if seat.deadline), now)
        spared = list(late)
    stay = [seat for seat in late if seat not in spared]
    if spared:
        match.deadline = deadlines.first_deadline(seats)
    if match.apart and len(seats) == len(stay) == 2 and not match.organised:
        staff.lay_aside(locked, later("Neither player finished their card in time."), now)
        return change
    chooses = deadlines.opponent_chooses(match, seats)
    waits = chooses and match.deadline and now < match.deadline + clock.LET_WAIT
    if waits or not stay:
        change.notes += [("late", {"seat": seat.index}) for seat in stay[:1]]
        return change
    for seat in stay:
        if match.status == Match.Status.RUNNING:
            move, sees = play.run_out(locked, seat, now)
            change.see(sees)
            change.moves.append(move)
    return change


def _move_all(late: Sequence[Seat], deadline: datetime, now: datetime) -> None:
    for seat in late:
        seat.deadline = deadline
        deadlines.set_reminders(seat, now)


def _may_spend(match: Match, seat: Seat) -> bool:
    """Whether holiday could move this seat's deadline."""
    if match.clock == clock.LIVE:  # holiday is for days
        return False
    return bool(seat.player and not seat.player.robot and seat.player.spend_holiday and seat.deadline)


Place = tuple[int, int, int]
"""A player, and the event or the ladder (0 for none) in which holiday is counted apart."""


def _place(match: Match, seat: Seat) -> Place:
    return seat.player_id or 0, match.event or 0, match.ladder or 0


SAVE_TAKEN = Save("save holidays", HolidayTaken, ("year", "span", "until"))
SAVE_IN_EVENTS = Save("save holidays in events", EventHoliday, ("span", "until"))


class _Holidays:
    """What late players have taken of holiday, locked: players in order, then their events and ladders."""

    def __init__(self, late: Iterable[tuple[Match, Seat]]) -> None:
        self._taken: dict[int, HolidayTaken] = {}
        self._in_events: dict[Place, EventHoliday] = {}
        self._spent: set[HolidayTaken | EventHoliday] = set()
        may = [(match, seat) for match, seat in late if _may_spend(match, seat)]
        if may:
            self._lock(may)
        organised = [(match, seat) for match, seat in may if match.organised]
        if organised:
            self._lock_in_events(organised)

    def _lock(self, may: Sequence[tuple[Match, Seat]]) -> None:
        years: dict[int, int] = {}
        for _match, seat in may:
            assert seat.player_id
            years.setdefault(seat.player_id, _year(seat))
        HolidayTaken.objects.bulk_create(
            [
                HolidayTaken(player_id=player, year=years[player], span=timedelta(0))
                for player in sorted(years)
            ],
            ignore_conflicts=True,
        )
        held = HolidayTaken.objects.select_for_update().filter(player__in=years).order_by("player_id")
        self._taken = {one.player_id: one for one in held}

    def _lock_in_events(self, organised: Sequence[tuple[Match, Seat]]) -> None:
        wanted = sorted({_place(match, seat) for match, seat in organised})
        EventHoliday.objects.bulk_create(
            [
                EventHoliday(player_id=player, event=event or None, ladder=ladder or None, span=timedelta(0))
                for player, event, ladder in wanted
            ],
            ignore_conflicts=True,
        )
        players = {player for player, _event, _ladder in wanted}
        held = EventHoliday.objects.select_for_update().filter(player__in=players)
        found = {
            (one.player_id, one.event or 0, one.ladder or 0): one for one in held.order_by("player_id", "pk")
        }
        self._in_events = {place: found[place] for place in wanted if place in found}

    def spare(self, match: Match, seat: Seat, now: datetime) -> bool:
        """Spend a late player's holiday if that moves the deadline past now. Returns whether it did."""
        taken = self._taken.get(seat.player_id or 0)
        if taken is None or seat.deadline is None or not _may_spend(match, seat):
            return False
        in_event = self._in_events.get(_place(match, seat)) if match.organised else None
        reprieve = spend_holiday(
            now,
            seat.deadline,
            Holiday(taken.year, Taken(taken.span, taken.until)),
            seat.calendar,
            Taken(in_event.span, in_event.until) if in_event else None,
        )
        if reprieve is None:
            return False
        seat.deadline = reprieve.deadline
        deadlines.set_reminders(seat, now)
        spent = reprieve.holiday
        taken.year, taken.span, taken.until = spent.year, spent.taken.span, spent.taken.until
        self._spent.add(taken)
        if in_event:
            in_event.span, in_event.until = reprieve.in_event.span, reprieve.in_event.until
            self._spent.add(in_event)
        return True

    def save(self) -> None:
        """Store what was spent."""
        SAVE_TAKEN.run([one for one in self._spent if isinstance(one, HolidayTaken)])
        SAVE_IN_EVENTS.run([one for one in self._spent if isinstance(one, EventHoliday)])


def _year(seat: Seat) -> int:
    assert seat.deadline
    return seat.deadline.astimezone(ZoneInfo(seat.zone)).year
