"""Drawn by eyes that had not seen the lists, as far as they lacked it; and what stands beside what lived."""

from __future__ import annotations

from tests.mutants import in_file

ORDERED = (
    *in_file(
        "dicepool/fates.py",
        "tests/faults/test_written_in_order.py",
        ("ordered = sorted(fates, key=lambda fate: fate.serial)", "ordered = list(fates)"),
    ),
    *in_file(
        "games/feats/spread.py",
        "tests/faults/test_written_in_order.py",
        (
            "rows = sorted((board.name, value, more, board.begins) for"
            " (board, value), more in changes.items() if more)",
            "rows = [(board.name, value, more, board.begins) for"
            " (board, value), more in changes.items() if more]",
        ),
    ),
    *in_file(
        "games/coach/fair_play.py",
        "tests/faults/test_written_in_order.py",
        ("bands = sorted(changes)", "bands = list(changes)"),
    ),
)
PLACED = (
    *in_file(
        "games/daily/counting.py",
        "tests/games/daily/test_handing.py",
        ("AND (NOT player.is_active OR player.suspended_until > %s)", "AND player.suspended_until > %s"),
        (
            "AND (NOT player.is_active OR player.suspended_until > %s)",
            "AND (NOT player.is_active OR player.suspended_until < %s)",
        ),
        ("        and player.is_active\n", ""),
    ),
    *in_file(
        "games/daily/queries.py",
        "tests/games/daily/test_handing.py",
        ("ranked=True, player__is_active=True)", "ranked=True)"),
    ),
    *in_file(
        "games/daily/trying.py",
        "tests/games/daily/test_at_once.py::test_what_happens_twice_at_once_happens_once",
        ("    _lock(player)\n    made = try_of(", "    made = try_of("),
    ),
)
CLUBBED = (
    *in_file(
        "ladders/clubs/matches.py",
        "tests/ladders/test_club_matches.py",
        ("Q(home=club) | Q(away=club), status__in=ClubMatch.OPEN", "home=club, status__in=ClubMatch.OPEN"),
        ("Q(home=club) | Q(away=club), status__in=ClubMatch.OPEN", "away=club, status__in=ClubMatch.OPEN"),
        ("found.exclude(pk=accepted).count()", "found.count()"),
        ("    _must_have_room(found.away, found.pk)\n", ""),
        ("between = Q(home=home, away=away) | Q(home=away, away=home)", "between = Q(home=home, away=away)"),
    ),
    *in_file(
        "ladders/clubs/founding.py",
        "tests/ladders/test_club_matches.py",
        (
            "Q(home=club) | Q(away=club), status__in=ClubMatch.BEFORE",
            "home=club, status__in=ClubMatch.BEFORE",
        ),
    ),
)
HELD = (
    *in_file(
        "games/rules/ten_thousand/scoring.py",
        "tests/games/rules/test_dice10000_scoring.py",
        ("for three, two in permutations(FACES, 2)]", "for three, two in combinations(FACES, 2)]"),
    ),
    *in_file(
        "games/match/timeouts.py",
        "tests/games/test_timeouts.py tests/games/test_clocks.py",
        (").exclude(match__in=[one.match.pk for one in due])", ")"),
    ),
    *in_file(
        "games/clock/holiday.py",
        "tests/games/test_holiday_hours.py",
        ("self.span + -(-more // HOUR) * HOUR", "self.span + more // HOUR * HOUR"),
    ),
    *in_file(
        "accounts/api/again.py",
        "tests/api/test_again.py::test_a_key_is_for_one_request",
        ('{request.get_full_path()}\\n".encode() + request.body', '{request.get_full_path()}\\n".encode()'),
    ),
    *in_file(
        "accounts/api/rates.py",
        "tests/api/test_auth.py::test_there_is_an_end_to_asking",
        ("if asked > rate.most:", "if asked >= rate.most:"),
    ),
    *in_file(
        "ladders/formats/league.py",
        "tests/ladders/formats/test_league.py",
        ("len(upper) // 2, len(lower) // 2", "len(upper), len(lower) // 2"),
    ),
    *in_file(
        "ladders/ladder/idling.py",
        "tests/ladders/test_climbing.py::test_who_idles_slides_past_a_frozen_rung_however_long_that_idles",
        (
            "(other in frozen or not idleness.slides_due(idled[other]))",
            "not idleness.slides_due(idled[other])",
        ),
    ),
    *in_file(
        "games/archive/bulk.py",
        "tests/api/test_over.py::test_while_a_daily_runs_nothing_of_its_day_is_told",
        ("open_still = Q(ended_at=None) | Q(ended_at__gt=now)", "open_still = Q(ended_at=None)"),
    ),
)
ONCE_MORE = (*ORDERED, *PLACED, *CLUBBED, *HELD)
