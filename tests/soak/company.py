"""What brings matches about and ends them: invitations, the waiting room, auto-match, robots, rematches."""

from __future__ import annotations

from collections.abc import Mapping

from games.tables.robots import Level
from tests.soak.book import Yes
from tests.soak.page import Fields, Form, Page
from tests.soak.player import LIST, TABLE, Deed, Player
from tests.soak.table import number

NEW = "/matches/new/"
ROOM = "/waiting/"
FIND = "/matches/find/"
MADE = frozenset({302, 409})
"""Matches are counted: who has as many as one may have is told so."""
GONE = frozenset({302, 403, 409})
"""Somebody else was quicker, or the open match is for others."""
SPLIT_GAMES = ("BZ", "BD", "BT", "DG", "BX", "BO")
GAMES = (*SPLIT_GAMES, "DK")


def _new(player: Player, chosen: Mapping[str, str], code: str, pace: str) -> Page | None:
    """Fill in the form for a new match, options too, and send it. None where it is not there."""
    form = player.browser.get(f"{NEW}?whom={chosen['whom']}").form(NEW)
    if form is None:
        return None
    fields = {"code": code, "pace": pace, **_options(player, form, code), **chosen}
    sent: Fields = [*form.sent(without=(*fields, "clock", "rated")), *fields.items()]
    sent.append(("clock", player.rng.choice(form.values("clock"))))
    sent += [("rated", "on")] * player.rng.randrange(2)
    return player.browser.post(NEW, [one for one in sent if one[1] != ""], MADE)


def _options(player: Player, form: Form, code: str) -> dict[str, str]:
    """Something for each option of the game: a short way to the target, and any of the choices."""
    chosen = {}
    for one in form.controls:
        if one.name.startswith(f"{code}_"):
            ticked = player.rng.choice(["on", ""])
            target = str(player.rng.choice([2000, 2500, 3000]))
            other = ticked if one.kind == "checkbox" else target
            chosen[one.name] = player.rng.choice(one.choices) if one.choices else other
    return chosen


def _game(player: Player) -> tuple[str, str]:
    """A game and a pace that go together."""
    pace = player.rng.choice(["turns", "turns", "split"])
    return player.rng.choice(SPLIT_GAMES if pace == "split" else GAMES), pace


def _invite(player: Player, others: int) -> bool:
    code, pace = _game(player)
    names = player.others(min(others, len(player.site.names) - 1))
    page = _new(player, {"whom": "named", "opponents": ", ".join(names)}, code, pace)
    return page is not None and page.status == 302


def invite(player: Player) -> bool:
    """Ask somebody for a match."""
    return _invite(player, 1)


def invite_two(player: Player) -> bool:
    """Ask two others: three at a table."""
    return _invite(player, 2)


def invite_three(player: Player) -> bool:
    """Ask three others: four at a table."""
    return _invite(player, 3)


def robot(player: Player) -> bool:
    """Play a robot."""
    code, pace = _game(player)
    level = player.rng.choice(list(Level)).value
    page = _new(player, {"whom": "robot", "robot": level}, code, pace)
    return page is not None and page.status == 302


def _answer(player: Player, wanted: str, label: str) -> bool:
    """Answer one of the invitations that wait in this part of the list of matches."""
    mine = player.browser.get(LIST)
    asks = Page(LIST, 200, mine.text.partition(f'aria-labelledby="{label}"')[2].partition("</section>")[0])
    if label == "made":  # its button stands on the invitation itself
        links = asks.links(TABLE)
        asks = player.browser.get(player.rng.choice(links)) if links else asks
    forms = [one for one in asks.forms if one.action.endswith("/answer/")]
    if not forms:
        return False
    form = player.rng.choice(forms)
    fields = [*form.sent(without=("answer",)), ("answer", wanted)]
    page = player.browser.post(form.action, fields, MADE)
    if page.status == 302:
        player.browser.book.answered.append(Yes(player.name, number(form.action), wanted == "accept"))
    return page.status == 302


def accept(player: Player) -> bool:
    """Say yes, and to the next one too."""
    return _answer(player, "accept", "asked") and (_answer(player, "accept", "asked") or True)


def decline(player: Player) -> bool:
    """Say no."""
    return _answer(player, "decline", "asked")


def take_back(player: Player) -> bool:
    """Take back an invitation of one's own."""
    return _answer(player, "decline", "made")


def open_match(player: Player) -> bool:
    """Open a match for whoever comes: two, three or four at the table, now and then by a private link."""
    code, pace = _game(player)
    whom = player.rng.choice(["anybody", "anybody", "link"])
    size = str(min(player.rng.choice([2, 2, 3, 4]), len(player.site.names)))
    page = _new(player, {"whom": whom, "players": size}, code, pace)
    if page is None or page.status != 302:
        return False
    player.browser.follow(page)
    return True


def _room(player: Player, ending: str) -> bool:
    page = player.browser.get(ROOM)
    forms = [one for one in page.forms if one.action.endswith(ending)]
    if not forms:
        return False
    form = player.rng.choice(forms)
    return player.browser.post(form.action, form.sent(), GONE).status == 302


def join(player: Player) -> bool:
    """Join an open match in the waiting room."""
    return _room(player, "/join/")


def leave(player: Player) -> bool:
    """Leave one again, or take back one's own."""
    return _room(player, "/leave/")


def find(player: Player) -> bool:
    """Let the site find an opponent."""
    form = player.browser.get(FIND).form(FIND)
    if form is None:
        return False
    games = [("codes", code) for code in player.rng.sample(GAMES, 4)]
    fields = [*form.sent(without=("codes", "wanted")), *games, ("wanted", "2")]
    return player.browser.post(FIND, fields, MADE).status == 302


def stop_finding(player: Player) -> bool:
    """Wish for an opponent no more."""
    form = player.browser.get(FIND).form("/find/stop/")
    return form is not None and player.browser.post(form.action, form.sent(), MADE).status == 302


def rematch(player: Player) -> bool:
    """Play again, from the table of a match that is over."""
    mine = player.browser.get(LIST).text.rpartition('aria-labelledby="finished"')[2]
    links = Page(LIST, 200, mine).links(TABLE)
    if not links:
        return False
    page = player.browser.get(player.rng.choice(links))
    form = page.form("/again/")
    return form is not None and player.browser.post(form.action, form.sent(), MADE).status == 302


def resign(player: Player) -> bool:
    """Give up a match that waits."""
    tables = player.waiting()
    if len(tables) < 3:  # a table that everybody leaves is no soak
        return False
    page = player.browser.get(f"{player.rng.choice(tables)}resign/", {200, 302})
    if page.status != 200:
        return False
    player.hand.resign(page)
    return True


DEEDS: Mapping[str, Deed] = {
    "invite one": invite,
    "invite two": invite_two,
    "invite three": invite_three,
    "play a robot": robot,
    "accept": accept,
    "decline": decline,
    "take an invitation back": take_back,
    "open a match": open_match,
    "join an open match": join,
    "leave an open match": leave,
    "find me a match": find,
    "find me none": stop_finding,
    "play again": rematch,
    "resign": resign,
}
