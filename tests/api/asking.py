"""A program that asks the API: with a token of a player's, or without one."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpResponse
from django.test import Client

from accounts import tokens
from accounts.models import Token, User
from accounts.scopes import SCOPES
from boatzee_site.api.place import PREFIX

EVERYTHING = " ".join(SCOPES)


class Program:
    """Sends requests and reads answers. Paths are below /api/v1/."""

    def __init__(self, secret: str = "") -> None:
        self.client = Client()
        self.secret = secret

    def send(self, method: str, path: str, sent: object = None, **headers: str) -> Any:
        """The answer; `headers` by their names, with low lines for hyphens."""
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.secret:
            told.setdefault("Authorization", f"Bearer {self.secret}")
        body = b"" if sent is None else json.dumps(sent).encode()
        answer: HttpResponse = self.client.generic(  # type: ignore[assignment]
            method, f"/{PREFIX}{path}", body, content_type="application/json", headers=told
        )
        return answer

    def get(self, path: str, **headers: str) -> Any:
        """What is read there."""
        return self.send("GET", path, **headers)

    def post(self, path: str, sent: object = None, **headers: str) -> Any:
        """What is done there."""
        return self.send("POST", path, {} if sent is None else sent, **headers)

    def patch(self, path: str, sent: object, **headers: str) -> Any:
        """What is changed there."""
        return self.send("PATCH", path, sent, **headers)


def ask(player: User | None, scopes: str = EVERYTHING) -> Program:
    """A program of this player's, with these scopes; of nobody's without a player."""
    if player is None:
        return Program()
    digestible = tokens.MARK + f"{player.pk}-{scopes}"
    token, _made = Token.objects.update_or_create(
        digest=tokens.digest_of(digestible),
        defaults={"player": player, "name": "a test", "prefix": digestible[:10], "scopes": scopes.split()},
    )
    assert token.pk
    return Program(digestible)


def refused(answer: Any, status: int, code: str) -> Any:
    """What a refusal tells, once it is seen to be one of this kind."""
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"] == "application/problem+json"
    told = answer.json()
    assert (told["status"], told["code"]) == (status, code)
    assert told["type"].endswith(f"#{code}")
    assert told["detail"]
    return told
