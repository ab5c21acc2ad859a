"""Faults that events once had, put back: each is found by a little of the season, or by a test of its own."""

from __future__ import annotations

from tests.mutants import in_file

SEASON = "tests/ladders/stateful/test_stateful.py"
ENGINE = "tests/ladders/test_engine.py"
ABSENCE = "tests/ladders/test_absence.py"
ENDS = "tests/ladders/test_ending.py"
TEAMS = "tests/ladders/test_teams.py"

ENDING = (
    *in_file(  # who is level rolls once, and never again
        "ladders/formats/roll_off.py",
        f"{ENGINE}::test_a_level_roll_off_is_rolled_again",
        ("        if lacking:\n", "        if lacking and place == 0:\n"),
    ),
    *in_file(  # a tie that both missed gets another match, and another
        "ladders/formats/ties.py",
        f"tests/ladders/formats {SEASON}",
        ("        if missed:\n", "        if len(missed) == 1:\n"),
    ),
    *in_file(  # nobody hears of an event that stands still
        "ladders/events/engine.py",
        f"{ENGINE}::test_an_event_that_waits_for_nothing_is_found_and_told_of",
        ('        raise Stalled(_("Nothing of it is open, and it is not over."))', "        return"),
    ),
    *in_file(  # a match that is taken back leaves its round open
        "ladders/events/results.py",
        f"tests/ladders/test_mending.py {SEASON}",
        (
            "        fixture.match_id, fixture.deadline, fixture.waits = None, None, True\n",
            "        return\n",
        ),
    ),
    *in_file(  # who withdrew sits on
        "ladders/events/engine.py",
        f"{ENGINE} {SEASON}",
        ("        play.act(locked, locked.seats[index], RulesMove(Kind.RESIGN))\n", "        pass\n"),
    ),
    *in_file(  # a bracket goes back behind what was played of it
        "ladders/events/following.py",
        "tests/ladders/test_mending.py -k bye",
        (
            "reduce(or_, (Q(round=round_, pairing=number) for round_, number in hang), next_legs | last)",
            "next_legs | last",
        ),
    ),
    *in_file(  # a result that the worker gave up is told of nightly, and not to who leads the event
        "ladders/events/engine.py",
        "tests/ladders/test_given_up.py",
        (
            '        raise ResultLost(said % {"number": lost.subject, "why": lost.error})',
            "        return",
        ),
        ('        | Exists(fixtures.filter(match_id__in=results.lost().values("subject")))\n', ""),
    ),
)

ALONE = (
    *in_file(  # after an outage a round is closed before the clock has had its say
        "ladders/events/engine.py",
        "tests/ladders/test_restored.py",
        ("        clocks.extend_after_outage()\n", "        pass\n"),
    ),
    *in_file(  # what fails in one event stops all that come after
        "ladders/events/engine.py",
        f"{ENGINE} {SEASON}",
        ("        _in_trouble(event_id, error)\n        return False\n", "        raise\n"),
    ),
    *in_file(  # what fails in one match stops those of its round
        "ladders/events/beginning.py",
        f"{ENGINE}::test_one_match_that_cannot_begin_holds_up_no_other",
        ("            wrong.append(error)\n", "            raise\n"),
    ),
    *in_file(  # all matches of a round in one transaction
        "ladders/events/beginning.py",
        f"{ENGINE}::test_a_worker_killed_between_two_matches_has_begun_each_once",
        ("def begin_waiting(", "@transaction.atomic\ndef begin_waiting("),
    ),
    *in_file(  # division=0 is found out by whoever divides by it
        "ladders/events/lifecycle.py",
        ENGINE,
        ("    agreed.check_settings(form, table.settings_of(event), rules.max_players, entrants)\n", ""),
    ),
    *in_file(  # a match is begun, and nobody has written for what
        "ladders/events/beginning.py",
        f"{ENGINE} {SEASON}",
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
        f"{ABSENCE} {SEASON}",
        (" and seat not in result.absent", ""),
    ),
    *in_file(  # an open split card is not absence
        "ladders/absence.py",
        f"{ABSENCE} {SEASON}",
        ("        return left | open_cards, late\n", "        return left, late\n"),
    ),
    *in_file(  # the page says one deadline, the clock another
        "ladders/events/beginning.py",
        f"{ABSENCE} {SEASON}",
        ("    return play.start(match.pk, until=until)\n", "    return play.start(match.pk)\n"),
    ),
    *in_file(  # a cheat who is found in the review keeps the rank
        "ladders/events/rounds.py",
        f"tests/ladders/test_lifecycle.py {SEASON}",
        ("            rewrite(section)\n", "            pass\n"),
    ),
    *in_file(  # an outage moves clocks, and no rounds
        "ladders/receivers.py",
        f"{ABSENCE} {SEASON}",
        ('    rounds.update(deadline=F("deadline") + more)\n', ""),
    ),
)

