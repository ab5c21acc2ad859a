"""A whole bot for Boatzee, in Python's standard library alone: take it, and put your own wits into `choose`.

    BOATZEE_TOKEN=bzt_… python3 bot.py https://boatzee.example

It accepts every invitation and moves wherever it is its turn, at any game, until Ctrl-C: the site lists the
legal moves, and the bot picks one. `--robot casual BZ DK` first begins a match of each of these games with a
robot. The token needs the scopes `read` and `play`; docs/api.md tells the rest.
"""

import argparse
import json
import os
import random
import re
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

Move = Mapping[str, Any]  # such as {"kind": "roll", "keep": [6, 6], "box": ""}


def choose(moves: Sequence[Move], preview: Mapping[str, int]) -> Move:
    """One of the legal moves. `preview` has the points of every box that may be scored now."""
    rolls, scores, banks = ([m for m in moves if m["kind"] == kind] for kind in ("roll", "score", "bank"))
    if scores:  # a card: keep what is alike, and score where it brings most
        best = max(scores, key=lambda move: preview[move["box"]])
        if not rolls or preview[best["box"]] >= 25:
            return best
        return max(rolls, key=lambda move: (len(set(move["keep"])) <= 1, len(move["keep"])))
    wanted = banks if random.random() < 0.4 else rolls  # a race: bank now and then, for nobody's luck lasts
    return max(wanted or rolls or moves, key=lambda move: len(move["keep"]))


class Refused(Exception):
    """The site has said no. It says why by a code, which stays, and a sentence."""


class Site:
    """The API of a site, for whoever has the token."""

    def __init__(self, address: str, token: str) -> None:
        self.address, self.token = f"{address.rstrip('/')}/api/v1/", token

    def ask(self, path: str, sent: Mapping[str, Any] | None = None) -> Any:
        """Read what is there, or post what is `sent`. Raises Refused.

        Waits while the site is away. A move sent again is not made again: it names its table's version.
        """
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        body, pause = None if sent is None else json.dumps(sent).encode(), 1.0
        while True:
            try:
                with urlopen(Request(self.address + path, body, headers), timeout=30) as answer:
                    found = json.load(answer)
                    spent = re.search(r";r=0;t=(\d+)", answer.headers.get("RateLimit", ""))
                time.sleep(int(spent[1]) if spent else 0)  # before the site has to say so
                return found
            except HTTPError as no:
                if no.code != 429 and no.code < 500:
                    told = json.load(no) if "json" in no.headers["Content-Type"] else {}
                    raise Refused(told.get("code", no.code), told.get("detail", no.reason)) from no
                wait, why = float(no.headers["Retry-After"] or pause), f"the site answered {no.code}"
            except (OSError, HTTPException, json.JSONDecodeError) as lost:
                wait, why = pause, f"the line was lost ({lost})"
            print(f"Waiting {wait:.0f} seconds: {why}.", flush=True)
            time.sleep(wait)
            pause = min(2 * pause, 60.0)


def play(site: Site, match: Mapping[str, Any]) -> None:
    """Accept an invitation, and move at the table until it is somebody else's turn. Raises Refused."""
    table = f"matches/{match['id']}"
    if match["status"] == "inviting":
        site.ask(f"{table}/accept", {})
    while (now := site.ask(f"{table}/moves/legal"))["moves"]:
        move = choose(now["moves"], now["preview"])
        shown = site.ask(f"{table}/moves", {"version": now["version"], **move})
        if shown["status"] == "finished":
            place = shown["seats"][shown["my_seat"]]["place"]
            print(f"Match {match['id']} of {match['game']} is over: place {place}.", flush=True)


def play_all(site: Site) -> None:
    """Play whatever waits now. Raises Refused where there is no hope for another match either."""
    page = {"next": ""}
    while page["next"] is not None:
        page = site.ask(f"matches?my_turn=true&limit=100&cursor={page['next']}")
        for match in page["items"]:
            try:
                play(site, match)
            except Refused as no:  # such as `stale`: the table has changed meanwhile, and is looked at again
                if no.args[0] in {"bad-token", "scope-missing", "suspended"}:
                    raise
                print(f"Match {match['id']}: {no.args[1]}", flush=True)


if __name__ == "__main__":
    words = argparse.ArgumentParser(description="A bot for Boatzee. BOATZEE_TOKEN has its token.")
    words.add_argument("address", nargs="?", default=os.environ.get("BOATZEE_URL", "http://localhost:8000"))
    words.add_argument("--robot", nargs="+", default=[], help="a level, then games: casual BZ DK")
    words.add_argument("--pause", type=float, default=5.0, help="seconds between two looks")
    given = words.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    site = Site(given.address, os.environ.get("BOATZEE_TOKEN", ""))
    try:
        print(f"Playing as {site.ask('me')['name']}.", flush=True)
        for game in given.robot[1:]:
            site.ask("matches", {"game": game, "robot": given.robot[0]})
        while True:
            play_all(site)
            time.sleep(given.pause)
    except Refused as refused:
        sys.exit(refused.args[1])
    except KeyboardInterrupt:
        print("Goodbye.")
