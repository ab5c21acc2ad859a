"""Everything the site knows about a player, as one archive."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Client as Application
from allauth.idp.oidc.models import Token as Held
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import F, Q, QuerySet
from django.utils.module_loading import import_string

from accounts.models import (
    Bot,
    Device,
    Enquiry,
    Follow,
    Message,
    Notice,
    Picture,
    Post,
    Preferences,
    Profile,
    Relation,
    Report,
    Sanction,
    Testimonial,
    Token,
    Topic,
    User,
)

Part = tuple[str, str | bytes]
"""A file of the archive: its name and what is in it."""


def archive(player: User) -> bytes:
    """A zip of all parts that settings.ACCOUNT_PARTS names."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as whole:
        for name in settings.ACCOUNT_PARTS:
            for file, content in import_string(name)(player):
                whole.writestr(file, content)
    return made.getvalue()


def as_json(found: Any) -> str:
    """Readable JSON; instants in ISO 8601."""
    return json.dumps(found, indent=2, ensure_ascii=False, cls=DjangoJSONEncoder) + "\n"


def person(player: User) -> Iterator[Part]:
    """The account, the profile, how the player is told, relations, messages, reports and decisions."""
    fields = (
        *("username", "email", "date_joined", "last_login", "last_seen", "language", "time_zone", "days_off"),
        *(
            "spend_holiday",
            "hide_rating",
            "unwatched",
            "supporter_until",
            "muted_until",
            "barred_until",
            "suspended_until",
        ),
    )
    account: dict[str, Any] = {name: getattr(player, name) for name in fields}
    account["emails"] = list(EmailAddress.objects.filter(user=player).values("email", "verified", "primary"))
    yield "account.json", as_json(account)
    picture = Picture.objects.filter(player=player).first()
    if picture:
        yield "picture.webp", bytes(picture.data)
    yield "messages.json", as_json(list(_messages(player)))
    for name, (rows, columns) in (_tables(player) | _programs(player)).items():
        yield f"{name}.json", as_json(list(rows.values(*columns)))


def _tables(player: User) -> dict[str, tuple[QuerySet[Any], tuple[str, ...]]]:
    """Each file with the rows that are the player's, and what stands in them."""
    return {
        "profile": (
            Profile.objects.filter(player=player),
            ("about", "country", "show_last_seen", "chat"),
        ),
        "how-i-am-told": (
            Preferences.objects.filter(player=player),
            ("mail", "push", "digest_hour", "quiet_from", "quiet_to", "webhook__url", "webhook__shape"),
        ),
        "browsers": (
            Device.objects.filter(player=player),
            ("browser", "network", "first_at", "seen_at"),
        ),
        "notices": (
            Notice.objects.filter(player=player),
            ("kind", "subject", "text", "address", "created_at", "read_at"),
        ),
        "relations": (Relation.objects.filter(player=player), ("other__username", "kind", "at")),
        "reports": (
            Report.objects.filter(by=player),
            ("about__username", "why", "quote", "at", "decided_at"),
        ),
        "decisions": (
            Sanction.objects.filter(player=player),
            ("kind", "reason", "until", "at", "appeal", "upheld_at", "upheld_why", "lifted_at", "lifted_why"),
        ),
        "forum-posts": (
            Post.objects.filter(player=player),
            ("topic__title", "text", "at", "edited_at", "deleted_at", "hidden_at"),
        ),
        "forum-threads": (Topic.objects.filter(player=player), ("board__name", "title", "at")),
        "forum-followed": (Follow.objects.filter(player=player), ("topic__title", "read")),
        "letters-to-the-staff": (
            Enquiry.objects.filter(player=player),
            ("email", "subject", "text", "at", "answer", "answered_at"),
        ),
        "testimonial": (Testimonial.objects.filter(player=player), ("text", "at", "approved_at")),
    }


def _programs(player: User) -> dict[str, tuple[QuerySet[Any], tuple[str, ...]]]:
    """The same of what programs may do for the player; no token is in it, for none is kept."""
    return {
        "tokens": (
            Token.objects.filter(player=player),
            ("name", "prefix", "scopes", "created_at", "expires_at", "used_at"),
        ),
        "bots": (
            Bot.objects.filter(owner=player),
            ("account__username", "games", "people", "made_at"),
        ),
        "applications-of-mine": (
            Application.objects.filter(owner=player),
            ("id", "name", "type", "redirect_uris", "created_at"),
        ),
        "applications-let-in": (
            Held.objects.filter(user=player),
            ("client__name", "type", "scopes", "created_at", "expires_at"),
        ),
    }


def _messages(player: User) -> Iterator[dict[str, str | datetime]]:
    low = Q(thread__low=player, pk__gt=F("thread__low_gone"))
    high = Q(thread__high=player, pk__gt=F("thread__high_gone"))
    kept = Message.objects.filter(low | high).select_related("thread__low", "thread__high")
    for message in kept.order_by("pk"):
        other = message.thread.other(player).get_username()
        by = player.get_username() if message.player_id == player.pk else other
        yield {"with": other, "by": by, "at": message.at, "text": message.text}