LEAVING = (
    *in_file(  # the fourth of a champions' league may not decline
        "ladders/events/champions.py",
        TEAMS,
        ("    except champions.TooFew as few:\n", "    except ZeroDivisionError as few:\n"),
    ),
    *in_file(  # nobody comes instead of a champion whom the director takes out
        "ladders/events/champions.py",
        f"{TEAMS}::test_whom_the_director_takes_out_is_replaced_like_who_declines",
        ("    if event.status == Event.Status.OPEN:\n        _ask_next(event)\n", ""),
    ),
    *in_file(  # too few who wait for a place wait on
        "ladders/events/teams.py",
        f"{TEAMS}::test_two_who_wait_for_a_place_and_of_whom_one_leaves_wait_no_more",
        (
            "entries.can_leave(event).filter(team=team)",
            "entries.can_leave(event).filter(team=team, status=Entry.Status.IN)",
        ),
    ),
    *in_file(  # one member's leaving withdraws the team
        "ladders/events/teams.py",
        f"{TEAMS} {SEASON}",
        (
            "        if entry is not None and len(stay) < table.fewest_members(event):\n",
            "        if entry is not None:\n",
        ),
    ),
    *in_file(  # an account cannot be closed while its event ends
        "ladders/leaving.py",
        f"{ENDS}::test_an_account_closes_though_its_event_ends_meanwhile",
        (
            "        with suppress(MayNotEnter):\n            if entry.event.source_id",
            "        with suppress(ZeroDivisionError):\n            if entry.event.source_id",
        ),
    ),
    *in_file(  # an account cannot be closed while an event of its player ends, or its rung goes
        "ladders/leaving.py",
        "tests/faults/test_event_races.py",
        ("        with suppress(climbing.MayNot):", "        with suppress(ZeroDivisionError):"),
        (
            "        with suppress(MayNotEnter):  # it may be over by now\n",
            "        with suppress(ZeroDivisionError):\n",
        ),
    ),
    *in_file(  # an event that goes on is over without a word
        "ladders/events/announcing.py",
        "tests/ladders/test_announcing.py::test_that_it_is_over_is_told_once_for_each_end",
        (
            "    if lines:\n        row.told = lines[-1].pk\n",
            "    if False:\n        row.told = lines[-1].pk\n",
        ),
    ),
    *in_file(  # who had withdrawn is put back with who is cleared
        "ladders/events/offences.py",
        f"{ENDS}::test_who_had_withdrawn_before_stays_out_when_cleared",
        ("    if entry.put_out and log.can_play(entry):\n", "    if was_out and log.can_play(entry):\n"),
    ),
    *in_file(  # a team of one plays on
        "ladders/events/log.py",
        f"{ENDS}::test_a_team_of_one_is_not_put_back",
        ("table.fewest_members(entry.event) if entry.team_id is not None else 1", "1"),
    ),
    *in_file(  # who was put out in the review plays when it goes on
        "ladders/events/following.py",
        f"{ENDS}::test_who_was_disqualified_in_the_review_is_out_when_it_goes_on",
        ("still.filter(disqualified=True)", "still.filter(pk=0)"),
    ),
)

