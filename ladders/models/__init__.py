"""Events, ladders and clubs: who is in them, what is played, and everything that was decided."""

from __future__ import annotations

from ladders.models.choices import CLOCKS, EVENT_CLOCKS, FORMAT_CHOICES, PACES
from ladders.models.club_matches import ClubMatch, ClubSeat
from ladders.models.clubs import Club, ClubAsking, ClubHook, ClubLine, ClubMember
from ladders.models.entries import Entry
from ladders.models.events import Director, Event
from ladders.models.fixtures import Arrangement, Fixture, Place, Section
from ladders.models.ladder import Bucket, Challenge, Ladder, Removal, Rung, TimeOut
from ladders.models.log import EventHook, Log
from ladders.models.medals import Medal
from ladders.models.talk import ClubRemark, EventRemark, TeamRemark
from ladders.models.teams import Member, Team

__all__ = [
    "CLOCKS",
    "EVENT_CLOCKS",
    "FORMAT_CHOICES",
    "PACES",
    "Arrangement",
    "Bucket",
    "Challenge",
    "Club",
    "ClubAsking",
    "ClubHook",
    "ClubLine",
    "ClubMatch",
    "ClubMember",
    "ClubRemark",
    "ClubSeat",
    "Director",
    "Entry",
    "Event",
    "EventHook",
    "EventRemark",
    "Fixture",
    "Ladder",
    "Log",
    "Medal",
    "Member",
    "Place",
    "Removal",
    "Rung",
    "Section",
    "Team",
    "TeamRemark",
    "TimeOut",
]
