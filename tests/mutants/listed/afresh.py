"""Drawn once more by somebody who had not seen the lists, and what stands beside what had been left out."""

from __future__ import annotations

from tests.mutants import in_file

PLAYED = (
    *in_file(
        "games/match/ranking.py",
        "tests/games/test_ranking.py",
        (
            "row.restarted_at is not None and row.restarted_at >= point.at:",
            "row.restarted_at is not None:",
        ),
        ("max(0, row.matches - 1)", "max(0, row.matches)"),
    ),
    *in_file(
        "games/match/clocks.py",
        "tests/games/test_clocks.py::test_what_is_given_to_a_clock_is_given_to_its_reminders",
        (
            'for name in ("deadline", "remind_at", "remind_last"):',
            'for name in ("deadline", "remind_at"):',
        ),
        (
            'for name in ("deadline", "remind_at", "remind_last"):',
            'for name in ("deadline", "remind_last"):',
        ),
        ("(after is None or moment > after)", "(after is None or moment >= after)"),
    ),
    *in_file(
        "games/seats/lobby.py",
        "tests/ladders/test_arena.py::test_a_rematch_of_a_live_match_is_played_by_days",
        ("match.clock if match.clock in PRESETS else DEFAULT_PRESET,", "match.clock,"),
    ),
    *in_file(
        "games/rules/ten_thousand/turn.py",
        "tests/games/rules/test_dice10000_rounds.py",
        ("roll=dice, late=put(state.late, state.seat, value=False))", "roll=dice)"),
    ),
    *in_file(
        "games/replay.py",
        "tests/games/test_taken_back_after.py",
        ("    for one in reversed(taken):\n", "    for one in taken:\n"),
    ),
)
KEPT = (
    *in_file(
        "games/archive/keeping.py",
        "tests/faults/test_deal_races.py",
        ("Deal.objects.select_for_update(no_key=True).get(pk=locked.deal_id)", "pass"),
    ),
    *in_file(
        "games/archive/comments.py",
        "tests/games/archive/test_comments.py::test_who_is_muted_off_or_apart",
        ("exclude(hushed(viewer)).exclude(player__in=relations.apart(viewer))", "exclude(hushed(viewer))"),
    ),
    *in_file(
        "games/daily/counting.py",
        "tests/games/daily/test_days.py::test_a_result_is_counted_once",
        ("return made.total is None and _count(daily, made)", "return _count(daily, made)"),
    ),
    *in_file(
        "games/feats/counting.py",
        "tests/games/feats/test_counting.py::test_who_is_looked_at_once_more_is_on_boards_once_or_not_at_all",
        (".filter(player=player).exclude(listed=listed)", ".filter(player=player)"),
    ),
    *in_file(
        "games/standings/keeping.py",
        "tests/games/feats/test_standings.py::test_what_somebody_had_gained_before_starting_anew_is_no_gain",
        ("restarted is not None and restarted >= before[0]:", "False:"),
        ("restarted is not None and restarted >= before[0]:", "restarted is not None:"),
    ),
    *in_file(
        "games/coach/reviews.py",
        "tests/games/coach/test_reviews.py::test_a_match_that_went_on_is_reviewed_anew",
        (
            "known = Review.objects.filter(match=match, ended_at=match.ended_at)",
            "known = Review.objects.filter(match=match)",
        ),
    ),
)
SAID = (
    *in_file(
        "accounts/talk/__init__.py",
        "tests/accounts/test_talk.py",
        ('mine = Q(thread__low=player, pk__gt=F("thread__low_gone"))', "mine = Q(thread__low=player)"),
    ),
    *in_file(
        "accounts/moderation/__init__.py",
        "tests/accounts/test_moderation.py::test_whose_reports_were_decided_may_report_again",
        ("by.reports.filter(decided_at=None).count()", "by.reports.count()"),
    ),
    *in_file(
        "accounts/forum/staffing.py",
        "tests/accounts/forum/test_staffing.py"
        "::test_a_hidden_thread_that_is_moved_counts_only_once_it_is_restored",
        ("    if not topic.hidden:\n", "    if topic.board_id:\n"),
    ),
    *in_file(
        "ladders/ladder/refereeing.py",
        "tests/ladders/test_refereeing.py",
        ("min(removal.rung, ladder.size + 1)", "min(removal.rung, ladder.size)"),
    ),
)
COUNTED = (
    *in_file(
        "ladders/clubs/membership.py",
        "tests/ladders/test_clubs.py::test_the_door_is_not_crowded",
        ("filter(player=player, invited=False).count()", "filter(player=player).count()"),
    ),
    *in_file(
        "ladders/clubs/founding.py",
        "tests/ladders/test_clubs.py::test_a_club_is_founded_under_a_name_that_nobody_has",
        ("player.clubs.filter(role=ClubMember.Role.FOUNDER).count()", "player.clubs.count()"),
    ),
    *in_file(
        "ladders/clubs/roles.py",
        "tests/ladders/test_clubs.py::test_the_founder_makes_officers_and_hands_the_club_on",
        ("club.members.filter(role=Role.OFFICER).count()", "club.members.count()"),
    ),
    *in_file(
        "accounts/forum/writing.py",
        "tests/accounts/forum/test_staffing.py tests/accounts/forum/test_writing.py",
        ("    elif not topic.hidden:\n", "    else:\n"),
    ),
)
"""Limits that count only what is open, one's own, or of the kind."""
AFRESH = (*PLAYED, *KEPT, *SAID, *COUNTED)
