"""How far an event has come, and what of it is the visitor's to play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.figures import figure
from accounts.models import User
from games.models import Match, Seat
from ladders import naming, table
from ladders.events.brackets import Bracket
from ladders.events.queries import Game, Shown
from ladders.formats import LIVE
from ladders.models import Entry, Event, Fixture, Place

FAR = datetime.max.replace(tzinfo=UTC)


def sentences(event: Event, sections: Sequence[Shown], brackets: Sequence[Bracket]) -> list[str]:
    """How far an event that runs has come, a sentence each. No query."""
    if not sections:
        return []
    said = []
    if event.stage > 1:
        said.append(_("Stage %(stage)d.") % {"stage": event.stage})
    said += [_ties(brackets)] if brackets else [*_round(event, sections), _matches(event, sections)]
    if event.format in {"score", "team"}:
        best = max((line for shown in sections for line in shown.lines), key=lambda line: line.share)
        points = {"name": best.place.entry.name, "points": best.points, "target": figure(event.target)}
        said.append(_("%(name)s leads with %(points)s of %(target)s points.") % points)
    return said


def _ties(brackets: Sequence[Bracket]) -> str:
    ties = [tie for side in brackets for _title, ties in side.rounds for tie in ties if tie.contest]
    return ngettext(
        "%(done)d of %(count)d tie is decided.", "%(done)d of %(count)d ties are decided.", len(ties)
    ) % {"done": sum(tie.decided for tie in ties), "count": len(ties)}


def _round(event: Event, sections: Sequence[Shown]) -> list[str]:
    """Which round is played; sections that are ahead do not count. Nothing where there is but one."""
    entrants = sum(len(shown.lines) for shown in sections)
    rounds = table.form_of(event).rounds(entrants, table.settings_of(event))
    playing = [shown.rounds[0].number for shown in sections if shown.rounds and not shown.section.over]
    if not playing or event.format == "round-robin" or event.format in LIVE:
        return []
    now = {"round": min(playing), "rounds": rounds}
    return [_("Round %(round)d of %(rounds)d.") % now if rounds else _("Round %(round)d.") % now]


def _matches(event: Event, sections: Sequence[Shown]) -> str:
    contests = [game.fixture for shown in sections for game in shown.games if len(game.fixture.seats) > 1]
    done = sum(fixture.result is not None for fixture in contests)
    planned = max(len(contests), sum(_planned(event, shown) for shown in sections))
    return ngettext(
        "%(done)d of %(count)d match is over.", "%(done)d of %(count)d matches are over.", planned
    ) % {"done": done, "count": planned}


def _planned(event: Event, shown: Shown) -> int:
    """How many matches a section has if nobody withdraws; 0 where only the play will tell."""
    players = len(shown.lines)
    match event.format:
        case "league" | "champions":
            return event.matches
        case "round-robin":
            return players * (players - 1)
        case "swiss":
            rounds = table.form_of(event).rounds(players, table.settings_of(event)) or 0
            return rounds * (players // 2)
    return 0


@dataclass(frozen=True, slots=True)
class Mine:
    """An open match of the visitor's: `until` is their clock's end on their turn, else the round's."""

    game: Game
    to_move: bool
    until: datetime | None


def mine(sections: Sequence[Shown], entry: Entry | None, player: User | None) -> list[Mine]:
    """The visitor's open matches, those first that wait for a move, then by deadline. One query at most."""
    if entry is None or player is None:
        return []
    open_ = [
        game
        for shown in sections
        for game in shown.games
        if entry.pk in game.fixture.seats and game.fixture.result is None and _sits(game.fixture, player)
    ]
    if not open_:
        return []
    waiting = Seat.objects.filter(
        player=player, to_move=True, match__in=[game.fixture.match_id for game in open_]
    )
    clocks = dict(waiting.values_list("match_id", "deadline"))
    found = []
    for game in open_:
        key = game.fixture.match_id or 0
        found.append(Mine(game, key in clocks, clocks.get(key) or game.fixture.deadline))
    found.sort(key=lambda one: (not one.to_move, one.until or FAR, one.game.fixture.pk))
    return found


def _sits(fixture: Fixture, player: User) -> bool:
    return fixture.match_id is not None and player.pk in fixture.players


@dataclass(frozen=True, slots=True)
class Decided:
    """Why a match was decided that was not played to its end, and by whom; empty where its round was over."""

    why: str
    who: str


def decided(sections: Sequence[Shown]) -> dict[int, Decided]:
    """The matches of these sections that somebody, or the end of a round, decided. Two queries at most."""
    games = [game for shown in sections for game in shown.games if game.fixture.result]
    over = [game.fixture.match_id for game in games if game.fixture.match_id is not None]
    if not over:
        return {}
    found = Match.objects.filter(pk__in=over, adjudicated=True)
    matches = list(found.only("event", "ladder", "reason", "said", "ended_at"))
    names = naming.deciders(matches) if matches else {}
    return {match.pk: Decided(match.says_why, names.get(match.pk, "")) for match in matches}


@dataclass(frozen=True, slots=True)
class Time:
    """How an event that lasts for a set time stands, and for the visitor who is in it.

    `ends_at` is None once it is over. `here` is whether the visitor is in, `place` their line of the table.
    """

    ends_at: datetime | None
    last: datetime | None
    """From when on nobody is paired any more."""
    place: Place | None = None
    playing: bool = False
    free: bool = False
    """Whether somebody else is in, does not rest, and has no match."""


def time_of(event: Event, sections: Sequence[Shown], entry: Entry | None) -> Time | None:
    """How it stands; None for what does not last for a set time, or has not begun. No query."""
    if event.format not in LIVE or not sections:
        return None
    shown = sections[0]
    busy = {seat for game in shown.games if game.fixture.result is None for seat in game.fixture.seats}
    lines = [line.place for line in shown.lines]
    mine = next((place for place in lines if entry is not None and place.entry_id == entry.pk), None)
    free = any(
        not (place.resting or place.entry_id in busy or place.entry.withdrawn_at or place == mine)
        for place in lines
    )
    ends_at = shown.section.ends_at if event.status == Event.Status.RUNNING else None
    return Time(
        ends_at,
        ends_at - table.time_for(event.code) if ends_at is not None else None,
        mine if mine is not None and mine.entry.withdrawn_at is None else None,
        mine is not None and mine.entry_id in busy,
        free,
    )
