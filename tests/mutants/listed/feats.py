"""What keeps records and lists to what matches bear out, and who does not belong there out of them."""

from __future__ import annotations

from tests.mutants import in_file

COUNTING = "tests/games/feats/test_counting.py"
STANDINGS = "tests/games/feats/test_standings.py"
REGISTER = "tests/games/feats/test_register.py"

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
        "games/deeds/sums.py",
        REGISTER,
        ("value > best", "value >= best"),
    ),
)
