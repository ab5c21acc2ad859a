"""Matches of each state, what waits for players, and what is written, told and decided."""

from __future__ import annotations

from datetime import timedelta
from io import BytesIO

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from allauth.idp.oidc.models import Client as OidcClient
from allauth.idp.oidc.models import Token as OidcToken
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.core import signing
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from PIL import Image

from accounts import bots, moderation
from accounts.models import (
    Board,
    ForumAct,
    Message,
    News,
    Notice,
    Picture,
    Preferences,
    Testimonial,
    Token,
    User,
)
from accounts.notices import mail
from accounts.papers import enquiring
from accounts.people import pictures
from boatzee_site.local import ROOT
from dicepool import archive, leaves, log, pool, refill, retire, tree
from dicepool.models import Batch, Day, Head, Refill, Segment
from dicepool.statistics import tally_rolls
from games.archive import collecting
from games.chat import Beside
from games.daily import days, schedule
from games.imported import keeping as importing
from games.match import clocks, play, staff
from games.models import Comment, FairPlay, Match, Pulse, Remark, Seat
from games.rules.base import Kind, Move, Pace
from games.seats import automatch, lobby, waiting
from tests import talking
from tests.accounts.forum.cast import opened
from tests.dicepool.emptied import empty
from tests.games.puzzles.posed import posed
from tests.games.tables import make, play_out
from tests.site.walk import passkey
from tests.site.walk.world import World

USED_UP = 200
"""Sets in the batch that is published."""


def lay(world: World) -> None:
    """A match of each state; wherever somebody is to move first, it is the owner."""
    owner, opponent = world.people["owner"], world.people["opponent"]
    muted, suspended = world.people["muted"], world.people["suspended"]
    keys = world.keys
    seated = [owner, opponent, muted, suspended]
    keys["invitation"] = lobby.invite(owner, [opponent, muted], "BZ", {}, Pace.TURNS, "main").pk
    running = begun("BZ", *seated)
    make(running, owner, Move(Kind.ROLL))
    keys |= {"running": running.pk, "version": play.version_for(running, None) + 1}
    keys["race"] = begun("DK", owner, opponent).pk
    late = begun("BZ", owner, opponent)
    past = timedelta(days=3)
    Seat.objects.filter(match=late, to_move=True).update(deadline=F("deadline") - past)
    Match.objects.filter(pk=late.pk).update(deadline=F("deadline") - past, due=F("due") - past)
    clocks.extend_after_outage()
    clocks.expire(late.pk)
    keys["late"] = late.pk
    split = begun("BO", owner, opponent, pace=Pace.SPLIT)
    make(split, owner, Move(Kind.ROLL))
    keys["split"] = split.pk
    duplicate = begun("BO", owner, opponent, pace=Pace.DUPLICATE)
    make(duplicate, owner, Move(Kind.ROLL))
    keys["duplicate"] = duplicate.pk
    keys["dealt"] = duplicate.moves.get().serials[0]
    keys["unwatched"] = begun("BZ", User.objects.get(username="the-unwatched"), opponent).pk
    keys["finished"] = play_out(begun("BO", owner, opponent)).pk
    kept = collecting.make(owner, "Worth a look", "All of them", public=True)
    collecting.add(owner, kept.pk, Match.objects.get(pk=keys["finished"]))
    keys["collection"] = kept.pk
    keys["hidden-collection"] = collecting.make(owner, "For me", "", public=False).pk
    keys["record"] = (ROOT / "tests/records/BZ/two-players.txt").read_text()
    of_no_match = (ROOT / "tests/records/PG/two-players.txt").read_text()
    brought = importing.keep(owner, of_no_match)  # of a game in which no dice of the owner's may lie as in it
    keys |= {"imported": brought.pk, "imported-link": importing.share(owner, brought.pk, to_all=True).link}
    keys["dump-name"] = "matches-2026-01.ndjson.gz"
    keys["comment"] = Comment.objects.create(
        match_id=keys["finished"], player=opponent, text="Well played."
    ).pk
    keys["fairplay"] = FairPlay.objects.create(player=owner, code="BO").pk
    keys["void"] = staff.void(begun("BZ", owner, opponent).pk, "It was a mistake.").pk
    declined = lobby.invite(owner, [opponent], "BZ", {}, Pace.TURNS, "main")
    keys["declined"] = lobby.answer(declined.pk, opponent, accept=False).pk
    keys["practice"] = Match.objects.get(seats__player=world.people["guest"]).pk
    talking.say(Beside(running), opponent, "Well rolled.")
    keys["remark"] = Remark.objects.latest("pk").pk
    puzzle = posed("BO")
    keys |= {"puzzle": puzzle.pk, "position": puzzle.position}
    keys["daily"] = days.begin(schedule.today()).day.isoformat()
    seek_and_wish(world)


def keep_time() -> None:
    """Let no walk be so slow that the site takes it for an outage and lengthens every clock."""
    Pulse.objects.update_or_create(pk=1, defaults={"at": timezone.now() + timedelta(days=1)})


def begun(code: str, *players: User, pace: Pace = Pace.TURNS) -> Match:
    """A running match of these, who have all accepted; the first of them begins."""
    match = lobby.lay(players, code, {} if code != "DK" else DK, pace, "main", accepted=players, starter=0)
    return play.start(match.pk)


DK = {"scoring": "standard", "pick_up": True, "target": 10_000}


