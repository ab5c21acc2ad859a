"""What is done to thousands at once is done to each once, and one that fails holds up no other."""

from __future__ import annotations

from tests.mutants import in_file

PAIRS = "tests/games/test_automatch.py"
TIMEOUTS = "tests/games/test_timeouts.py"

CROWDS = (
    *in_file(
        "games/seats/automatch.py",
        PAIRS,
        ("if len(wishes) != 2 or _apart(pair):", "if len(wishes) != 2:"),
        ("                room.subtract(two)\n", ""),
        ("                apart.add((min(two), max(two)))\n", ""),
        (" and room[one.player_id] > 0", ""),
        ("    if timezone.now() >= until:\n        return 0\n", ""),
        ("    begun = begin(pairs[:AT_ONCE])\n", "    begun = begin(pairs)\n"),
        ("        wake.seat(pairs[AT_ONCE:], until)\n", "        pass\n"),
        ("    taken.update(dict(joined.", "    _ = (dict(joined."),
    ),
    *in_file(
        "games/match/clocks.py",
        TIMEOUTS,
        ("    if timezone.now() >= until:\n        return 0\n", ""),
        ("        Match.objects.filter(pk=match_id, due__lte=now).update(due=now + PUT_OFF)\n", ""),
        ("pk=match_id, due__lte=now)", "pk=match_id)"),
        ("timeouts.in_turn(due, now)", "due"),
        ("        for match_id in found:\n            _close_alone(match_id)\n", ""),
        ("        for _lane in range(wake.LANES):\n            wake.clocks(until)\n", "        pass\n"),
    ),
    *in_file(
        "games/match/timeouts.py",
        TIMEOUTS,
        ("        match__due__lte=last,\n", ""),
        ("match__due__lte=last,", "match__due__lte=now,"),
        ("        self._spent.add(taken)\n", ""),
        ("            self._spent.add(in_event)\n", ""),
        ("            change.see(sees)\n", ""),
    ),
    *in_file("games/match/statements.py", TIMEOUTS, ("OF match SKIP LOCKED", "OF match")),
    *in_file(
        "games/match/many.py",
        TIMEOUTS,
        ("to_note(one.locked, seats, None), *one.notes", "to_note(one.locked, seats, None),"),
        ("    sets.throw_away([seat for locked in over for seat in locked.seats])\n", ""),
        ("        unseen.open_proofs(*hidden)\n", "        pass\n"),
    ),
    *in_file(
        "accounts/live/hub.py",
        "tests/site/test_hub.py",
        ("            if dropped:\n", "            if False:\n"),
        ("        if self._unanswered[channel] <= 0:\n", "        if False:\n"),
        ("            except* Exception:\n", "            except* ZeroDivisionError:\n"),
    ),
    *in_file(
        "accounts/leaves.py",
        "tests/accounts/test_leaves.py",
        ("        rows = rows.filter(pk__lt=older)\n", "        rows = rows.filter(pk__lte=older)\n"),
        ("if len(found) > size else 0)", "if len(found) >= size else 0)"),
    ),
)
