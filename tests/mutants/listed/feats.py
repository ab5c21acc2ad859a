"""What keeps records and lists to what matches bear out, and who does not belong there out of them."""

from __future__ import annotations

from tests.mutants import in_file

COUNTING = "tests/games/feats/test_counting.py"
STANDINGS = "tests/games/feats/test_standings.py"
REGISTER = "tests/games/feats/test_register.py"
NEAR = "tests/games/feats/test_near_misses.py"
TITLES = "tests/ladders/test_titles.py"

FEATS = (
    *in_file(
        "games/feats/reading.py",
        COUNTING,
        (" or match.taken_back", ""),
        ("return match.rated or match.organised or people > 1", "return True"),
        (" and not seat.player.guest]", "]"),
        ("if family.whole(seen) else None", "if True else None"),
    ),
    *in_file(
        "games/feats/counting.py",
        COUNTING,
        ("    if same(old, new):\n        return Counter()\n", ""),
        (
            "comes_last = old is None and new is not None and ",
            "comes_last = new is not None and old is None or ",
        ),
        ("listed=player not in stopped", "listed=True"),
    ),
    *in_file(
        "games/standings/keeping.py",
        STANDINGS,
        (" or player.suspended or", " or"),
        (" or player.hide_rating", ""),
        (" or player.robot or player.guest", ""),
        ("        if lapses <= now:\n            continue\n", ""),
        ("    if player.suspended and player.suspended_until:\n", "    if False:\n"),
    ),
    *in_file(
        "games/standings/queries.py",
        STANDINGS,
        (" and not row.player.suspended]\n    places", "]\n    places"),
        ('"id__gt": key', '"id__gte": key'),
        ("gain__gt=0)", "gain__gt=-9999)"),
    ),
    *in_file(
        "games/deeds/register.py",
        REGISTER,
        ("seen.won and seen.above is not None", "seen.above is not None"),
        (" and seen.decisions >= DECISIONS", ""),
    ),
    *in_file(
        "games/deeds/cards.py",
        REGISTER,
        ("last is not None and seen.lead(last) < 0", "last is not None"),
        ("return rules_of(seen).dice == FIVE and all_alike", "return all_alike"),
    ),
    *in_file(
        "games/deeds/register.py",
        NEAR,
        ("return seen.won and seen.played_out and len(seen.places)", "return seen.won and len(seen.places)"),
        ("return seen.won and seen.played_out and len", "return seen.played_out and len"),
        ("len(seen.places) >= CROWD", "len(seen.places) > 4"),
    ),
    *in_file(
        "games/deeds/cards.py",
        NEAR,
        ("rules.columns > 1 and all(rules", "all(rules"),
        (" and all(rules.sums(card, column).bonus", " and any(rules.sums(card, column).bonus"),
        ("return seen.won and seen.played_out and seen.lead", "return seen.played_out and seen.lead"),
        ("seen.played_out and seen.lead(seen.final) == 1", "seen.lead(seen.final) == 1"),
        ("    if not (seen.won and seen.played_out and turns):", "    if not (seen.won and turns):"),
        (" and points > 0\n\n\ndef _even", "\n\n\ndef _even"),
        ("            if len(left) == 1:\n", "            if left:\n"),
        ("seen.lead(state) <= -far ", "seen.lead(state) <= 1 - far "),
    ),
    *in_file(
        "games/deeds/races.py",
        NEAR,
        ("seen.usual and len(mine) >= FEWEST_TURNS", "len(mine) >= FEWEST_TURNS"),
        ("len(mine) >= FEWEST_TURNS and not busts", "not busts"),
        (" and not busts", ""),
        ("turn[0].kind is Kind.PICK_UP and banked", "banked"),
        ("LARGE, PICKED_UP, FIFTY = 3000, 2000, 50", "LARGE, PICKED_UP, FIFTY = 3000, 1950, 50"),
        ("2 * seen.lead(step.after) <=", "4 * seen.lead(step.after) <="),
    ),
    *in_file(
        "ladders/titles.py",
        TITLES,
        ("filter=TOOK_PART", "filter=Q()"),
        (' | Q(event__entries__player__robot="")', " | Q(event__entries__player__robot__isnull=False)"),
        ("Q(event__entries__player=None) | ", ""),
        ("place=1, ", ""),
        ("FEWEST = 4", "FEWEST = 3"),
    ),
    *in_file(
        "games/deeds/sums.py",
        REGISTER,
        ("value > best", "value >= best"),
    ),
)
