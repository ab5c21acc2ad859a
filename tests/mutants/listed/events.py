"""Faults that events once had, put back: each is found by a little of the season, or by a test of its own."""

from __future__ import annotations

from tests.mutants import in_file

SEASON = "tests/ladders/stateful/test_stateful.py"
ENGINE = "tests/ladders/test_engine.py"
ABSENCE = "tests/ladders/test_absence.py"

ENDING = (
    *in_file(  # who is level rolls once, and never again
        "ladders/formats/roll_off.py",
        f"{ENGINE}::test_a_level_roll_off_is_rolled_again",
        ("        if lacking:\n", "        if lacking and place == 0:\n"),
    ),
    *in_file(  # a tie that both missed gets another match, and another
        "ladders/formats/ties.py",
        f"{SEASON} tests/ladders/formats",
        ("        if missed:\n", "        if len(missed) == 1:\n"),
    ),
    *in_file(  # nobody hears of an event that stands still
        "ladders/engine.py",
        f"{ENGINE}::test_an_event_that_waits_for_nothing_is_found_and_told_of",
        ('        raise Stalled(_("Nothing of it is open, and it is not over."))', "        return"),
    ),
    *in_file(  # a match that is taken back leaves its round open
        "ladders/rounds.py",
        SEASON,
        (
            "        fixture.match_id, fixture.deadline, fixture.waits = None, None, True\n",
            "        return\n",
        ),
    ),
    *in_file(  # who withdrew sits on
        "ladders/engine.py",
        f"{SEASON} {ENGINE}",
        ("        play.act(match, seats, seat, RulesMove(Kind.RESIGN))\n", "        pass\n"),
    ),
)

ALONE = (
    *in_file(  # what fails in one event stops all that come after
        "ladders/engine.py",
        f"{SEASON} {ENGINE}",
        ("        _in_trouble(event_id, error)\n        return False\n", "        raise\n"),
    ),
    *in_file(  # what fails in one match stops those of its round
        "ladders/rounds.py",
        f"{ENGINE}::test_one_match_that_cannot_begin_holds_up_no_other",
        ("            wrong.append(error)\n", "            raise\n"),
    ),
    *in_file(  # all matches of a round in one transaction
        "ladders/rounds.py",
        f"{ENGINE}::test_a_worker_killed_between_two_matches_has_begun_each_once",
        ("def begin_waiting(", "@transaction.atomic\ndef begin_waiting("),
    ),
    *in_file(  # division=0 is found out by whoever divides by it
        "ladders/running.py",
        ENGINE,
        ("    agreed.check_settings(form, table.settings_of(event), rules.max_players, entrants)\n", ""),
    ),
    *in_file(  # a match is begun, and nobody has written for what
        "ladders/rounds.py",
        SEASON,
        (
            '    row.save(update_fields=["match_id", "seats", "members", "players", "deadline", "waits"])\n'
            "    changed(event)\n    return True\n",
            "    changed(event)\n    return True\n",
        ),
    ),
)

COUNTING = (
    *in_file(  # the absent score
        "ladders/formats/counted.py",
        f"{SEASON} {ABSENCE}",
        (" and seat not in result.absent", ""),
    ),
    *in_file(  # an open split card is not absence
        "ladders/absence.py",
        f"{SEASON} {ABSENCE}",
        ("        return left | open_cards, late\n", "        return left, late\n"),
    ),
    *in_file(  # the page says one deadline, the clock another
        "ladders/rounds.py",
        f"{SEASON} {ABSENCE}",
        ("    return play.start(match.pk, until=until)\n", "    return play.start(match.pk)\n"),
    ),
    *in_file(  # a cheat who is found in the review keeps the rank
        "ladders/deciding.py",
        f"{SEASON} tests/ladders/test_running.py",
        ("            rounds.rewrite(group)\n", "            pass\n"),
    ),
    *in_file(  # an outage moves clocks, and no rounds
        "ladders/receivers.py",
        f"{SEASON} {ABSENCE}",
        ('    rounds.update(deadline=F("deadline") + more)\n', ""),
    ),
)