ENDING_EARLY = (
    *in_file(  # a corrected result begins anew what was ended
        "ladders/events/following.py",
        f"{ENDS}::test_what_was_ended_early_does_not_go_on",
        ("        if early or _played_out(event, section):\n", "        if _played_out(event, section):\n"),
    ),
    *in_file(
        "ladders/events/following.py",
        f"{ENDS}::test_an_arena_that_was_ended_early_does_not_go_on_and_one_whose_time_was_over_does",
        ("    if ended_early(event, fixture):\n", "    if False:\n"),
    ),
    *in_file(  # an event whose last result is on its way cannot be ended, or loses it
        "ladders/events/deciding.py",
        f"{ENDS}::test_what_was_over_when_an_event_was_ended_counts_though_its_result_was_on_its_way",
        (
            "        if match.status == Match.Status.RUNNING:\n            staff.void",
            "        if True:\n            staff.void",
        ),
        ("        if match.status != Match.Status.FINISHED:\n", "        if True:\n"),
    ),
    *in_file(  # an arena that was ended goes on
        "ladders/events/following.py",
        f"{ENDS}::test_an_arena_that_was_ended_early_does_not_go_on_and_one_whose_time_was_over_does",
        ("        return fixture.section.ends_at == event.ended_at\n", "        return False\n"),
        ("        return fixture.section.ends_at == event.ended_at\n", "        return True\n"),
    ),
    *in_file(  # an arena in which all rest is a fault
        "ladders/events/engine.py",
        "tests/ladders/test_arena.py::test_an_arena_where_all_rest_waits_for_somebody_and_is_no_fault",
        ("over=False, stale=False, wakes_at=None)", "over=False, stale=False)"),
    ),
    *in_file(  # somebody is cleared in the review, and nobody said that nothing is played for it
        "ladders/events/foreseeing.py",
        "tests/ladders/views/test_desk_event.py::test_what_clearing_changes_is_said_before_it_is_done",
        ("    if entry.event.status == Event.Status.REVIEW:\n", "    if False:\n"),
    ),
    *in_file(  # an arena that rested for an hour lasts for days
        "ladders/events/deciding.py",
        "tests/ladders/test_arena_decided.py::test_a_pause_that_ends_early_gives_back_what_is_left_of_it",
        ("        postponing.give_back(event, timezone.now())\n", "        pass\n"),
    ),
    *in_file(
        "ladders/events/postponing.py",
        "tests/ladders/test_arena_decided.py::test_a_pause_that_ends_early_gives_back_what_is_left_of_it",
        ("    clocks.extend(matches, -left, after=until)\n", "    clocks.extend(matches, -left)\n"),
        ("    clocks.extend(matches, -left, after=until)\n", ""),
        ('    open_.update(deadline=F("deadline") - left)\n', ""),
    ),
    *in_file(  # a match of which all were told is heard of no more
        "ladders/events/beginning.py",
        "tests/ladders/test_arena_decided.py",
        ("        if row.players:\n", "        if False:\n"),
        ("        if row.players:\n", "        if True:\n"),
    ),
    *in_file(  # a match goes on for which nobody waits
        "ladders/events/following.py",
        f"{ENDS}::test_nothing_is_played_again_of_which_too_few_are_in",
        (
            "    if table.as_fixture(section, fixture).key not in wanted:\n",
            "    if not wanted and section.over is None:\n",
        ),
    ),
    *in_file(  # trouble stays where nothing is to be done
        "ladders/events/engine.py",
        f"{ENDS}::test_trouble_goes_when_an_event_is_ended",
        (" | reviewed | troubled)", " | reviewed)"),
    ),
    *in_file(  # a division that stands still is not seen while another plays
        "ladders/events/engine.py",
        f"{ENDS}::test_a_division_that_stands_still_beside_others_that_do_not",
        (
            '        raise Stalled(said % {"number": section.number, "what": found.value})\n',
            "        pass\n",
        ),
    ),
    *in_file(  # a look at how an empty event would begin is an error
        "ladders/events/seeding.py",
        f"{ENDS}::test_nobody_is_paired_where_too_few_are_confirmed",
        ("        if len(entries) < max(event.fewest, form.FEWEST):\n", "        if False:\n"),
    ),
    *in_file(  # a tie is played that decides nothing any more, beside an event that is over
        "ladders/formats/bracket.py",
        "tests/ladders/formats/test_knockout.py",
        (" and (key in wanted or key not in followed):", ":"),
    ),
    *in_file(  # the tie after the final is forgotten when the final is corrected, or never laid
        "ladders/formats/double.py",
        "tests/ladders/formats/test_double.py",
        ("    if again.legs or upset:\n", "    if upset:\n"),
        ("    if again.legs or upset:\n", "    if again.legs:\n"),
        ("    if again.legs or upset:\n", "    if True:\n"),
        ("    if again.legs and not upset:", "    if False:"),
        ("@once\n", ""),
    ),
    *in_file(  # who has fallen stands above the unbeaten
        "ladders/formats/double.py",
        "tests/ladders/formats/test_double.py",
        ("            last[one] += rounds(len(event.entrants), event.settings)\n", "            pass\n"),
    ),
    *in_file(  # a match of a ladder is settled nowhere
        "ladders/events/results.py",
        "tests/ladders/test_climbing.py",
        ("    if match.ladder is not None:\n", "    if False:\n"),
    ),
    *in_file(  # holidays in matches of ladders are not counted
        "games/match/timeouts.py",
        "tests/games/test_holiday.py",
        ("ladder=ladder or None, span", "ladder=None, span"),
    ),
    *in_file(  # matches of ladders are casual
        "games/models/match.py",
        "tests/ladders/test_naming.py",
        ("self.event is not None or self.ladder is not None", "self.event is not None"),
    ),
)
