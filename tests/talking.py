"""Saying something, as the tests do it."""

from __future__ import annotations

from accounts.models import Message, User
from accounts.models.talk import Words
from accounts.talk import Two, rooms
from accounts.talk.rooms import Room


def say(room: Room, player: User, text: str) -> Words:
    """Say it in the room."""
    remark = rooms.say(room, player, text)
    assert remark is not None
    return remark


def write(player: User, other: User, text: str) -> Message:
    """Send a message to one other."""
    message = say(Two(player, other), player, text)
    assert isinstance(message, Message)
    return message


def texts(room: Room, player: User) -> list[str] | None:
    """What the player hears there; None where the player has the chat off."""
    heard = rooms.heard(room, player)
    return None if heard is None else [remark.text for remark in heard.said]
