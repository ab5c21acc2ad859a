"""The only writer of ladders: join, leave, challenge, cancel, record a result, and what idling costs.

Each function is one transaction that locks the ladder's row after any match row. A rung moves by one
UPDATE of a stretch, however many players stand between.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Case, F, Q, Value, When
from django.utils import timezone

from accounts import notices
from accounts.models import User
from games import live, lobby, play, queries
from games.models import Holiday, Match
from games.rules import RULES
from games.rules.base import Kind, Pace
from games.rules.base import Move as RulesMove
from ladders import running, table
from ladders.formats import ladder as rules_of
from ladders.formats import ladder_idle
from ladders.models import LADDERS_FROM, Challenge, Ladder, Log, Rung, TimeOut


class MayNot(Exception):
    """The player may not do this on the ladder now. The sentence says why."""


def lock(ladder_id: int) -> Ladder:
    """The ladder, locked until the transaction ends. Raises Ladder.DoesNotExist."""
    return Ladder.objects.select_for_update().get(pk=ladder_id)


def note(ladder: Ladder, what: str, by: User | None = None, why: str = "") -> None:
    """Add a line to the ladder's log."""
    Log.objects.create(ladder=ladder, by=by, what=what, why=why)


@transaction.atomic
def join(ladder_id: int, player: User) -> Rung:
    """Stand on the lowest rung. Raises MayNot."""
    ladder, now = lock(ladder_id), timezone.now()
    if player.robot:
        raise MayNot("Robots fill no ladder.")
    if player.barred_until and player.barred_until > now:
        raise MayNot("The staff have barred you from events for a while.")
    on_ladder = ladder.rungs.filter(player=player).exists()
    until = ladder_idle.removed_until(_late(ladder, player.pk, now), now)
    reason = ladder_idle.may_join(on_ladder=on_ladder, until=until, now=now)
    if reason:
        raise MayNot(reason)
    return _stand(ladder, player, now)


def _late(ladder: Ladder, player: int, now: datetime) -> list[datetime]:
    """The player's time-outs on this ladder that may still count."""
    since = now - ladder_idle.WITHIN - ladder_idle.REMOVED
    return list(ladder.time_outs.filter(player=player, at__gt=since).values_list("at", flat=True))


def _stand(ladder: Ladder, player: User, now: datetime) -> Rung:
    ladder.size = rules_of.join(ladder.size)
    ladder.save(update_fields=["size"])
    note(ladder, f"{player} joined on rung {ladder.size}")
    return Rung.objects.create(ladder=ladder, player=player, rung=ladder.size, last_play=now)


@transaction.atomic
def leave(ladder_id: int, player: User, why: str = "") -> None:
    """Leave the rung; everybody below moves up one. Raises MayNot."""
    ladder = lock(ladder_id)
    rung = ladder.rungs.filter(player=player).first()
    if rung is None:
        raise MayNot("You are not on this ladder.")
    _take_off(ladder, rung, why)


def _take_off(ladder: Ladder, rung: Rung, why: str) -> None:
    place = rung.rung
    note(ladder, f"{rung.player} left rung {place}", why=why)
    rung.delete()
    ladder.rungs.filter(rung__gt=place).update(rung=F("rung") - 1)
    ladder.size -= 1
    ladder.save(update_fields=["size"])


def climbers(ladder: Ladder, players: list[int]) -> dict[int, rules_of.Climber]:
    """Players as others may meet them on this ladder; who is not on it has no rung. Four queries."""
    rungs = dict(ladder.rungs.filter(player__in=players).values_list("player", "rung"))
    running_now = ladder.challenges.filter(over_at=None).filter(
        Q(challenger__in=players) | Q(defender__in=players)
    )
    out: dict[int | None, int] = {}
    incoming: dict[int | None, int] = {}
    for challenger, defender in running_now.values_list("challenger", "defender"):
        out[challenger] = out.get(challenger, 0) + 1
        incoming[defender] = incoming.get(defender, 0) + 1
    away = queries.on_holiday(players)
    known = User.objects.only("last_seen", "suspended_until").in_bulk(players)
    long_ago = timezone.now() - timedelta(days=365)
    return {
        player: rules_of.Climber(
            player,
            rungs.get(player),
            out.get(player, 0),
            incoming.get(player, 0),
            (player in known and known[player].last_seen) or long_ago,
            player in away,
            player in known and known[player].suspended,
        )
        for player in players
    }


