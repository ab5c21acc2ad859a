"""What keeps a review from being a hint, and from saying what is not so."""

from __future__ import annotations

from tests.mutants import in_file

VIEW = "tests/games/views/test_review.py"
SERVICE = "tests/games/coach/test_reviews.py"
PURE = "tests/games/analysis/test_review.py"
PACKED = "tests/games/analysis/test_review_packed.py"

REVIEWING = (
    *in_file(
        "games/views/review.py",
        VIEW,
        ("    if match.status != Match.Status.FINISHED:\n", "    if False:\n"),
    ),
    *in_file("games/views/review_lines.py", VIEW, (") and result.places[entry.seat] == 1:", "):")),
    *in_file(
        "games/views/review_words.py",
        "tests/games/views/test_review_words.py",
        ("    if best < made and told", "    if False and told"),
        ('made and told["best"] != told["made"]:', "made:"),
        ('what is Loss.DICE and rules.keeping != "keep"', "False"),
    ),
    *in_file(
        "games/coach/reviews.py",
        VIEW,
        ("return match.event is None or bool(", "return match.event is not None or bool("),
        ("    if not may_be_reviewed(match):\n        return Found", "    if False:\n        return Found"),
        ("    if not may_be_reviewed(match):\n        row.due", "    if False:\n        row.due"),
    ),
    *in_file(
        "games/coach/reviews.py",
        SERVICE,
        ("skip_locked=True", "nowait=True"),
        ("or row.ended_at != match.ended_at:", "or False:"),
        (
            "            with transaction.atomic():\n                row.packed",
            "            if True:\n                row.packed",
        ),
        ("and not any(guests)", ""),
        ("        except NotAdvised:", "        except LookupError:"),
        ("(now - row.asked_at) / 4), AT_MOST)", "(now - row.asked_at) / 4), WAITS_FOR_ROUND)"),
        ("return [] if row.packed is None else seats", "return seats"),
    ),
    *in_file(
        "ladders/events/queries.py",
        VIEW,
        ("    if unplayed.filter(round__lte=mine.round).exists():\n        return False\n", ""),
    ),
    *in_file(
        "games/coach/remaking.py",
        "tests/games/coach/test_remaking.py",
        ("skip_locked=True", "nowait=True"),
        ("        if found not in present:\n", "        if True:\n"),
        (
            "            with transaction.atomic():\n                made =",
            "            if True:\n                made =",
        ),
        (" and match.ended_at == row.ended_at:", ":"),
        ("while seen_to < most:", "while True:"),
    ),
    *in_file(
        "games/coach/fair_play.py",
        "tests/games/coach/test_fair_play.py",
        ("            match__rated=True,\n", ""),
        ("        if len(seats) == SEATS:\n", "        if True:\n"),
        (" or match.status == Match.Status.VOID", ""),
        ("        _move(row.code, (row.band, row.measure), (row.band, None))\n", "        pass\n"),
        ("    if before == after:\n        return\n", "    if before[1] == after[1]:\n        return\n"),
        ("select_for_update(no_key=True).get(", "get("),
        ("(one.without(row.measure) for one in", "(one for one in"),
    ),
    *in_file(
        "games/analysis/fair_play.py",
        "tests/games/analysis/test_fair_play.py",
        ("chance * looked_at * RESERVE <= FALSE_ALARMS", "chance <= FALSE_ALARMS"),
        ("return max(LEAST_DEVIATION * UNIT, ", "return max(1, "),
        ("if one.players >= FEWEST", "if one.players > 1"),
        ("if self.matches < WINDOW or self.hard < LEAST_HARD:", "if self.matches < WINDOW:"),
    ),
    *in_file(
        "games/staff_fair_play.py",
        "tests/games/test_staff_fair_play.py",
        ('Counted by the site alone."""\n        return False', 'Counted."""\n        return True'),
        ("        if row.matches < measured.WINDOW:\n", "        if False:\n"),
    ),
    *in_file(
        "games/analysis/review_packed.py",
        PACKED,
        ("    if count > MOST_STEPS:\n", "    if False:\n"),
        ("(place in tried or scale.whole(step.cost))", "scale.whole(step.cost)"),
        ("        if place >= len(steps) or (steps[place].best or 0) >= choices:\n", "        if False:\n"),
        ("            if place > len(boxes):\n", "            if False:\n"),
        ("        return review_before.unpack(packed, boxes)\n", '        raise Unreadable("Old.")\n'),
        ("        return review_before.head(packed, boxes)\n", '        raise Unreadable("Old.")\n'),
    ),
    *in_file(
        "games/analysis/review_packed.py",
        PURE,
        (
            "if step.best is not None and (place in tried or scale.whole(step.cost))",
            "if step.best is not None and place in tried",
        ),
        ("told = [scale.alone or did for did in rolled]\n    out", "told = rolled\n    out"),
    ),
    *in_file(
        "games/analysis/review_bits.py",
        PACKED,
        (
            "        if one < 0:\n            raise Unreadable(",
            "        if False:\n            raise Unreadable(",
        ),
        ("        if len(found) < count:\n", "        if False:\n"),
        ("    if number < 0:\n", "    if False:\n"),
    ),
    *in_file(
        "games/analysis/review_before.py",
        PACKED,
        (
            "    if not 0 <= place < len(steps) or not 0 <= (steps[place].best or 0) < len(choices):\n",
            "    if False:\n",
        ),
        ("    if read.format > 1:\n", "    if True:\n"),
        ("    if not 0 <= index < len(boxes):\n", "    if False:\n"),
    ),
    *in_file(
        "games/analysis/judging.py",
        PURE,
        ("luck = NOTHING if move.kind in LEAVING else change.plus(cost)", "luck = change.plus(cost)"),
        ("sums.unplayed = sums.unplayed.minus(change)", "pass"),
    ),
)
