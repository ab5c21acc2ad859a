"""Club against club, up to the first roll: challenged, answered, line-ups named, begun.

Both clubs are locked, in the order of their keys, before the match between them; the event in which it is
played is made in the same transaction. Nothing waits for anybody for ever: a challenge that is not answered
lapses, and at the end of the time for line-ups it begins with those who have said yes.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.retold import put_down, words_of
from accounts.said import Words, later
from games.rules import RULES
from ladders import belonging
from ladders.clubs import announcing, founding, log, notices
from ladders.clubs.log import MayNot
from ladders.events import eligibility, lifecycle
from ladders.formats import base, club_match
from ladders.models import Club, ClubMatch, ClubMember, ClubSeat, Entry, Event, Member, Team

logger = logging.getLogger(__name__)
ANSWER = timedelta(days=7)
"""How long a challenge waits for an answer."""
NAMING = timedelta(days=3)
"""How long the line-ups are open."""
MOST = 10
"""Matches of one club that are not over."""
Status = ClubMatch.Status


@transaction.atomic
def challenge(home_id: int, away_id: int, by: User, terms: Mapping[str, Any]) -> ClubMatch:
    """Challenge another club; `terms`: code, pace, clock, boards, days. Raises MayNot, base.BadField."""
    if home_id == away_id:
        raise MayNot(_("That is your own club."))
    home, away = log.lock_both(home_id, away_id)
    founding.must_lead(home, by)
    if away.closed_at is not None:
        raise MayNot(_("%(club)s is closed.") % {"club": away})
    between = Q(home=home, away=away) | Q(home=away, away=home)
    if ClubMatch.objects.filter(between, status__in=ClubMatch.BEFORE).exists():
        raise MayNot(_("There is a challenge between you two already."))
    _must_have_room(home)
    lifecycle.check(_event(home, away, terms, terms["boards"]))
    made = ClubMatch.objects.create(
        home=home, away=away, asked_by=by, due=timezone.now() + ANSWER, **dict(terms)
    )
    notices.challenged(made)
    return made


def _must_have_room(club: Club, accepted: int = 0) -> None:
    """Raise MayNot where there is no room beside its other matches; one that is `accepted` is no other."""
    found = ClubMatch.objects.filter(Q(home=club) | Q(away=club), status__in=ClubMatch.OPEN)
    if found.exclude(pk=accepted).count() >= MOST:
        raise MayNot(_("%(club)s has %(most)d matches that are not over.") % {"club": club, "most": MOST})


def _event(home: Club, away: Club, terms: Mapping[str, Any], boards: int) -> Event:
    """The event in which it is played, not stored."""
    return Event(
        name=f"{home} – {away}",
        format="clubs",
        code=terms["code"],
        options=RULES[terms["code"]].clean_options({}),
        pace=terms["pace"],
        clock=terms["clock"],
        matches=boards,
        round_days=terms["days"],
        way=Event.Way.INVITED,
        fewest=club_match.FEWEST,
        most=club_match.FEWEST,
        status=Event.Status.OPEN,
    )


def lock(match_id: int) -> ClubMatch:
    """The match under its lock, with its clubs, which are locked before. Raises ClubMatch.DoesNotExist."""
    clubs = ClubMatch.objects.values_list("home", "away").get(pk=match_id)
    home, away = log.lock_both(*clubs)
    found = ClubMatch.objects.select_for_update(no_key=True).get(pk=match_id)
    found.home, found.away = home, away
    return found


@transaction.atomic
def accept(match_id: int, by: User) -> None:
    """Take the challenge up: both sides name their line-ups now. Raises MayNot."""
    found = lock(match_id)
    _must_be(found, Status.ASKED)
    founding.must_lead(found.away, by)
    founding.must_be_there(found.home)
    _must_have_room(found.away, found.pk)
    found.status, found.due = Status.NAMING, timezone.now() + NAMING
    found.save(update_fields=["status", "due"])
    notices.note_line_ups(found)


def _must_be(found: ClubMatch, status: str) -> None:
    if found.status != status:
        raise MayNot(_("This challenge has gone on meanwhile: look at it again."))


@transaction.atomic
def decline(match_id: int, by: User) -> None:
    """Say no, or take the challenge back. Raises MayNot."""
    found = lock(match_id)
    _must_be(found, Status.ASKED)
    if belonging.may_lead(by, found.home):
        call_off(found, later("The challenge was taken back."))
    else:
        founding.must_lead(found.away, by)
        call_off(found, later("%(club)s declined.") % {"club": found.away})
        notices.declined(found)


def call_off(found: ClubMatch, why: Words) -> None:
    """Let a locked match not take place."""
    kept = put_down(ClubMatch, why=why)
    found.status, found.ended_at = Status.OFF, timezone.now()
    found.why, found.said = kept["why"], kept["said"]
    found.save(update_fields=["status", "ended_at", "why", "said"])
    announcing.off(found)


@transaction.atomic
def say_yes(match_id: int, club_id: int, player: User) -> None:
    """Say that one will play for a club that one belongs to. Raises MayNot."""
    found = lock(match_id)
    _must_be_naming(found, club_id)
    if belonging.of(player, club_id) is None:
        raise MayNot(_("Only the members of the club play for it."))
    if player.barred:
        raise MayNot(_("The staff have barred you from events for a while."))
    seat, _made = ClubSeat.objects.get_or_create(match=found, player=player, defaults={"club_id": club_id})
    if seat.club_id != club_id:
        raise MayNot(_("You have said that you will play for the other club."))


def _must_be_naming(found: ClubMatch, club_id: int) -> None:
    if found.status != Status.NAMING or found.due <= timezone.now():
        raise MayNot(_("The line-ups of this match are closed."))
    if club_id not in {found.home_id, found.away_id}:
        raise MayNot(_("This club does not play in that match."))


@transaction.atomic
def say_no(match_id: int, player: User) -> None:
    """Be in no line-up any longer. Raises MayNot."""
    found = lock(match_id)
    seat = found.seats.filter(player=player).first()
    if seat is None:
        raise MayNot(_("You have not said that you will play."))
    _must_be_naming(found, seat.club_id)
    seat.delete()


@transaction.atomic
def arrange(match_id: int, club_id: int, order: Sequence[int], by: User) -> None:
    """Fix who plays on which board, by their keys; the others come after. Raises MayNot."""
    found = lock(match_id)
    _must_be_naming(found, club_id)
    founding.must_lead(found.home if club_id == found.home_id else found.away, by)
    seats = {seat.player_id: seat for seat in found.seats.filter(club=club_id)}
    if len(set(order)) != len(order) or not set(order) <= seats.keys():
        raise MayNot(_("Name only players who have said that they will play, each once."))
    for key, seat in seats.items():
        seat.place = order.index(key) + 1 if key in order else None
    ClubSeat.objects.bulk_update(seats.values(), ["place"])


@transaction.atomic
def close(match_id: int, club_id: int, by: User) -> None:
    """Let one's line-up stand as it is; once both do, the match begins. Raises MayNot."""
    found = lock(match_id)
    _must_be_naming(found, club_id)
    side = "home" if club_id == found.home_id else "away"
    founding.must_lead(found.home if side == "home" else found.away, by)
    setattr(found, f"{side}_ready", True)
    found.save(update_fields=[f"{side}_ready"])
    if found.home_ready and found.away_ready:
        _begin(found)


