"""Clubs, events, an archive and programs with something in them, for axe to read and for pictures.

Each gives the pages to look at, by a name for each.
"""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlencode

from allauth.idp.oidc.models import Client as Application
from allauth.idp.oidc.models import Token as Access
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from accounts import applications, tokens
from accounts.models import Token, User
from boatzee_site.local import ROOT
from games.archive import collecting, comments, notes
from games.imported import keeping as importing
from games.match import queries
from games.models import Match
from ladders.clubs import matches, membership, roles
from ladders.clubs.founding import FINISHED
from ladders.clubs.rooms import OfClub
from ladders.models import Event
from ladders.models.clubs import UNRATED
from tests.games.tables import begin, play_out
from tests.ladders import clubs
from tests.ladders.clubs import TERMS
from tests.ladders.events import begun, open_matches, opened, players
from tests.talking import say
from tests.worker import work

Pages = dict[str, str]


def of_clubs(alice: User, bob: User, carol: User) -> Pages:
    """Pages of a club that alice leads: bob is in it, one waits at the door, three other clubs meet it."""
    at_the_door, *others = players(3)
    about = "We roll on Sundays and talk about it for the rest of the week. Come as you are."
    reds = clubs.club(alice, about=about, mean=1612, deviation=UNRATED / 2)
    membership.come(reds.pk, bob)
    membership.accept(reds.pk, reds.askings.get().pk, alice)
    roles.promote(reds.pk, bob, alice)
    meetings = {}
    for name, rival in zip(("Blue Dice", "Green Dice", "White Dice"), (carol, *others), strict=True):
        made = clubs.club(rival, name=name, mean=1500, deviation=UNRATED / 2)
        meetings[name] = matches.challenge(reds.pk, made.pk, alice, TERMS)
    for name, rival in (("Green Dice", others[0]), ("White Dice", others[1])):
        matches.accept(meetings[name].pk, rival)
        matches.say_yes(meetings[name].pk, reds.pk, alice)
    playing = meetings["White Dice"]
    matches.say_yes(playing.pk, playing.away_id, others[1])
    matches.close(playing.pk, reds.pk, alice)
    matches.close(playing.pk, playing.away_id, others[1])
    work()
    membership.come(reds.pk, at_the_door, "I play Boat every day.")
    for seed in range(FINISHED):  # who has never finished one only reads, and founds none
        play_out(begin("BO", alice, bob), seed)
    say(OfClub(reds), alice, "Who plays on Sunday?")
    say(OfClub(reds), bob, "I do.")
    return {
        "clubs": "/clubs/",
        "clubs-ranking": "/clubs/ranking/",
        "clubs-how": "/clubs/how/",
        "club-new": "/clubs/new/",
        "club": f"/clubs/{reds.slug}/",
        "club-of-others": "/clubs/blue-dice/",
        "club-log": f"/clubs/{reds.slug}/log/",
        "club-talk": f"/clubs/{reds.slug}/talk/",
        "club-report": "/clubs/blue-dice/report/",
        "club-lead": f"/clubs/{reds.slug}/lead/",
        "club-change": f"/clubs/{reds.slug}/change/",
        "club-challenge": f"/clubs/{reds.slug}/challenge/",
        "club-match-asked": f"/clubs/matches/{meetings['Blue Dice'].pk}/",
        "club-match-naming": f"/clubs/matches/{meetings['Green Dice'].pk}/",
        "club-match-begun": f"/clubs/matches/{playing.pk}/",
    }


def of_events(alice: User, bob: User, carol: User) -> Pages:
    """Pages of events of several formats, begun and partly played; alice leads the first of them."""
    alice.user_permissions.add(Permission.objects.get(codename="organise_event"))
    who = [alice, bob, carol, *players(4)]
    pages = {"event-new": "/events/new/", "event-explained": "/rules/organised/knockout/"}
    for form, changes in (
        ("knockout", {"organiser": alice}),
        ("double", {"pace": "turns"}),
        ("round-robin", {}),
        ("swiss", {}),
        ("score", {}),
        ("arena", {"code": "PG"}),
    ):
        event = begun(opened(form, **changes), who)
        for seed, match in enumerate(open_matches(event)[:3]):
            play_out(match, seed)
        work()
        pages[f"event-{form}"] = event.get_absolute_url()
    led = Event.objects.get(organiser=alice)
    return pages | {
        "event-lead": f"{led.get_absolute_url()}lead/",
        "event-lead-matches": f"{led.get_absolute_url()}lead/matches/",
        "event-talk": f"{led.get_absolute_url()}talk/",
    }


