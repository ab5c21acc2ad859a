"""What players do beside playing: chat, write, watch, read, and say how they are to be told."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

from tests.soak.page import Page
from tests.soak.player import LIST, TABLE, Deed, Player

SERIAL = itertools.count(1)
NOTICES = "/accounts/notices/"
WAYS = f"{NOTICES}settings/"
SAID = frozenset({302})
ANY = frozenset({200, 302, 403, 404})
"""For pages that not everybody may see: an invitation of others, a record while the cards are hidden."""


def _table(player: Player, where: str) -> str | None:
    """The address of one of the player's matches in this part of the list."""
    mine = player.browser.get(LIST).text.partition(f'aria-labelledby="{where}"')[2]
    links = Page(LIST, 200, mine.partition("</section>")[0]).links(TABLE)
    return player.rng.choice(links) if links else None


def _say(player: Player, path: str) -> bool:
    """Write something that nobody has written before into the form of this page."""
    form = player.browser.get(path).form(path)
    if form is None:
        return False
    text = f"Good luck, says {player.name}, for the {next(SERIAL)}th time."
    fields = [*form.sent(without=("text",)), ("text", text)]
    answer = player.browser.post(path, fields, SAID)
    if answer.status == 302:
        player.browser.book.said.append(text)
    return answer.status == 302


def chat(player: Player) -> bool:
    """Say something beside a table, and hear what was said."""
    table = _table(player, player.rng.choice(["mine", "others", "finished"]))
    return table is not None and _say(player, f"{table}chat/")


def write(player: Player) -> bool:
    """Write to somebody."""
    return _say(player, f"/people/messages/{player.others(1)[0]}/")


def read_messages(player: Player) -> bool:
    """Read what was written."""
    page = player.browser.get("/people/messages/")
    threads = page.links(r"/people/messages/\w+/")
    if threads:
        player.browser.get(player.rng.choice(threads))
    return bool(threads)


def watch(player: Player) -> bool:
    """Look at a table of others, as anybody may."""
    if not player.site.matches:
        return False
    table = player.rng.choice(player.site.matches)
    player.browser.get(table, ANY)
    player.browser.get(f"/players/{player.others(1)[0]}/")
    return True


def read_notices(player: Player) -> bool:
    """Open one of the notices, or mark all as read."""
    page = player.browser.get(NOTICES)
    forms = [one for one in page.forms if one.action.startswith(NOTICES)]
    if not forms:
        return False
    form = player.rng.choice(forms)
    answer = player.browser.post(form.action, form.sent(), {302, 404})
    if answer.status == 302:
        player.browser.get(answer.location, ANY)
    return answer.status == 302


def change_ways(player: Player) -> bool:
    """Choose anew which notices are mailed, and when."""
    form = player.browser.get(WAYS).form(WAYS)
    if form is None:
        return False
    mails = [one.name for one in form.controls if one.name.startswith("mail_")]
    chosen = [(name, player.rng.choice(["once", "once", "digest"])) for name in mails]
    return player.browser.post(WAYS, [*form.sent(without=tuple(mails)), *chosen], SAID).status == 302


def look_back(player: Player) -> bool:
    """Read a match that is over: its replay, record, proofs and picture."""
    table = _table(player, "finished")
    if table is None:
        return False
    for page in ("", "replay/", "record.txt", "proofs/", "picture.png"):
        player.browser.get(f"{table}{page}", ANY)
    return True


def look_around(player: Player) -> bool:
    """Read pages that are for everybody, and those about oneself."""
    for path in (
        "/",
        "/matches/dice/",
        f"/players/{player.name}/",
        "/dice/",
        "/events/",
        "/people/",
        "/help/",
    ):
        player.browser.get(path, ANY)
    return True


DEEDS: Mapping[str, Deed] = {
    "chat": chat,
    "write a message": write,
    "read messages": read_messages,
    "watch a table": watch,
    "read notices": read_notices,
    "change how one is told": change_ways,
    "look back": look_back,
    "look around": look_around,
}
