"""A match with players' own numbers, checked by both verifiers from what the site gives to everybody."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from dicepool import log, tree
from dicepool.models import Segment
from games.match import folding, sets
from games.models import Folded, Match
from games.packed import chains
from games.rules.base import Pace
from games.views.proofs import PART
from tests.dicepool.verifying import Trial, by_browser, by_python
from tests.games.own_numbers import Browser
from tests.games.tables import begin, legal, play_out, seat_of, to_move

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("pool")]

Texts = dict[str, str]


def play(match: Match, *browsers: Browser) -> Texts:
    """Play to the end by random legal moves. Gives some of the receipts that the pages held meanwhile."""
    choose = random.Random(5)
    mine = {browser.player.pk: browser for browser in browsers}
    kept: Texts = {}
    while not match.over:
        player = to_move(match)
        if len(kept) < 4:
            for told in sets.receipts_of(seat_of(match, player)):
                kept[f"receipt {told['serial']}"] = str(told["receipt"])
        match = mine[player.pk].make(match, choose.choice(legal(match, player)))
    return kept


@pytest.fixture
def get(client: Client) -> Callable[..., str]:
    """What the site gives to anybody."""

    def act(name: str, *args: object, query: str = "") -> str:
        answer = client.get(reverse(name, args=args) + query)
        assert answer.status_code == 200, (name, args, query)
        return answer.content.decode()

    return act


def said(files: Texts, *kept: str) -> list[str] | str:
    """What both verifiers say to the same files."""
    trial: Trial = [(name, text, name in kept) for name, text in files.items()]
    mine, [theirs] = by_python(trial), by_browser(trial)
    assert mine == theirs
    return mine


@pytest.mark.parametrize(
    ("code", "pace"), [("BZ", Pace.TURNS), ("BZ", Pace.SPLIT), ("DK", Pace.TURNS), ("PG", Pace.TURNS)]
)
def test_a_match_is_verified_from_what_the_site_gives_to_everybody(
    get: Callable[..., str], alice: User, bob: User, code: str, pace: Pace
) -> None:
    tree.sign_head()
    before = get("dicepool:checkpoint")
    browsers = [Browser(player, random.Random(place)) for place, player in enumerate((alice, bob))]
    browsers[0].stock()
    match = begin(code, alice, bob, pace=pace, options={"target": 2000} if code == "DK" else None)
    kept = play(match, *browsers)
    match.refresh_from_db()
    assert log.seal()
    newest = Segment.objects.latest("number")
    tree.sign_head()
    serials = sorted(serial for move in match.moves.all() for serial in move.serials)
    parts = [serials[at : at + PART] for at in range(0, len(serials), PART)]
    old, new = before.split("\n")[1], get("dicepool:checkpoint").split("\n")[1]
    files = {
        "record": get("games:record", match.pk),
        "key": get("dicepool:key"),
        "checkpoint of before": before,
        "consistency": get("dicepool:consistency_json", query=f"?old={old}&new={new}"),
        "entries": get("dicepool:entries_json", query="?first=0&count=1000"),
        "inclusion": get("dicepool:inclusion_json", query=f"?index=0&size={new}"),
        **{
            f"proofs {place}": get("dicepool:proofs_json", query=f"?serials={','.join(map(str, part))}")
            for place, part in enumerate(parts)
        },
        **{f"log {number}": get("dicepool:segment", number) for number in range(1, newest.number + 1)},
        **kept,
    }
    lines = said(files, "checkpoint of before", *kept)
    assert isinstance(lines, list), lines
    assert f"ok record: a record, all {_rolls(match)} rolls as proven" in lines
    assert (
        f"ok record: {len(serials)} sets are bound to match {match.pk} in the log, each to its seat and place"
        in lines
    )
    assert any(line.endswith("not used were thrown away") for line in lines)
    assert any(
        re.fullmatch("ok [1-9][0-9]* rolls were turned as they should by numbers.*", line) for line in lines
    )
    assert len(kept) == sum(line.endswith("stands in the log as was promised") for line in lines) > 1
    assert "ok batch 1 was published before: it stands in what you kept" in lines
    still_open = [line for line in lines if line.startswith("open")]
    told = ["only kept receipts show"]
    if len(match.moves.latest("pk").serials) > 1:  # six dice ended it: nothing was left to throw away
        told.append("no roll is left out at its end")
    assert all(any(one in line for one in told) for line in still_open), still_open
    refuse_what_was_changed(files, match)
    hold_folded(get, files, match)


def hold_folded(get: Callable[..., str], files: Texts, match: Match) -> None:
    """Folded it is the same, and no number is kept that follows from another."""
    numbers = [bytes.fromhex(number) for move in match.moves.all() for number in move.numbers if number]
    assert folding.fold([match.pk]) == folding.Run(1)
    assert get("games:record", match.pk) == files["record"]
    packed = bytes(Folded.objects.get(match=match).packed)
    assert {number for number in numbers if number in packed} == {*numbers} - {*map(chains.before, numbers)}


def _rolls(match: Match) -> int:
    return match.moves.filter(serials__len__gt=0).count()


def refuse_what_was_changed(files: Texts, match: Match) -> None:
    """One change after the other, each of which is found."""
    record = files["record"]
    numbered = re.search(r"#([0-9]+)\*([0-9a-f]{32})", record)
    assert numbered
    *_, last = (roll for roll in record.splitlines() if "roll (" in roll)
    for changed, why in (
        (record.replace(f"*{numbered[2]}", ""), "has another number"),
        (record.replace(numbered[2], "ab" * 16), "has another number"),
        (record.replace(last + "\n", ""), "rolls are left out of"),
        (re.sub(r'\[Match "[0-9]+"\]', '[Match "999999"]', record), "is bound to another match"),
        (
            record.replace("Seat 1:", "Seat 0:").replace("Seat 2:", "Seat 1:").replace("Seat 0:", "Seat 2:"),
            "stands in record as",
        ),
    ):
        assert changed != record
        wrong = said({**files, "record": changed})
        assert isinstance(wrong, str), why
        assert why in wrong
    proofs = json.loads(files["proofs 0"])
    turned = next(proof for proof in proofs["proofs"] if "number" in proof)
    turned["thrown"][0] = turned["thrown"][0] % 6 + 1
    assert "its number turns it to" in str(said({**files, "proofs 0": json.dumps(proofs)}))


def test_so_is_one_in_which_both_had_the_same_dice(get: Callable[..., str], alice: User, bob: User) -> None:
    match = play_out(begin("BO", alice, bob, pace=Pace.DUPLICATE))
    assert log.seal()
    newest = Segment.objects.latest("number")
    serials = sorted({serial for move in match.moves.all() for serial in move.serials})
    files = {
        "record": get("games:record", match.pk),
        "proofs": get("dicepool:proofs_json", query=f"?serials={','.join(map(str, serials))}"),
        **{f"log {number}": get("dicepool:segment", number) for number in range(1, newest.number + 1)},
    }
    lines = said(files)
    assert isinstance(lines, list), lines
    assert f"ok record: a record, all {_rolls(match)} rolls as proven" in lines
    bound = f"{len(serials)} sets are bound to deal {match.deal_id} in the log, each to its turn and roll"
    assert f"ok record: {bound}" in lines
    assert f"ok record: {33 - len(serials)} sets that were dealt and not used were thrown away" in lines
