"""Shapes made of what services of events say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from accounts.models import User
from ladders import table
from ladders.api import shapes
from ladders.events import (
    agreeing,
    brackets,
    eligibility,
    engine,
    entries,
    leaders,
    postponing,
    progress,
    queries,
    substituting,
    terms,
)
from ladders.events.brackets import Bracket, Tie
from ladders.events.postponing import Agreement
from ladders.events.queries import Shown
from ladders.formats import LIVE
from ladders.models import Entry, Event, Fixture, Log


def line(event: Event, entrants: int) -> shapes.EventLine:
    """An event in a list."""
    return shapes.EventLine(**_facts(event, entrants))


def _facts(event: Event, entrants: int) -> dict[str, Any]:
    return {
        "id": event.pk,
        "name": event.name,
        "format": event.format,
        "game": event.code,
        "pace": event.pace,
        "clock": event.clock,
        "status": event.status,
        "club": event.club.slug if event.club else None,
        "organiser": event.organiser.get_username() if event.organiser else None,
        "bots": event.bots,
        "entrants": entrants,
        "most": event.most,
        "begins_at": event.begins_at,
        "started_at": event.started_at,
        "ended_at": event.ended_at,
    }


def event(event: Event, player: User | None) -> shapes.EventShown:
    """An event as its page shows it to this player, or to a visitor."""
    count = eligibility.who_are_in(event).count()
    mine = entries.of(event, player) if player else None
    running = event.status == Event.Status.RUNNING
    shown = queries.sections(event)
    waits, directors = engine.waiting_of(event), leaders.shown(event)
    teams = table.form_of(event).TEAMS
    why_not = eligibility.why_not(event, player) if player and not teams else ""
    seat = substituting.asked(event, player) if player and running else None
    muted = event.organiser is not None and event.organiser.muted
    medals = event.medals.select_related("player").order_by("place")
    return shapes.EventShown(
        **_facts(event, count),
        about=None if muted else event.about or None,
        promise=None if muted else event.promise or None,
        options=event.options,
        terms=[shapes.TermShown(about=str(one.about), says=one.says) for one in terms.terms(event, count)],
        stage=event.stage,
        waits_for=waits.what.value,
        waits_until=waits.until,
        paused_until=event.paused_until,
        review_until=event.review_until,
        progress=progress.sentences(event, shown, brackets.of(event)) if running else [],
        directors=[one.player.get_username() for one in directors if one.accepted],
        leads=player is not None and leaders.may_lead(player, event),
        asked_to_lead=any(one.player == player and not one.accepted for one in directors),
        asked_for_seat_of=seat.name if seat else None,
        may_enter=player is not None and not teams and not why_not,
        why_not=why_not or None,
        mine=_mine(event, mine, shown, player) if mine and player else None,
        medals=[
            shapes.MedalShown(place=one.place, player=one.player.get_username(), title=one.title)
            for one in medals
        ],
        previous=event.previous_id,
        source=event.source_id,
    )


def _mine(event: Event, mine: Entry, shown: list[Shown], player: User) -> shapes.MineShown:
    open_matches = progress.mine(shown, mine, player)
    place = next((one.place for part in shown for one in part.lines if one.place.entry_id == mine.pk), None)
    running = event.status == Event.Status.RUNNING and mine.withdrawn_at is None
    return shapes.MineShown(
        entry=mine.pk,
        status=_stands(mine),
        team=mine.team_id,
        speaks=entries.speaks_for(mine, player),
        confirmed=mine.confirmed,
        withdrawn=mine.withdrawn_at is not None,
        warned=mine.warned,
        disqualified=mine.disqualified,
        appeal=mine.appeal or None,
        resting=place.resting if place is not None and event.format in LIVE else None,
        wants=mine.wants,
        postpone=_voice(postponing.agreement(event, mine) if running else None),
        end=_voice(agreeing.to_end(event, mine) if running else None),
        matches=[one.game.fixture.match_id for one in open_matches if one.game.fixture.match_id],
    )


def _stands(one: Entry) -> shapes.Stands:
    return cast("shapes.Stands", one.status)


def _voice(found: Agreement | None) -> shapes.VoiceShown | None:
    if found is None:
        return None
    return shapes.VoiceShown(agreed=found.agreed, asked=found.asked, mine=found.mine)


def entry(one: Entry) -> shapes.EntryShown:
    """An entry."""
    return shapes.EntryShown(
        id=one.pk,
        name=one.name,
        team=one.team_id,
        status=_stands(one),
        withdrawn=one.withdrawn_at is not None,
        disqualified=one.disqualified,
    )


def standings(stage: int, found: Iterable[Shown]) -> shapes.Standings:
    """The tables of a stage."""
    return shapes.Standings(stage=stage, tables=[_table(one) for one in found])


def _table(shown: Shown) -> shapes.SectionTable:
    lines = [
        shapes.LineShown(
            position=one.place.position,
            rank=one.place.rank,
            entry=one.place.entry_id,
            name=one.place.entry.name,
            played=one.place.played,
            points=one.place.points,
            values=dict(zip(shown.columns, one.place.values, strict=False)),
        )
        for one in shown.lines
    ]
    section = shown.section
    return shapes.SectionTable(
        section=section.number, over=section.over, ends_at=section.ends_at, lines=lines
    )


def fixture(one: Fixture, names: Mapping[int, str]) -> shapes.FixtureShown:
    """A place in the schedule; `names` are those of its entries."""
    result = one.result or {}
    places, totals = result.get("places", ()), result.get("totals", ())
    nobody = bool(result.get("for_nobody"))
    sides = [
        shapes.SideShown(
            entry=seat,
            name=names.get(seat, "?"),
            place=places[at] if at < len(places) and not nobody else None,
            total=totals[at] if at < len(totals) and not nobody else None,
            absent=seat in result.get("absent", ()),
            timed_out=seat in result.get("timed_out", ()),
        )
        for at, seat in enumerate(one.seats)
    ]
    return shapes.FixtureShown(
        id=one.pk,
        stage=one.section.stage,
        section=one.section.number,
        round=one.round,
        pairing=one.pairing,
        leg=one.leg,
        match=one.match_id,
        deadline=None if one.result else one.deadline,
        over=one.result is not None,
        for_nobody=nobody,
        sides=sides,
    )


def bracket(found: Bracket) -> shapes.BracketShown:
    """A bracket, or a side of it."""
    return shapes.BracketShown(
        title=found.title,
        rounds=[
            shapes.BracketRound(title=title, ties=[_tie(one) for one in ties]) for title, ties in found.rounds
        ],
    )


def _tie(tie: Tie) -> shapes.TieShown:
    return shapes.TieShown(
        number=tie.number,
        names=list(tie.names),
        known=list(tie.known),
        winner=tie.winner,
        decided=tie.decided,
        nobody=tie.nobody,
        matches=[one.match_id for one in tie.games if one.match_id is not None],
    )


def log_line(one: Log) -> shapes.LogLine:
    """A line of a log."""
    by = one.by.get_username() if one.by else None
    return shapes.LogLine(id=one.pk, at=one.at, what=one.what, by=by, why=one.why or None)
