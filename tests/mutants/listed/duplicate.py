"""The same dice for several: one set for each turn and roll, and closed while anybody plays them."""

from __future__ import annotations

from tests.mutants import in_file

DEALT = "tests/games/test_deals.py"
KEPT = "tests/games/test_deals_kept.py"
RECORDS = "tests/games/test_used_sets.py"
SAME_DICE = "tests/games/views/test_review_same_dice.py"
DAILY_PAGE = "tests/games/views/test_daily.py"
TEAMS = "tests/ladders/formats/test_duplicate.py"
VERIFIERS = "tests/dicepool/test_verifiers.py -k both_verifiers_say"

DUPLICATE = (
    *in_file(
        "games/match/deals.py",
        f"{DEALT} {KEPT}",
        ("    place = (turn - 1) * rules.rolls + roll - 1\n", "    place = (turn - 1) * rules.rolls\n"),
        ("    if not deal.sets and not deal.is_open:\n", "    if not deal.is_open:\n"),
        (
            "if one.serial <= restored.given_up and one.serial not in used",
            "if one.serial <= restored.given_up",
        ),
        ("        if found[2] < restored.given_up and one.serial", "        if one.serial"),
        ("        if found[2] < restored.given_up and one.serial", "        if False and one.serial"),
        ("        fates.throw_away(waiting[gone])\n", "        pass\n"),
        ("@transaction.atomic\ndef _settle", "def _settle"),
        ('+ f" again {again}" * bool(again)', ""),
        (", until__isnull=True, opened_at__isnull=True)", ", opened_at__isnull=True)"),
        ("over = [deal for deal in found if deal.pk not in played_on]", "over = found"),
        ("{Match.Status.INVITING, Match.Status.RUNNING}", "{Match.Status.RUNNING}"),
        ("fates.show([Shown(serial) for serial in sorted(taken & used)])", "fates.show([])"),
        ("    fates.throw_away(taken - used)\n", ""),
        ("        fates.show([Shown(one.serial) for one in kept])\n", ""),
        ("            if len(who) == OWNER_BYTES:\n", "            if len(who) < OWNER_BYTES:\n"),
    ),
    *in_file(
        "games/match/play.py",
        KEPT,
        ("    if match.deal_id is not None:\n        pass", "    if match.deal_id == -1:\n        pass"),
    ),
    *in_file(
        "games/match/practising.py",
        KEPT,
        (" or match.organised or match.deal_id is not None:", " or match.organised:"),
    ),
    *in_file(
        "boatzee_site/clearing.py",
        KEPT,
        ("opened_at IS NOT NULL AND {_no('games_match'", "{_no('games_match'"),
        (" AND {_no('games_daily', 'deal_id')}", ""),
        ("{_no('games_match', 'deal_id')} AND ", ""),
    ),
    *in_file(
        "games/views/review.py",
        SAME_DICE,
        ("words.signed(sums.luck.points - shared, rules)", "words.signed(sums.luck.points, rules)"),
        ("match.pace == Pace.DUPLICATE and len(seats) > 1", "len(seats) > 1"),
        ("    shared = shared_luck(sums)\n", "    shared = 0.0\n"),
    ),
    *in_file(
        "games/match/watching.py",
        DEALT,
        ("    closed = match.over and match.closed\n", "    closed = False\n"),
    ),
    *in_file("games/views/record.py", DEALT, ("if match.over and not match.closed:", "if match.over:")),
    *in_file("games/views/proofs.py", DEALT, (" or match.closed:", ":")),
    *in_file("games/views/still.py", DEALT, (" or match.closed:", ":")),
    *in_file(
        "games/coach/reviews.py", DAILY_PAGE, (" or not match.begun or match.closed:", " or not match.begun:")
    ),
    *in_file("games/match/records.py", DEALT, (" if match.deal.is_open else", " if match.deal.seed else")),
    *in_file(
        "games/used_sets.py",
        RECORDS,
        ("        if turned:\n", "        if False:\n"),
        ("if self._set_of.setdefault(place, serial) != serial:", "if False:"),
        ("if self._place_of.setdefault(serial, place) != place:", "if False:"),
        ("        if fell[:shared] != dice[:shared]:\n", "        if False:\n"),
    ),
    *in_file(
        "games/replay.py",
        RECORDS,
        ("    if match.deal is not None and match.pace is not Pace.DUPLICATE:\n", "    if False:\n"),
        ("    if match.pace is Pace.DUPLICATE:\n        raise", "    if False:\n        raise"),
    ),
    *in_file(
        "ladders/formats/duplicate.py",
        TEAMS,
        ("isqrt(max(0, difference) // unit)", "max(0, difference) // unit"),
        (", MOST_POINTS)", ", 1000)"),
        ("if team in scores else 0 for team", "if team in scores else 1000 for team"),
        ("for team in fixture.seats if team not in void", "for team in fixture.seats"),
    ),
    *in_file(
        "static/verify_roll.py",
        VERIFIERS,
        ("        if places.setdefault(serial, place) != place:\n", "        if False:\n"),
        ("        if other != serial:\n", "        if False:\n"),
        ("    if record.deal is None:\n", "    if False:\n"),
        ("        if label and label not in labels:\n", "        if False:\n"),
        ("        if label and labels[label] != place:\n", "        if False:\n"),
    ),
    *in_file(
        "static/js/dealrecord.js",
        VERIFIERS,
        ("    if (number) throw", "    if (false) throw"),
        ("    if (places.get(serial) !== place) throw", "    if (false) throw"),
        ("    if (label && !labels.has(label)) throw", "    if (false) throw"),
        ("  if (known.seed !== seed) throw", "  if (false) throw"),
    ),
)