def of_the_archive(alice: User, bob: User) -> Pages:
    """Pages of finished matches of alice and bob, two of which are collected, noted and talked about."""
    ended = [play_out(begin("BO", alice, bob), seed) for seed in (1, 2, 3)]
    work()
    collecting.make(alice, "Close ones", "Decided by the last roll.", public=True)
    collecting.make(alice, "To look at again", "", public=False)
    close, _ = sorted(collecting.of(alice, alice), key=lambda one: one.name)
    for match in ended[:2]:
        collecting.add(alice, close.pk, match)
        notes.note_match(alice, match, "The straight on the third roll made it.")
    notes.note_player(alice, bob, "Plays for the boat.")
    _comment(ended[0], alice, bob)
    brought = importing.keep(alice, (ROOT / "tests/records/BZ/two-players.txt").read_text())
    brought = importing.share(alice, brought.pk, to_all=True)
    return {
        "archive": "/archive/",
        "archive-found": "/archive/?player=bob",
        "archive-empty": "/archive/?player=bob&least=100000",
        "collections": "/collections/",
        "collection": f"/collections/{close.pk}/",
        "collection-change": f"/collections/{close.pk}/change/",
        "collection-delete": f"/collections/{close.pk}/delete/",
        "dumps": "/archive/dumps/",
        "imports": "/imports/",
        "imported": f"/imports/{brought.pk}/?step=5",
        "imported-review": f"/imports/{brought.pk}/review/",
        "imported-by-link": f"/imports/link/{brought.link}/?step=9",
        "embed": f"/embed/{ended[0].pk}/",
        "embed-step": f"/embed/{ended[0].pk}/?step=5",
        "notes": "/notes/",
        "note-match": f"/matches/{ended[0].pk}/note/",
        "note-player": "/players/bob/note/",
        "comments": f"/matches/{ended[0].pk}/comments/",
        "replay-with-comments": f"/matches/{ended[0].pk}/replay/?step=5",
    }


def of_programs(alice: User, bob: User) -> Pages:
    """Pages about what acts for alice: tokens, an application of bob's that she has let in, one that asks."""
    lasting, _secret = tokens.make(alice, "The display beside my door", ["read"], None)
    Token.objects.filter(pk=lasting.pk).update(used_at=timezone.now() - timedelta(hours=3))
    tokens.make(alice, "Robot", ["read", "play", "talk"], 30)
    ended, _secret = tokens.make(alice, "Old", ["read", "play"], 1)
    Token.objects.filter(pk=ended.pk).update(expires_at=timezone.now() - timedelta(days=2))
    back = "https://score.example/back"
    keeper, _secret = applications.register(bob, "Score keeper", [back], secret=False, device=True)
    applications.register(alice, "Statistics of Boat", [back], secret=True, device=False)
    access = Access(type=Access.Type.ACCESS_TOKEN, client=keeper, user=alice)
    access.set_value("a-secret")
    access.set_scopes(["openid", "read", "play"])
    access.save()
    query = {
        "client_id": keeper.pk,
        "redirect_uri": back,
        "response_type": "code",
        "scope": "openid read play",
    }
    query |= {"state": "s", "code_challenge": "c" * 43, "code_challenge_method": "S256"}
    return {
        "tokens": "/accounts/tokens/",
        "applications": "/accounts/applications/",
        "application-asks": f"/identity/o/authorize?{urlencode(query)}",
        "device": "/identity/o/device",
        "device-asks": f"/identity/o/device?code={_asked_by_device(keeper)}",
        "api": "/help/api/",
        "api-try": "/help/api/try/",
    }


def _asked_by_device(application: Application) -> str:
    """The code that a device shows which the application runs on."""
    query = {"client_id": application.pk, "scope": "read play"}
    words = "application/x-www-form-urlencoded"
    return str(Client().post("/identity/o/api/device/code", urlencode(query), words).json()["user_code"])


def _comment(match: Match, alice: User, bob: User) -> None:
    """Both have said something of the match."""
    room = comments.room_of(*queries.table(match.pk))
    say(room, alice, "I should have kept the fives.")
    say(room, bob, "You should. Once more?")
    comments.agree(room, alice, agrees=True)
