"""Webhooks, what could not be sent or followed up, and the parts that are heard of."""

from __future__ import annotations

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.urls import reverse
from django.utils import timezone
from fido2.utils import websafe_encode

from accounts.models import Delivery, Errand, Hook, Notice, Preferences
from accounts.models.delivery import lane_of_player
from boatzee_site import heartbeats
from ladders.models import Club, ClubHook, Event, EventHook
from tests.site.walk.world import World

NOWHERE = "https://127.0.0.1/hook"
"""The site posts to nothing of its own network, so a test of this one never leaves the machine."""

POINT = (
    ec.generate_private_key(ec.SECP256R1())
    .public_key()
    .public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
)
"""A browser's public key."""


def send(world: World) -> None:
    """The owner's webhook and the league's are off; a mail and an errand were given up."""
    owner, keys = world.people["owner"], world.keys
    off = {"url": NOWHERE, "fails": 30, "why": "No answer.", "off_at": timezone.now()}
    hook = Hook.objects.create(owner=owner, page=reverse("notices_settings"), **off)
    Preferences.objects.filter(player=owner).update(webhook=hook)
    page = reverse("ladders:lead", args=[keys["league"]])
    announces = Hook.objects.create(owner=world.people["organiser"], page=page, **off)
    EventHook.objects.create(event=Event.objects.get(pk=keys["league"]), hook=announces)
    reds = Club.objects.get(slug=keys["reds"])
    page = reverse("ladders:club_hook", args=[reds.slug])
    of_club = Hook.objects.create(owner=world.people["captain"], page=page, **off)
    ClubHook.objects.create(club=reds, hook=of_club)
    lost = Delivery.objects.create(
        way=Delivery.Way.MAIL,
        lane=lane_of_player(owner.pk),
        notice=Notice.objects.get(pk=keys["notice"]),
        due=timezone.now(),
        tries=9,
        given_up_at=timezone.now(),
        why="The mail server refused it.",
    )
    failed = Errand.objects.create(
        kind="match", subject=keys["running"], tries=9, error="It broke.", given_up_at=timezone.now()
    )
    keys |= {"hook": hook.pk, "delivery": lost.pk, "errand": failed.pk}
    keys["point"] = websafe_encode(POINT)
    heartbeats.note(*heartbeats.LATE_AFTER)
