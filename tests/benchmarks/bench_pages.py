"""The processor's time of the pages people open most, each beside a bare signed-in view of the same process.

Each page is asked of the site's own WSGI application as a server asks it, from the request's environment to
the last byte, connection looked after in between: only the server's own part, the same for all, is left out.
The bare view (moves/bare_view.py) is what Django makes of itself: the middleware that `startproject` lists,
its session, its user, and a view that says the player's name. Each figure is the median of many requests, in
rounds that alternate with the bare view's. Time of the processor, not of the clock: what Postgres does is not
in it.
"""

from __future__ import annotations

import gc
import gzip
import io
import random
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler

from accounts.models import User
from boatzee_site.catalogues.languages import OFFERED
from dicepool.refill import add_sets
from games.models import Match
from games.rules.base import Kind, Move, Pace
from games.seats import waiting
from tests.benchmarks.moves.bare_view import yardstick
from tests.benchmarks.served import TOKEN, VERSION
from tests.games.tables import begin, legal, make, play_out, to_move
from tests.signed_in import session

Report = Callable[[str, str, str], None]
ROUNDS, TIMES, WARM = 10, 20, 30
"""Requests for each page: so many rounds of so many, after a warming up."""
MIDDLE = 40
"""Moves after which a table is looked at."""
BARE = "/bare/"
PAGES_AT_MOST, TRIPLE_AT_MOST = 3, 4
"""Goals: times the bare view."""
MOVE_GOAL = "goal 8 ms"
OTHER = OFFERED[0]
"""A language beside English: a page should cost the same in all."""


@dataclass
class Browser:
    """Asks as a browser does: with its cookies, and taking what is compressed."""

    site: WSGIHandler
    cookies: dict[str, str] = field(default_factory=dict)
    language: str = "en"

    def ask(self, address: str, form: Mapping[str, str] | None = None) -> tuple[float, int, str, str]:
        """The seconds of the processor's time it took, the status, the page, and where it leads."""
        path_info, _, query = address.partition("?")
        body = urlencode(form).encode() if form is not None else b""
        environ: dict[str, Any] = {
            "REQUEST_METHOD": "GET" if form is None else "POST",
            "SCRIPT_NAME": "",
            "PATH_INFO": path_info,
            "QUERY_STRING": query,
            "CONTENT_TYPE": "application/x-www-form-urlencoded" if body else "",
            "CONTENT_LENGTH": str(len(body)) if body else "",
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "localhost",
            "HTTP_USER_AGENT": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
            "HTTP_ACCEPT_ENCODING": "gzip, deflate, br",
            "HTTP_ACCEPT_LANGUAGE": self.language,
            "HTTP_COOKIE": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": io.StringIO(),
            "wsgi.multithread": True,
            "wsgi.multiprocess": True,
            "wsgi.run_once": False,
        }
        if form is not None:
            environ |= {"HTTP_HX_REQUEST": "true", "HTTP_REFERER": f"http://localhost{path_info}"}
        told: list[Any] = []

        def start(status: str, headers: Any, *_: Any) -> Callable[[bytes], object]:
            told.extend((status, headers))
            return told.append

        started = time.process_time()
        answer = self.site(environ, start)
        page = b"".join(answer)
        answer.close()
        took = time.process_time() - started
        status, headers = told
        for name, value in headers:
            if name == "Set-Cookie":
                self.cookies |= {key: one.value for key, one in SimpleCookie(value).items()}
        found = dict(headers)
        if found.get("Content-Encoding") == "gzip":
            page = gzip.decompress(page)
        return took, int(status[:3]), page.decode(), found.get("Location", "")


@dataclass
class Visit:
    """A page, who asks for it, and the seconds that each request took."""

    name: str
    browser: Browser
    address: str
    goal: int = PAGES_AT_MOST
    seconds: list[float] = field(default_factory=list)

    def ask(self, times: int) -> None:
        """Ask so often, and note what it took."""
        for _ in range(times):
            took, status, _page, _where = self.browser.ask(self.address)
            if status != 200:
                raise RuntimeError(f"{self.address}: {status}")
            self.seconds.append(took)

    @property
    def cost(self) -> float:
        """Milliseconds, the median."""
        return statistics.median(self.seconds) * 1000


