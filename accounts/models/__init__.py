"""People and what they say to one another."""

from __future__ import annotations

from accounts.models.letter import Letter
from accounts.models.moderation import Report, Sanction
from accounts.models.news import News, Testimonial
from accounts.models.notices import Delivery, Notice, PushSubscription, Telling
from accounts.models.profile import Picture, Profile
from accounts.models.relation import Relation
from accounts.models.spent import Spent
from accounts.models.talk import Message, Thread
from accounts.models.user import (
    DAYS_OFF,
    FORMER,
    NAME_LENGTH,
    RESERVED,
    User,
    known_time_zone,
    not_reserved,
)

__all__ = [
    "DAYS_OFF",
    "FORMER",
    "NAME_LENGTH",
    "RESERVED",
    "Delivery",
    "Letter",
    "Message",
    "News",
    "Notice",
    "Picture",
    "Profile",
    "PushSubscription",
    "Relation",
    "Report",
    "Sanction",
    "Spent",
    "Telling",
    "Testimonial",
    "Thread",
    "User",
    "known_time_zone",
    "not_reserved",
]
