"""Rules with two sides, who was only asked, has left or comes again, and what falls on the very moment."""

from __future__ import annotations

from tests.mutants import Mutant, in_file

RULED = (
    *in_file(
        "games/rules/pig/turn.py",
        "tests/games/rules/test_pig.py",
        (
            "if seat == state.starter and _reached(state):",
            "if seat == state.starter and seat not in state.resigned and _reached(state):",
        ),
    ),
    *in_file(
        "games/rules/cards/scorecard.py",
        "tests/games/rules/test_scorecard_leaving.py",
        ("self.boxes[row].most * self.weights[column]", "self.boxes[row].most * self.shown_weight(column)"),
    ),
    *in_file(
        "games/rules/cards/scorecard.py",
        "tests/games/rules/test_scorecard.py",
        ("            timeouts = put(timeouts, seat, 0)\n", ""),
    ),
    *in_file(
        "ladders/formats/arena.py",
        "tests/ladders/formats/test_arena.py",
        ("sum(not one.resting for one in active(event)) == 2", "len(active(event)) == 2"),
    ),
    *in_file(
        "ladders/formats/ties.py",
        "tests/ladders/formats/test_knockout_ties.py tests/ladders/formats/test_double.py",
        ("if result.at <= until and not result.for_nobody)", "if result.at <= until)"),
        ("{one for one in left if left[one] == first}", "set(left)"),
    ),
)
TIMED = (
    *in_file(
        "games/clock/calendar.py",
        "tests/games/test_clock.py tests/games/test_holiday.py",
        ("return self if weekend is None else", "return self if not weekend else"),
    ),
    *in_file(
        "games/match/clocks.py",
        "tests/games/test_clocks.py::test_an_outage_moves_the_end_of_the_opponent_s_choice",
        ("Q(deadline__gt=pulse.at) | Q(due__gt=pulse.at)", "Q(deadline__gt=pulse.at)"),
    ),
    *in_file(
        "games/match/timeouts.py",
        "tests/games/test_timeouts.py",
        ("_move_all(late, max(seat.deadline for", "_move_all(late, min(seat.deadline for"),
    ),
    *in_file(
        "ladders/events/deadlines.py",
        "tests/ladders/test_rounds.py::test_the_holiday_of_who_is_not_to_move_holds_no_round_up",
        ("[seat.player_id for seat in seats if seat.to_move]", "[seat.player_id for seat in seats]"),
    ),
    *in_file(
        "ladders/events/mending.py",
        "tests/ladders/test_mending.py::test_what_goes_on_has_as_long_as_was_left_and_a_day_at_least",
        ("now + max(left, timedelta(days=1))", "now + left"),
        ("now + max(left, timedelta(days=1))", "now + timedelta(days=1)"),
    ),
    *in_file(
        "ladders/events/deciding.py",
        "tests/ladders/test_arena_decided.py",
        ("max(event.paused_until or timezone.now(), timezone.now()) + span", "timezone.now() + span"),
    ),
    *in_file(
        "dicepool/folding.py",
        "tests/dicepool/test_folding.py::test_what_is_not_ripe_stays",
        ("at__gte=midnight_after(day.date))", "at__gt=midnight_after(day.date))"),
    ),
    *in_file(
        "dicepool/stock.py",
        "tests/dicepool/test_days.py",
        ("found = found.filter(at__gte=since)", "found = found.filter(at__gt=since)"),
    ),
    *in_file(
        "games/match/folding.py",
        "tests/games/test_folding.py",
        (" & (Q(ended_at__gt=than.ended_at) | Q(pk__gt=than.pk))", " & Q(ended_at__gt=than.ended_at)"),
    ),
)
SEEN = (
    *in_file(
        "games/match/watching.py",
        "tests/games/test_watching.py",
        ("avg(coalesce(mean, $5::float8)) AS strength", "avg(mean) + 0 * $5::float8 AS strength"),
    ),
    *in_file(
        "games/seats/queries.py",
        "tests/games/test_seeks_for_some.py",
        ("IN (($1, there.id), (there.id, $1))", "IN ((there.id, $1), (there.id, $1))"),
    ),
    *in_file(
        "games/seats/queries.py",
        "tests/site/test_budgets.py -k TestInvitations",
        ("filter(match__seats__player=maker, match__seats__index=0)", "filter(match__seats__player=maker)"),
    ),
    *in_file(  # whom one calls a buddy oneself is asked as often as a friend
        "games/seats/queries.py",
        "tests/games/test_lobby.py",
        (
            "player__in=others, other=maker, kind=Relation.Kind.BUDDY)\n"
            '    return {*found, *buddies.values_list("player", flat=True)}',
            "player=maker, other__in=others, kind=Relation.Kind.BUDDY)\n"
            '    return {*found, *buddies.values_list("other", flat=True)}',
        ),
    ),
    *in_file(
        "games/seats/automatch.py",
        "tests/games/test_automatch.py",
        ("m.status IN ('inviting', 'running')", "m.status IN ('running')"),
    ),
    *in_file(
        "games/seats/lobby.py",
        "tests/games/views/test_rematch.py tests/games/views/test_ending.py",
        (
            "waits = again.status == Match.Status.INVITING and not mine.accepted",
            "waits = again.status == Match.Status.INVITING",
        ),
    ),
    *in_file(
        "games/match/notices.py",
        "tests/games/test_notices.py",
        ("or who.deadline is None or who.deadline > timezone.now():", "or who.deadline is None:"),
        ('f"over-{match.pk}-{match.ended_at}"', 'f"over-{match.pk}"'),
        (
            "for seat in seats if seat.accepted and seat.player_id != by],",
            "for seat in seats if seat.player_id != by],",
        ),
    ),
    *in_file(
        "games/match/notices.py",
        "tests/ladders/test_substitutes.py",
        (' == facts["player"] and not match.over:', ' == facts["player"]:'),
    ),
    *in_file(
        "games/coach/learning.py",
        "tests/games/views/test_lesson.py",
        ("found[slug] = max(found.get(slug, 0), steps)", "found[slug] = steps"),
    ),
    *in_file(
        "games/coach/hints.py",
        "tests/games/views/test_hint.py",
        ("COSTLY_POINTS * match.rules.columns if points", "COSTLY_POINTS if points"),
    ),
    *in_file(
        "games/puzzles/solving.py",
        "tests/games/puzzles/test_solving.py",
        ("made.mended or (right and not made.right)", "made.mended or right"),
    ),
)
IN_EVENTS = (
    *in_file(
        "ladders/events/co_leading.py",
        "tests/ladders/test_co_leading.py",
        ("others = [by] if event.organiser is None else [by, event.organiser]", "others = [by]"),
        (
            "others = [by] if event.organiser is None else [by, event.organiser]",
            "others = [by] if event.organiser is None else [event.organiser]",
        ),
    ),
    *in_file(
        "ladders/events/leaders.py",
        "tests/ladders/test_co_leading.py",
        ("event.directors.filter(accepted=True).values_list", "event.directors.values_list"),
    ),
    *in_file(
        "ladders/events/teams.py",
        "tests/ladders/test_teams.py",
        ("if one != member and one.accepted]", "if one != member]"),
    ),
    *in_file(
        "ladders/impartial.py",
        "tests/ladders/test_impartial.py",
        (
            "team__members__player=player, team__members__accepted=True)\n    i",
            "team__members__player=player)\n    i",
        ),
    ),
    *in_file(
        "ladders/events/postponing.py",
        "tests/ladders/test_rounds.py",
        ("    Place.objects.filter(section__in=sections).update(postpones=None)\n", ""),
        ("place.postpones != sections[place.section_id] for", "place.postpones is None for"),
    ),
    *in_file(
        "ladders/events/substituting.py",
        "tests/ladders/test_substitutes.py",
        ("entry.warned, entry.appeal = None, False,", "entry.warned, entry.appeal = None, entry.warned,"),
        ('entry.appeal = None, False, ""', "entry.appeal = None, False, entry.appeal"),
        ("filter(player=player).exclude(status=Entry.Status.WAITING)", "filter(player=player)"),
        ("    event.entries.filter(player=player, status=Entry.Status.WAITING).delete()\n", ""),
    ),
    *in_file(
        "ladders/events/notices.py",
        "tests/ladders/test_consent.py::test_who_is_asked_once_more_is_told_once_more"
        " tests/ladders/test_lifecycle.py::test_whoever_has_a_place_after_all_is_told_so_each_time"
        " tests/ladders/test_deciding.py::test_each_warning_is_told_and_each_time_that_one_is_taken_back",
        ('f"event-invitation-{event.pk}-{_now()}"', 'f"event-invitation-{event.pk}"'),
        ('f"place-{event.pk}-{_now()}"', 'f"place-{event.pk}"'),
        ('f"seat-{entry.pk}-{_now()}"', 'f"seat-{entry.pk}-"'),
        ('f"offence-{entry.pk}-{int(not out)}-{_now()}"', 'f"offence-{entry.pk}-{int(not out)}"'),
        ('f"cleared-{entry.pk}-{_now()}"', 'f"cleared-{entry.pk}"'),
    ),
    *in_file(
        "ladders/events/notices.py",
        "tests/ladders/test_substitutes.py",
        ('f"appeal-{entry.pk}-{_now()}"', 'f"appeal-{entry.pk}-"'),
    ),
    *in_file(
        "ladders/events/entries.py",
        "tests/ladders/test_consent.py",
        ("        if new or again:\n", "        if True:\n"),
        ("        if new or again:\n", "        if new:\n"),
    ),
    *in_file(
        "ladders/events/lifecycle.py",
        "tests/ladders/test_ending.py",
        (".filter(played__gt=0)", ""),
    ),
    *in_file(
        "ladders/events/entries.py",
        "tests/ladders/test_lifecycle.py",
        ('.exclude(away).order_by("entered_at")', '.exclude(away).order_by("pk")'),
    ),
    *in_file(
        "ladders/events/eligibility.py",
        "tests/ladders/views/test_arena.py",
        ("if entry is not None and entry.withdrawn_at is not None:", "if False:"),
    ),
    *in_file(
        "ladders/events/views/event.py",
        "tests/ladders/views/test_arena.py",
        ("(mine is None or mine.withdrawn_at is None) and", ""),
    ),
    *in_file(
        "ladders/events/offences.py",
        "tests/ladders/test_ending.py",
        (
            "if out and event.status == Event.Status.RUNNING and entry.withdrawn_at is None:",
            "if out and event.status == Event.Status.RUNNING:",
        ),
    ),
    *in_file(
        "ladders/ladder/climbing.py",
        "tests/ladders/test_climbing.py",
        ("found.cancelled_by = found.cancelled_by or player", "found.cancelled_by = player"),
    ),
)
AROUND = (
    *in_file(
        "dicepool/epochs.py",
        "tests/dicepool/test_epochs.py",
        ("last, begun, after or 0, *remembered", "last, 0 * begun, after or 0, *remembered"),
    ),
    *in_file(
        "accounts/notices/send.py",
        "tests/accounts/test_sending.py",
        (
            "delivery.tries > MOST_TRIES[Way(delivery.way)]:",
            "delivery.tries >= MOST_TRIES[Way(delivery.way)]:",
        ),
    ),
    *in_file(
        "accounts/live/places.py",
        "tests/site/test_stream_budget.py",
        ("if any(self._here[key] >= most for", "if all(self._here[key] >= most for"),
    ),
    *in_file(
        "accounts/live/hub.py",
        "tests/site/test_hub.py tests/site/test_ears.py",
        ("if channel in self._asked and not self._unanswered[channel]:", "if channel in self._asked:"),
    ),
    *in_file(
        "accounts/moderation/remembered.py",
        "tests/accounts/test_remembered.py",
        (
            "if not made and sanction.until is not None and trace.until < sanction.until:",
            "if not made and sanction.until is not None:",
        ),
        ("traces.filter(until__gt=until).update(until=until)", "traces.update(until=until)"),
    ),
    *in_file(
        "accounts/moderation/muting.py",
        "tests/accounts/test_muted.py",
        (" & ~Q(player=player)", ""),
    ),
    *in_file(
        "boatzee_site/backups/restoring.py",
        "tests/site/test_backups.py",
        ("if to and one.began_at > to), None)", "if to and one.ended_at > to), None)"),
    ),
    *in_file(
        "boatzee_site/backups/keeping.py",
        "tests/site/test_backups.py",
        ("for backup in chains[number]:", "for backup in chains[number][:1]:"),
    ),
    *in_file(
        "boatzee_site/heartbeats.py",
        "tests/site/test_heartbeats.py",
        ('update_fields=["beat_at", "told_at"],', 'update_fields=["beat_at"],'),
    ),
)
SIDES: tuple[Mutant, ...] = (*RULED, *TIMED, *SEEN, *IN_EVENTS, *AROUND)
