"""What holds at a table, in an event, between players and in what is told: made by eyes new to the list."""

from __future__ import annotations

from tests.mutants import in_file

PLAY = "tests/games/test_play.py"
HELD = "tests/games/test_held.py"
TIMEOUTS = "tests/games/test_clocks.py"
FORMATS = "tests/ladders/formats"
ARENA = "tests/ladders/test_arena.py"

PLAYED = (
    *in_file(
        "games/match/play.py",
        f"{HELD} {PLAY} tests/games/test_lobby.py",
        ("    if version != now:", "    if version > now:"),
        ('        raise MatchOver(_("This match has begun already."))\n', "        pass\n"),
    ),
    *in_file(
        "games/match/deadlines.py",
        TIMEOUTS,
        ("if to_move and not seat.to_move and not alone:", "if to_move and not seat.to_move:"),
    ),
    *in_file(
        "games/match/deadlines.py",
        f"{HELD} {TIMEOUTS} {PLAY}",
        (" and seat.player and not seat.player.robot:", " and seat.player:"),
        ("unused = left(now, seat.deadline, seat.calendar)", "unused = now - now"),
    ),
    *in_file(
        "games/views/replay.py",
        "tests/games/views/test_replay.py::test_the_box_filled_last_is_marked_until_the_next_is_filled",
        ("    last |= {turn.seat: turn for turn in past if turn.box}", "    #"),
    ),
    *in_file(
        "games/match/locked.py",
        "tests/games/test_unseen.py tests/games/numbers/test_end.py",
        ("    if match.over:\n        sets.throw_away(seats)\n", ""),
    ),
    *in_file(
        "games/match/locked.py",
        ARENA,
        (" and len(locked.seats) > 1 and match.clock != clock.LIVE", " and len(locked.seats) > 1"),
    ),
    *in_file(
        "games/match/clocks.py",
        TIMEOUTS,
        ("    extend_after_outage()\n    expire(match_id)\n", "    expire(match_id)\n"),
        ("late.deadline = timezone.now() + clock.GRACE", "late.deadline = timezone.now()"),
    ),
    *in_file(
        "games/match/unseen.py",
        "tests/games/test_unseen.py tests/site/test_stream.py",
        (
            "return [seat for seat in seats if mover not in rules.hidden(state, seat.index)]",
            "return list(seats)",
        ),
    ),
    *in_file(
        "games/seats/lobby.py",
        "tests/games/test_lobby.py tests/games/test_automatch.py tests/site/test_budgets.py",
        ("if others and relations.any_apart(players):", "if False:"),
        ("    must_be_free(others)\n    asked", "    asked"),
        ("rated=rated and len(players) > 1", "rated=rated"),
        (">= limits.OPEN_BETWEEN", "> limits.OPEN_BETWEEN"),
    ),
)

APART = (
    *in_file(
        "accounts/people/relations.py",
        "tests/accounts/test_relations.py",
        ("set(mine.union(theirs, all=True))", "set(mine)"),
        ("return player.pk != other.pk and not any_apart", "return not any_apart"),
    ),
    *in_file(
        "ladders/impartial.py",
        "tests/ladders/test_impartial.py",
        ('        if own and given.get("whole_round"):\n            raise Concerned(ELSE)\n', ""),
        ("return player.pk in fixture.players or fixture", "return fixture"),
    ),
    *in_file(
        "accounts/moderation/__init__.py",
        "tests/accounts/test_moderation.py",
        ("(until is None or until <= timezone.now())", "until is None"),
    ),
)

LAID = (
    *in_file(
        "ladders/formats/arena_pairing.py",
        f"{FORMATS}/test_arena.py",
        ("key=lambda one: (one.lead, one.began, -one.line)", "key=lambda one: (one.lead, -one.line)"),
        ("key=lambda one: one.since, reverse=True)", "key=lambda one: one.since)"),
    ),
    *in_file(
        "ladders/formats/round_robin.py",
        f"{FORMATS}/test_round_robin.py",
        ("if row // count % 2 == 0 else reversed(range(count))", "if True else reversed(range(count))"),
        ("                busy.update(seats)\n", ""),
    ),
    *in_file(
        "ladders/formats/score_tournament.py",
        f"{FORMATS}/test_score_tournament.py",
        ("row.points >= event.settings.target", "row.points > event.settings.target"),
        ("ranked=entrant.left_at is None", "ranked=True"),
    ),
    *in_file(
        "ladders/events/rounds.py",
        "tests/ladders/test_going.py::test_who_is_back_plays_what_was_left_out_meanwhile",
        ("        section.fixtures.filter(pk__in=again).update(waits=True)\n", "        pass\n"),
    ),
    *in_file(
        "ladders/events/rounds.py",
        "tests/ladders/test_rounds.py::test_a_pause_extends_rounds_and_clocks",
        ("new = () if paused(event) else form.next_fixtures(state)", "new = form.next_fixtures(state)"),
    ),
    *in_file(
        "ladders/events/rounds.py",
        "tests/ladders/test_going.py",
        (
            "    if section.over and not event.sections.filter(stage=event.stage, over=False).exists():\n",
            "    if section.over:\n",
        ),
    ),
    *in_file(
        "ladders/events/eligibility.py",
        ARENA,
        ("soon < section.ends_at and not full", "soon < section.ends_at"),
    ),
    *in_file(
        "ladders/events/entries.py",
        "tests/ladders/test_counted_once.py",
        ("    if table.form_of(event).TEAMS:\n", "    if False:\n"),
    ),
)

TOLD = (
    *in_file(
        "accounts/notices/__init__.py",
        "tests/accounts/test_notices.py",
        ("player.is_active and not player.robot", "player.is_active"),
        ("player is not None and player.is_active and", "player is not None and"),
    ),
    *in_file(
        "accounts/notices/spread.py",
        "tests/accounts/test_sending.py",
        (' and (notice.kind != "staff" or way not in MAILS)', ' and notice.kind != "staff"'),
    ),
    *in_file(
        "accounts/spending.py", "tests/accounts/test_spending.py", ("            _take_back(counted)\n", "")
    ),
    *in_file(
        "accounts/limits.py",
        "tests/accounts/test_held.py",
        ("found.supporters if player.supporter else found.everybody", "found.everybody"),
    ),
)
