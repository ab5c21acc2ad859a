"""Two at a table by HTTP, as browsers play: a page, a move and its redirect, one answered with the table."""

from __future__ import annotations

import random
from typing import Any

from django.conf import settings
from django.test import Client

from accounts.models import User
from games.match import play
from games.models import Match
from games.rules.base import Kind, Move
from tests.games.own_numbers import Browser, reserved
from tests.games.tables import legal, seat_of, to_move
from tests.signed_in import session


def signed_in(player: User) -> Client:
    """A browser in which the player signed in before."""
    client = Client(SERVER_NAME="localhost")  # so the site is called outside of tests, too
    client.cookies[settings.SESSION_COOKIE_NAME] = session(player)
    return client


class Table:
    """A match and the browsers of its players, each with its own numbers for the dice."""

    def __init__(self, match: Match, *players: User, seed: int = 1, swift: float = 0.8) -> None:
        """`swift` is how often a turn ends as soon as it may."""
        self.match, self.swift = match, swift
        self.clients = {player.pk: signed_in(player) for player in players}
        self.browsers = {player.pk: Browser(player) for player in players}
        self.chance = random.Random(seed)
        self.address = f"/matches/{match.pk}/"

    def look(self) -> None:
        """Everybody looks at the table."""
        for client in self.clients.values():
            assert client.get(self.address).status_code == 200

    def move(self, *, swaps: bool = True) -> bytes:
        """Whoever is to move does anything legal: by a script, which has the table by the answer, or without.

        Returns that table.
        """
        player = to_move(self.match)
        form = self._form(player)
        client, headers = self.clients[player.pk], {"HX-Request": "true"} if swaps else {}
        answer = client.post(f"{self.address}move/", form, headers=headers)
        assert answer.status_code == (200 if swaps else 302), answer.content.decode()
        if not swaps:
            answer = client.get(answer["Location"])
            assert answer.status_code == 200
        self.match.refresh_from_db()
        return answer.content

    def _form(self, player: User) -> dict[str, Any]:
        chosen = self._choose(player)
        seat = seat_of(self.match, player)
        form = {"version": play.version_for(self.match, seat), "do": chosen.kind.value, "box": chosen.box}
        count = self.match.rules.dice_wanted(self.match.table, seat.index, chosen)
        if count:
            sent = self.browsers[player.pk].sent(reserved(self.match, player)[: -(-count // 5)])
            form["numbers"] = " ".join(number.hex() for number in sent.numbers)
            form["pledges"] = " ".join(pledge.hex() for pledge in sent.pledges)
        return form | {"keep": list(chosen.keep)}

    def _choose(self, player: User) -> Move:
        moves = [move for move in legal(self.match, player) if move.kind is not Kind.RESIGN]
        ends = [move for move in moves if move.kind in {Kind.SCORE, Kind.BANK}]
        return self.chance.choice(ends if ends and self.chance.random() < self.swift else moves)