def roll(world: World) -> None:
    """A batch that is used up and published, one that lives, a signed head of the log, and a finished day."""
    empty()
    refill.add_sets(USED_UP, "tests")
    old = Batch.objects.latest("number")
    with transaction.atomic():
        drawn = pool.draw(USED_UP)
    retire.publish(old)
    refill.add_sets(3000, "tests")
    new = Batch.objects.latest("number")
    world.keys |= {"batch": new.number, "used-up": old.number, "sealed": new.last}
    world.keys["refill"] = Refill.objects.latest("pk").pk
    assert archive.laid_open(old.number)
    log.seal()
    world.keys["segment"] = Segment.objects.latest("number").pk
    size = tree.size()
    root = leaves.root(1, size)
    Head.objects.create(tree=1, size=size, root=root, note=tree.note_of(1, size, root))
    counts = tally_rolls([one.dice for one in drawn]).dump()
    day = timezone.localdate() - timedelta(days=1)
    Day.objects.create(date=day, counts=counts, total=counts)
    world.keys |= {"serial": drawn[0].serial, "day": day}


def seek_and_wish(world: World) -> None:
    """Open matches, one of them behind a private link, and a wish."""
    owner = world.people["owner"]
    seek = waiting.seek(owner, 2, "BZ", {}, Pace.TURNS, "main", private=False)
    private = waiting.seek(owner, 2, "BZ", {}, Pace.TURNS, "main", private=True)
    world.keys |= {"seek": seek.pk, "private": private.pk, "link": private.token}
    automatch.wish(owner, ["BZ"], "main", 1)


def write(world: World) -> None:
    """What is said, told, reported and decided, and what opens an account."""
    owner, opponent, staff = world.people["owner"], world.people["opponent"], world.people["staff"]
    keys = world.keys
    talking.write(opponent, owner, "Good luck.")
    talking.write(owner, opponent, "And to you.")
    keys["message"] = Message.objects.latest("pk").pk
    keys["notice"] = Notice.objects.filter(player=owner).latest("pk").pk
    topic = opened(owner)
    keys["topic"], keys["post"] = topic.pk, topic.last
    keys["board"] = Board.objects.create(slug="empty", name="Empty", about="Nothing yet.").pk
    keys["forumact"] = ForumAct.objects.create(topic=topic, what="lock", why="Hm", by=staff).pk
    keys["enquiry"] = enquiring.take("me@example.org", "A question", "Hello?", owner).pk
    keys["report"] = moderation.report(owner, world.people["stranger"], "A bad word.").pk
    keys["sanction"] = moderation.decide(owner, "warn", "Once is enough.", staff).pk
    keys["appealed"] = moderation.decide(owner, "warn", "Twice is too much.", staff).pk
    moderation.appeal(owner, keys["appealed"], "I was kind.")
    keys["news"] = News.objects.create(title="New", text="A felt.", by=staff, published_at=timezone.now()).pk
    keys["type"] = ContentType.objects.get_for_model(News).pk
    keys["unpublished"] = News.objects.create(title="Newer", text="Dice.", by=staff).pk
    said = Testimonial.objects.create(player=owner, text="I like it.", approved_at=timezone.now())
    keys["testimonial"] = said.pk
    keys["calendar"] = Preferences.objects.create(player=owner).calendar
    keys["off"] = signing.dumps([owner.pk, "turn"], salt=mail.SALT)
    keys["group"] = Group.objects.create(name="readers").pk
    drawn = BytesIO()
    Image.new("RGB", (40, 40), "green").save(drawn, "PNG")
    keys["picture file"] = drawn.getvalue()
    drawn.seek(0)
    Picture.objects.create(player=owner, data=pictures.repaint(drawn))
    doors(world)


def doors(world: World) -> None:
    """What stands behind allauth's pages: addresses, factors, sessions and the keys of its mails."""
    owner, keys = world.people["owner"], world.keys
    other = EmailAddress.objects.create(user=owner, email="other@example.org", verified=False)
    keys |= {"email": other.pk, "confirm": EmailConfirmationHMAC(other).key}
    keys |= {"uid": user_pk_to_url_str(owner), "reset": default_token_generator.make_token(owner)}
    keys["totp"] = TOTP.activate(owner, generate_totp_secret()).instance.pk
    RecoveryCodes.activate(owner)
    held = Authenticator.objects.create(
        user=owner,
        type=Authenticator.Type.WEBAUTHN,
        data={"name": "My phone", "credential": passkey.credential()},
    )
    keys["passkey"] = held.pk
    keys["token"] = Token.objects.create(player=owner, name="a bot", prefix="bzt_", digest=b"x", scopes=[]).pk
    bot = bots.make(owner, "dora").account
    of_bot = Token.objects.create(player=bot, name="it", prefix="bzt_", digest=b"y", scopes=[])
    keys |= {"bot": bot.username, "bot-token": of_bot.pk}
    client = OidcClient.objects.create(id="an-application", name="An application", owner=owner)
    let_in = OidcToken.objects.create(type=OidcToken.Type.REFRESH_TOKEN, hash="x", client=client, user=owner)
    keys |= {"client": client.pk, "let-in": let_in.pk}
    session = UserSession.objects.create(
        user=owner, ip="127.0.0.1", session_key="elsewhere", user_agent="", created_at=timezone.now()
    )
    keys["usersession"] = session.pk
