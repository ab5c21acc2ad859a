"""People and what they say to one another."""

from __future__ import annotations

from accounts.models.answered import Answered
from accounts.models.bot import Bot
from accounts.models.delivery import Delivery
from accounts.models.device import Device
from accounts.models.enquiry import Enquiry
from accounts.models.forum import Board, Follow, ForumAct, Post, Topic
from accounts.models.hook import Hook, HookPost
from accounts.models.moderation import Report, Sanction, Trace
from accounts.models.news import News, Testimonial
from accounts.models.notices import Notice, Preferences, PushSubscription
from accounts.models.outbox import Errand
from accounts.models.profile import Picture, Profile
from accounts.models.relation import Relation
from accounts.models.spent import Spent
from accounts.models.talk import Message, Thread
from accounts.models.token import Token
from accounts.models.user import (
    DAYS_OFF,
    FORMER,
    NAME_LENGTH,
    RESERVED,
    TYPED_LENGTH,
    User,
    known_time_zone,
    not_reserved,
)

__all__ = [
    "DAYS_OFF",
    "FORMER",
    "NAME_LENGTH",
    "RESERVED",
    "TYPED_LENGTH",
    "Answered",
    "Board",
    "Bot",
    "Delivery",
    "Device",
    "Enquiry",
    "Errand",
    "Follow",
    "ForumAct",
    "Hook",
    "HookPost",
    "Message",
    "News",
    "Notice",
    "Picture",
    "Post",
    "Preferences",
    "Profile",
    "PushSubscription",
    "Relation",
    "Report",
    "Sanction",
    "Spent",
    "Testimonial",
    "Thread",
    "Token",
    "Topic",
    "Trace",
    "User",
    "known_time_zone",
    "not_reserved",
]
