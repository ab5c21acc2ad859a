"""Ways to be told that tests open, and everybody else's servers, which say what a test wants."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence

from allauth.account.models import EmailAddress
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.utils import timezone

from accounts import notices
from accounts.models import Delivery, Hook, Preferences, PushSubscription, User
from accounts.notices import send, spread
from accounts.notices.post import Answer, Post

Act = Callable[[Post], Answer | Exception]
POINT = (
    ec.generate_private_key(ec.SECP256R1())
    .public_key()
    .public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
)
KEYS = {
    "p256dh": base64.urlsafe_b64encode(POINT).decode(),
    "auth": base64.urlsafe_b64encode(bytes(16)).decode(),
}


class World:
    """Everybody else's servers: what was posted where, and what they say."""

    def __init__(self) -> None:
        self.posts: list[Post] = []
        self.act: Act = lambda _post: Answer(200, 0.1)

    def post_all(self, posts: Sequence[Post]) -> list[Answer | Exception]:
        """In place of the line outside, which test_post.py tries."""
        self.posts += posts
        return [self.act(one) for one in posts]


def mailed(*players: User) -> None:
    for player in players:
        EmailAddress.objects.create(user=player, email=player.email, primary=True, verified=True)


def hooked(player: User, url: str = "https://a.example.org/in", shape: str = "plain") -> Hook:
    made = Hook.objects.create(owner=player, url=url, shape=shape, page="/accounts/notices/settings/")
    Preferences.objects.update_or_create(player=player, defaults={"webhook": made})
    return made


def browser(player: User, **keys: str) -> PushSubscription:
    endpoint = f"https://fcm.googleapis.com/{player}{PushSubscription.objects.count()}"
    return PushSubscription.objects.create(player=player, endpoint=endpoint, **{**KEYS, **keys})


def tell(player: User, *keys: str, kind: str = "message") -> None:
    for key in keys or ("one",):
        notices.tell([player], kind, key, f"Something: {key}", "/somewhere/", text="More.")
    spread.spread()


def again() -> int:
    """Another pass, when all that waits is due."""
    now = timezone.now()
    Delivery.objects.filter(given_up_at=None).update(due=now)
    Hook.objects.update(rest_until=None)
    return send.send_due()
