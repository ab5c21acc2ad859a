"""Clubs and an archive with something in them, as axe reads them and as the pictures show them.

Each gives the pages to look at, by a name for each.
"""

from __future__ import annotations

from accounts.models import User
from games.archive import collecting, comments, notes
from games.match import queries
from games.models import Match
from ladders.clubs import matches, membership, roles
from ladders.clubs.founding import FINISHED
from ladders.clubs.rooms import OfClub
from ladders.models.clubs import UNRATED
from tests.games.tables import begin, play_out
from tests.ladders import clubs
from tests.ladders.clubs import TERMS
from tests.ladders.events import players
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
    return {
        "archive": "/archive/",
        "archive-found": "/archive/?player=bob",
        "archive-empty": "/archive/?player=bob&least=100000",
        "collections": "/collections/",
        "collection": f"/collections/{close.pk}/",
        "collection-change": f"/collections/{close.pk}/change/",
        "collection-delete": f"/collections/{close.pk}/delete/",
        "notes": "/notes/",
        "note-match": f"/matches/{ended[0].pk}/note/",
        "note-player": "/players/bob/note/",
        "comments": f"/matches/{ended[0].pk}/comments/",
        "replay-with-comments": f"/matches/{ended[0].pk}/replay/?step=5",
    }


def _comment(match: Match, alice: User, bob: User) -> None:
    """Both have said something of the match."""
    room = comments.room_of(*queries.table(match.pk))
    say(room, alice, "I should have kept the fives.")
    say(room, bob, "You should. Once more?")
    comments.agree(room, alice, agrees=True)