def run(report: Report) -> None:
    """Print what each page takes beside the bare view, and what a browser's whole move takes."""
    players = [User.objects.create_user(name, f"{name}@example.org") for name in ("alice", "bobby", "carol")]
    add_sets(20_000, "benchmark")
    visits = prepare(*players)
    plain = visits[0]
    for visit in visits:
        visit.ask(WARM)
        visit.seconds.clear()
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)  # all as in gunicorn.conf.py
    for _ in range(ROUNDS):
        for visit in visits:
            visit.ask(TIMES)
    for visit in visits[1:]:
        report(
            f"{visit.name}: processor's time",
            f"{visit.cost:.2f} ms",
            f"{visit.cost / plain.cost:.1f} times a bare signed-in view's {plain.cost:.2f} ms;"
            f" goal {visit.goal} times",
        )
    site = visits[1].browser.site
    for code in ("BZ", "BT"):
        took = statistics.median(whole_moves(site, begin(code, *players[:2]), players[:2])) * 1000
        report(f"a browser's whole move in {code}, the new table included", f"{took:.2f} ms", MOVE_GOAL)


def prepare(alice: User, bob: User, carol: User) -> list[Visit]:
    """The bare view, then all pages, and what is on them."""
    tables = {code: half_way(begin(code, alice, bob)) for code in ("BZ", "BT", "DK", "PG")}
    over = play_out(begin("BZ", alice, bob))
    waiting.seek(carol, 2, "BZ", {}, Pace.TURNS, "main", private=False)
    site = WSGIHandler()
    mine = signed_in(site, alice)
    hers = signed_in(site, carol)
    triple = tables["BT"]
    return [
        Visit("bare", signed_in(yardstick, alice), BARE),
        Visit("front page", Browser(site), "/"),
        Visit("my matches, nothing in it", hers, "/matches/"),
        Visit("my matches, five in it", mine, "/matches/"),
        Visit("waiting room, nobody waits", hers, "/waiting/"),
        Visit("waiting room, one waits", mine, "/waiting/"),
        *(
            Visit(
                f"table of {match.rules.name}, who is to move",
                signed_in(site, to_move(match)),
                f"/matches/{match.pk}/",
                TRIPLE_AT_MOST if match == triple else PAGES_AT_MOST,
            )
            for match in tables.values()
        ),
        Visit("table of Triple Boatzee, a stranger", hers, f"/matches/{triple.pk}/", TRIPLE_AT_MOST),
        Visit("replay, in the middle", mine, f"/matches/{over.pk}/replay/?step=40"),
        Visit("rules of Boatzee", mine, "/rules/bz/"),
        Visit(f"rules of Boatzee, in {OTHER}", signed_in(site, alice, OTHER), "/rules/bz/"),
        Visit(
            f"table of {triple.rules.name}, who is to move, in {OTHER}",
            signed_in(site, to_move(triple), OTHER),
            f"/matches/{triple.pk}/",
            TRIPLE_AT_MOST,
        ),
    ]


def signed_in(site: WSGIHandler, player: User, language: str = "en") -> Browser:
    """A browser in which the player is signed in."""
    return Browser(site, {settings.SESSION_COOKIE_NAME: session(player)}, language)


def half_way(match: Match) -> Match:
    """Play on to the middle of the match, and into a turn."""
    choose = random.Random(14)
    while match.version < MIDDLE:
        player = to_move(match)
        match = make(match, player, choose.choice(legal(match, player)))
    player = to_move(match)
    if Move(Kind.ROLL) in legal(match, player):
        match = make(match, player, Move(Kind.ROLL))
    return match


def whole_moves(site: WSGIHandler, match: Match, players: list[User]) -> list[float]:
    """The seconds of each move until the match is over: the form is sent, and what it leads to is fetched."""
    browsers = {player.pk: signed_in(site, player) for player in players}
    choose = random.Random(14)
    address = f"/matches/{match.pk}/"
    took = []
    while not match.over:
        player = to_move(match)
        browser = browsers[player.pk]
        page = browser.ask(address)[2]
        token, version = TOKEN.search(page), VERSION.search(page)
        assert token, page
        assert version, page
        wanted = choose.choice(legal(match, player))
        form = {"csrfmiddlewaretoken": token[1], "version": version[1], "do": wanted.kind.value}
        form |= {"box": wanted.box} if wanted.box else {}
        spent, status, page, where = browser.ask(f"{address}move/", form)
        while status == 302:
            more, status, page, where = browser.ask(where)
            spent += more
        if 'id="table"' not in page:
            raise RuntimeError(f"{wanted}: {status}")
        took.append(spent)
        match.refresh_from_db()
    return took[len(took) // 10 :]
