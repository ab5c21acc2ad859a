"""The world that the walk goes through: one visitor for each role, and one thing of every state."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from io import BytesIO
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import moderation
from accounts.models import User
from tests import robots
from tests.conftest import PASSWORD

ROLES = (
    *("anonymous", "guest", "stranger", "opponent", "owner", "captain", "organiser"),
    *("muted", "suspended", "clerk", "staff", "superuser"),
)
"""`clerk` is staff without rights; everybody from `stranger` on signs in as `the-` and the role."""
SIGNED_IN = ROLES[2:]
STAFFED = ("accounts", "games", "ladders", "dicepool", "boatzee_site")
"""The apps over which `staff` has every right; what is Django's own and allauth's is for superusers."""


@dataclass
class World:
    """Who there is, the keys of what there is by the names that rows use, and the roles' sessions."""

    people: dict[str, User] = field(default_factory=dict)
    keys: dict[str, Any] = field(default_factory=dict)
    sessions: dict[str, str] = field(default_factory=dict)

    def key(self, word: str) -> Any:
        """What a word of a row stands for: a key of something, or the word itself."""
        return self.keys.get(word, word)

    def form(self, form: dict[str, Any]) -> dict[str, Any]:
        """A row's form as it is sent: `@word` stands for a key, `file` for a picture."""
        return {name: self._value(value) for name, value in form.items()}

    def _value(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._value(one) for one in value]
        if value == "@picture":
            picture = BytesIO(self.keys["picture file"])
            picture.name = "me.png"
            return picture
        if isinstance(value, str) and value.startswith("@"):
            return self.keys[value[1:]]
        return value


def build() -> World:
    """Make it, in the transaction of the caller. The pool's tables come with the migrations."""
    from tests.site.walk import things, things_of_clubs, things_of_events, things_of_sending

    world = World()
    robots.make()
    things.roll(world)
    people(world)
    things.lay(world)
    things_of_events.hold(world)
    things_of_clubs.hold(world)
    things.write(world)
    things_of_sending.send(world)
    sanction(world)
    things.keep_time()
    for role in SIGNED_IN:
        world.sessions[role] = _sign_in(world.people[role])
    return world


def people(world: World) -> None:
    """One account for each role, seen just now and with a confirmed address."""
    for role in SIGNED_IN:
        name, mail = f"the-{role}", f"{role}@example.org"
        player = User.objects.create_user(
            name, mail, PASSWORD, last_seen=timezone.now(), spend_holiday=False, is_staff=role in _STAFF
        )
        EmailAddress.objects.create(user=player, email=mail, primary=True, verified=True)
        world.people[role] = player
        world.keys[role] = player.pk
    User.objects.create_user("the-friend", "friend@example.org", PASSWORD, last_seen=timezone.now())
    User.objects.create_user("the-unwatched", "unwatched@example.org", PASSWORD, unwatched=True)
    world.people["superuser"].is_superuser = True
    world.people["superuser"].save()
    rights = Permission.objects.filter(content_type__app_label__in=STAFFED)
    world.people["staff"].user_permissions.set(rights)
    world.people["organiser"].user_permissions.set(Permission.objects.filter(codename="organise_event"))
    visitor = Client()
    visitor.post(reverse("games:practice"))
    world.sessions["guest"] = visitor.cookies[settings.SESSION_COOKIE_NAME].value
    world.people["guest"] = User.objects.get(guest=True)


_STAFF = {"clerk", "staff", "superuser"}


def sanction(world: World) -> None:
    """Mute and suspend those who are called so, once they sit where the others sit."""
    until = timezone.now() + timedelta(days=30)
    for role, kind in (("muted", "mute"), ("suspended", "suspend")):
        world.people[role].refresh_from_db()
        moderation.decide(world.people[role], kind, "Look at the rules.", world.people["staff"], until)


def _sign_in(player: User) -> str:
    """A session in which the password was just given."""
    client = Client()
    client.force_login(player)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return client.cookies[settings.SESSION_COOKIE_NAME].value