def why_not(ladder: Ladder, me: User, others: list[int]) -> dict[int, str | None]:
    """For each of these players why `me` may not challenge it now; None where it may. Five queries."""
    found = climbers(ladder, [me.pk, *others])
    meeting: dict[int, bool] = {}
    last: dict[int, datetime] = {}
    between = Q(challenger=me, defender__in=others) | Q(defender=me, challenger__in=others)
    for challenger, defender, over_at in ladder.challenges.filter(
        between, Q(over_at=None) | Q(over_at__gt=timezone.now() - rules_of.REST)
    ).values_list("challenger", "defender", "over_at"):
        other = defender if challenger == me.pk else challenger
        if over_at is None:
            meeting[other] = True
        else:
            last[other] = max(over_at, last.get(other, over_at))
    now = timezone.now()
    return {
        other: rules_of.may_challenge(
            found[me.pk], found[other], now, running=meeting.get(other, False), last=last.get(other)
        )
        for other in others
    }


@transaction.atomic
def challenge(ladder_id: int, player: User, other: User) -> Challenge:
    """Challenge somebody above: two matches begin at once. Raises MayNot, and what `play.start` raises."""
    ladder = lock(ladder_id)
    reason = why_not(ladder, player, [other.pk])[other.pk]
    if reason:
        raise MayNot(reason)
    made = Challenge.objects.create(ladder=ladder, challenger=player, defender=other)
    matches = []
    for fixture in rules_of.challenge(player.pk, other.pk):
        seats = [player, other] if fixture.seats[0] == player.pk else [other, player]
        matches.append(_begin(ladder, seats))
    made.first, made.second = (match.pk for match in matches)
    made.save(update_fields=["first", "second"])
    note(ladder, f"{player} challenges {other}", player)
    notices.tell(
        [other],
        "event",
        f"challenge-{made.pk}",
        f"{player.get_username()} challenges you on the {ladder}",
        ladder.get_absolute_url(),
        text="Two matches have begun.",
    )
    return made


def _begin(ladder: Ladder, players: list[User]) -> Match:
    rules = RULES[ladder.code]
    match = lobby.lay(
        players,
        ladder.code,
        rules.clean_options({}),
        Pace.TURNS,
        ladder.clock,
        accepted=players,
        rated=True,
        event=LADDERS_FROM + ladder.pk,
        starter=0,
    )
    return play.start(match.pk)


def cancel(challenge_id: int, player: User) -> None:
    """Give a challenge up: it is lost, and so is what still runs of it. Raises MayNot."""
    with transaction.atomic():
        found = Challenge.objects.select_for_update().get(pk=challenge_id)
        if player.pk not in {found.challenger_id, found.defender_id} or found.over_at is not None:
            raise MayNot("There is no challenge of yours to cancel.")
        found.cancelled_by = player
        found.save(update_fields=["cancelled_by"])
    for match_id in (found.first, found.second):
        with transaction.atomic():
            match, seats = play.lock(match_id or 0)
            if match.status == Match.Status.RUNNING:
                play.act(match, seats, play.seat_of(player, seats), RulesMove(Kind.RESIGN))


def channel(ladder_id: int) -> str:
    """The channel on which a ladder says that its rungs changed."""
    return f"ladder-{ladder_id}"


def settle(match: Match) -> None:
    """Take the result of a match that is over into its challenge; once, however often it is said."""
    found = Challenge.objects.filter(Q(first=match.pk) | Q(second=match.pk)).first()
    if found is None:
        return
    ladder = lock(found.ladder_id)
    found = Challenge.objects.select_for_update(of=("self",)).get(pk=found.pk)
    leg = "1.1.1.1.1" if found.first == match.pk else "1.1.1.1.2"
    if leg in found.results:
        return
    players = list(match.seats.order_by("index").values_list("player", flat=True))
    result = running.result_of(match, [player or 0 for player in players])
    found.results[leg] = table.stored(result)
    now = match.ended_at or timezone.now()
    ladder.rungs.filter(player__in=[player for player in players if player]).update(last_play=now, slid=0)
    for player in result.timed_out:
        if player:
            TimeOut.objects.create(ladder=ladder, player_id=player, at=now)
    if len(found.results) == 2:
        _decide(ladder, found, now)
    found.save()
    name = channel(ladder.pk)
    transaction.on_commit(lambda: live.publish(name), robust=True)
    for player in result.timed_out:
        _remove_late(ladder, player, now)