def look_after(now: datetime) -> int:
    """Go on with every match whose time for an answer or a line-up is over. Returns how many there were.

    Each is a transaction of its own, and what goes wrong in one stays with it, to be tried again.
    """
    due = ClubMatch.objects.filter(status__in=ClubMatch.BEFORE, due__lte=now).order_by("due")
    keys = list(due.values_list("pk", flat=True))
    for key in keys:
        try:
            _go_on(key, now)
        except Exception:
            logger.exception("Club match %s could not go on", key)
    return len(keys)


@transaction.atomic
def _go_on(match_id: int, now: datetime) -> None:
    found = lock(match_id)
    if found.status not in ClubMatch.BEFORE or found.due > now:
        return
    if found.status == Status.ASKED:
        call_off(found, later("Nobody answered in time."))
        notices.lapsed(found)
    else:
        _begin(found)


def line_up(found: ClubMatch, club_id: int) -> list[User]:
    """Who has said yes, still belongs to the club and may play: as arranged, then as they said so."""
    members = ClubMember.objects.filter(club=club_id).values("player")
    away = eligibility.kept_away(timezone.now(), "player__")
    seats = found.seats.select_related("player").filter(
        club=club_id, player__in=members, player__is_active=True
    )
    ordered = seats.exclude(away).order_by(F("place").asc(nulls_last=True), "at", "pk")
    return [seat.player for seat in ordered[: found.boards]]


def _begin(found: ClubMatch) -> None:
    """Begin a locked match with whoever is there; where one side has nobody, the other has won."""
    home, away = line_up(found, found.home_id), line_up(found, found.away_id)
    if not home and not away:
        call_off(found, later("Neither club had anybody to play."))
        notices.lapsed(found)
    elif not home or not away:
        _walk_over(found, len(home), len(away))
    else:
        try:
            with transaction.atomic():
                found.event = _lay(found, home, away)
        except base.BadField as wrong:  # what was agreed can no longer be played here
            call_off(found, words_of(wrong))
            notices.lapsed(found)
            return
        found.status = Status.PLAYING
        found.save(update_fields=["event", "status"])
        notices.begun(found, [*home, *away])


def _walk_over(found: ClubMatch, home: int, away: int) -> None:
    """The side that came has won all the boards that it could have played. No rating moves."""
    found.status, found.ended_at = Status.OVER, timezone.now()
    found.home_points, found.away_points = club_match.WON * home, club_match.WON * away
    found.save(update_fields=["status", "ended_at", "home_points", "away_points"])
    for club, mine, other in ((found.home, home, away), (found.away, away, home)):
        club.won += mine > other
        club.lost += mine < other
        club.save(update_fields=["won", "lost"])
    notices.over(found, [])


def _lay(found: ClubMatch, home: Sequence[User], away: Sequence[User]) -> Event:
    """The event, with a team for each club, begun. Raises base.BadField."""
    terms = {name: getattr(found, name) for name in ("code", "pace", "clock", "days")}
    event = _event(found.home, found.away, terms, max(len(home), len(away)))
    event.save()
    for seed, (club, players) in enumerate(((found.home, home), (found.away, away)), 1):
        team = Team.objects.create(event=event, name=club.name, captain=_captain(club, players))
        Member.objects.bulk_create(
            Member(team=team, event=event, player=player, order=order, accepted=True)
            for order, player in enumerate(players)
        )
        Entry.objects.create(event=event, team=team, seed=seed, confirmed=True)
    return lifecycle.start(event.pk)


def _captain(club: Club, players: Sequence[User]) -> User:
    """Who speaks for the side: who decides most in the club of those who play, else the first of them."""
    leads = club.members.filter(player__in=players).order_by("-role", "joined_at", "pk").first()
    return leads.player if leads is not None else players[0]