def _decide(ladder: Ladder, found: Challenge, now: datetime) -> None:
    """Both matches are over: who has won, and what that moves."""
    found.over_at = now
    challenger, defender = found.challenger_id or 0, found.defender_id or 0
    results = {leg: table.as_result(stored) for leg, stored in found.results.items()}
    winner = rules_of.winner(challenger, defender, results, found.cancelled_by_id)
    found.winner_id = winner or None
    rungs = dict(ladder.rungs.filter(player__in=[challenger, defender]).values_list("player", "rung"))
    shift = rules_of.climb(rungs.get(challenger), rungs.get(defender), challenger_won=winner == challenger)
    if shift is not None:
        move(ladder, shift)
        note(ladder, f"{found.challenger} won against {found.defender} and takes rung {shift.to}")
    elif winner is not None:
        loser = found.defender if winner == challenger else found.challenger
        note(ladder, f"{found.challenger if winner == challenger else found.defender} won against {loser}")
    else:
        note(ladder, f"{found.challenger} and {found.defender} are level: nothing changes")


def move(ladder: Ladder, shift: rules_of.Shift) -> None:
    """Shift a stretch of rungs, in one statement. Only under the lock of the ladder."""
    low, high = sorted((shift.start, shift.to))
    step = 1 if shift.to < shift.start else -1
    ladder.rungs.filter(rung__range=(low, high)).update(
        rung=Case(When(rung=shift.start, then=Value(shift.to)), default=F("rung") + step)
    )


def _remove_late(ladder: Ladder, player: int, now: datetime) -> None:
    """Three time-outs in thirty days take a player off for two weeks."""
    if ladder_idle.removed_until(_late(ladder, player, now), now) is None:
        return
    rung = ladder.rungs.select_related("player").filter(player=player).first()
    if rung is not None:
        _take_off(ladder, rung, "Three time-outs in 30 days.")


def slide_idle(now: datetime) -> int:
    """What idling costs this night, on every ladder. Safe to run twice. Returns how many slid or left."""
    return sum(_slide_idle(pk, now) for pk in Ladder.objects.values_list("pk", flat=True))


@transaction.atomic
def _slide_idle(ladder_id: int, now: datetime) -> int:
    ladder = lock(ladder_id)
    since = now - ladder_idle.SLIDES
    idle = list(ladder.rungs.select_related("player").filter(last_play__lte=since).order_by("-rung"))
    holidays = {
        holiday.player_id: holiday
        for holiday in Holiday.objects.filter(player__in=[rung.player_id for rung in idle])
    }
    changed = 0
    sliding: list[Rung] = []
    for rung in idle:
        taken = holidays.get(rung.player_id)
        spent = taken.span if taken and taken.until and taken.until > rung.last_play else timedelta(0)
        idled = ladder_idle.idle(rung.last_play, spent, now)
        if ladder_idle.leaves(idled):
            rung.refresh_from_db(fields=["rung"])
            _take_off(ladder, rung, "45 days without play.")
            changed += 1
        elif ladder_idle.slides_due(idled) > rung.slid:
            sliding.append(rung)
    changed += _slide(ladder, sliding)
    return changed


def _slide(ladder: Ladder, sliding: list[Rung]) -> int:
    """One rung each, nobody past another who slides; blocks of them are moved as one."""
    Rung.objects.filter(pk__in=[rung.pk for rung in sliding]).update(slid=F("slid") + 1)
    places = sorted(Rung.objects.filter(pk__in=[rung.pk for rung in sliding]).values_list("rung", flat=True))
    block: list[int] = []
    moved = 0
    for place in [*places, None]:
        if block and (place is None or place != block[-1] + 1):
            if block[-1] < ladder.size:
                move(ladder, rules_of.Shift(block[-1] + 1, block[0]))
                moved += len(block)
            block = []
        if place is not None:
            block.append(place)
    return moved


def remember_week() -> None:
    """Note where everybody stands, for the arrows of the next week."""
    Rung.objects.update(before=F("rung"))
