"""Here and there, in every room: chosen without a look at the other lists, to see what those had left out."""

from __future__ import annotations

from tests.mutants import Mutant, in_file

CARDS = (
    *in_file(
        "games/rules/cards/boatzee.py",
        "tests/games/rules/test_boatzee.py",
        ("card.columns[column][row] == 50 and", "card.columns[column][row] is not None and"),
    ),
    *in_file(
        "games/rules/cards/scorecard.py",
        "tests/games/rules/test_scorecard_leaving.py tests/games/rules/test_scorecard.py"
        " tests/games/rules/test_boatzee.py",
        ("self.boxes[row].most * self.weights[column], row", "self.boxes[row].most, row"),
    ),
)
RACES = (
    *in_file(
        "games/rules/ten_thousand/turn.py",
        "tests/games/rules/test_dice10000_alternative.py tests/games/rules/test_dice10000_play.py"
        " tests/games/rules/test_dice10000.py",
        ("return replace(state, hand=(), hand_points=0)", "return replace(state, hand_points=0)"),
    ),
    *in_file(
        "games/rules/pig/turn.py",
        "tests/games/rules/test_pig.py tests/games/rules/test_pig_play.py",
        ("roll=dice, late=put(state.late, state.seat, value=False))", "roll=dice)"),
    ),
)
PLAYED = (
    *in_file(
        "games/match/play.py",
        "tests/games/test_watching.py tests/games/test_unseen.py",
        ("rules.hidden(state, None) or watching.is_unwatched(seats)", "rules.hidden(state, None)"),
    ),
    *in_file(
        "games/match/play.py",
        "tests/accounts/test_leaving.py tests/accounts/views/test_close.py tests/games/test_play.py",
        ("status__in=[Match.Status.RUNNING, Match.Status.INVITING]", "status__in=[Match.Status.RUNNING]"),
    ),
    *in_file(
        "games/match/play.py",
        "tests/games/test_orders.py tests/games/test_notices.py",
        ("by = None if ordered or wanted.kind", "by = None if wanted.kind"),
    ),
    *in_file(
        "games/match/locked.py",
        "tests/games/test_watching.py tests/games/test_unseen.py",
        (
            "return locked.match.apart or watching.is_unwatched(locked.seats)",
            "return locked.match.apart",
        ),
    ),
    *in_file(
        "games/match/folding.py",
        "tests/faults/test_folding.py tests/games/test_folding.py",
        (
            "matches.select_for_update(no_key=True, skip_locked=True)",
            "matches.select_for_update(no_key=True)",
        ),
    ),
)
CLOCKED = (
    *in_file(
        "games/match/clocks.py",
        "tests/games/test_clocks.py tests/games/test_timeouts.py tests/games/views/test_claim.py",
        (
            "late.deadline = timezone.now() + clock.GRACE",
            "late.deadline = (late.deadline or timezone.now()) + clock.GRACE",
        ),
        (
            'rows.filter(**{f"{moment}__gt": pulse.at}).update(',
            'rows.filter(**{f"{moment}__isnull": False}).update(',
        ),
    ),
    *in_file(
        "games/match/deadlines.py",
        "tests/games/test_clocks.py tests/games/test_holiday.py tests/games/test_timeouts.py",
        ("unused = left(now, seat.deadline, seat.calendar)", "unused = seat.deadline - now"),
    ),
)
SEEN = (
    *in_file(
        "games/match/watching.py",
        "tests/games/test_watching.py",
        ("CASE WHEN u.hide_rating THEN NULL ELSE r.mean END AS mean", "r.mean AS mean"),
    ),
    *in_file(
        "accounts/people/finding.py",
        "tests/accounts/views/test_people.py",
        ("User.objects.filter(shown, last_seen__gte", "User.objects.filter(last_seen__gte"),
    ),
    *in_file(
        "accounts/talk/__init__.py",
        "tests/accounts/test_talk.py tests/accounts/views/test_talk.py",
        ('thread__high=player, pk__gt=F("thread__high_gone")', "thread__high=player"),
    ),
)
ALLOWED = (
    *in_file(
        "ladders/events/offences.py",
        "tests/accounts/test_muted.py tests/ladders/test_impartial.py tests/ladders/test_mending.py",
        ('player, "" if player.muted else entry.appeal)', "player, entry.appeal)"),
    ),
    *in_file(
        "ladders/ladder/climbing.py",
        "tests/ladders/test_refereeing.py tests/ladders/test_climbing.py",
        (
            "(removal.until is None or removal.until > now)",
            "removal.until is not None and removal.until > now",
        ),
    ),
    *in_file(
        "ladders/ladder/climbing.py",
        "tests/ladders/test_climbing.py tests/ladders/formats/test_ladder.py",
        (
            "Q(challenger=me, defender__in=others) | Q(defender=me, challenger__in=others)",
            "Q(challenger=me, defender__in=others)",
        ),
    ),
    *in_file(
        "accounts/moderation/remembered.py",
        "tests/accounts/test_remembered.py",
        ('standing.order_by("until")', 'standing.order_by("-until")'),
    ),
    *in_file(
        "accounts/forms.py",
        "tests/accounts/test_remembered.py tests/accounts/views/test_signup.py",
        ('            moderation.carry_over(player, self.cleaned_data["email"])\n', ""),
    ),
    *in_file(
        "games/seats/lobby.py",
        "tests/games/test_lobby.py tests/site/test_budgets.py tests/games/test_waiting_room.py"
        " tests/faults/test_locks.py",
        ("waiting[other.pk] >= limits.OPEN_BETWEEN", "waiting[other.pk] > limits.OPEN_BETWEEN"),
        ("User.objects.select_for_update(no_key=True).get(", "User.objects.get("),
    ),
)
POOLED = (
    *in_file(
        "dicepool/retire.py",
        "tests/dicepool/test_retire.py",
        ("if used_up and draws_are_settled():", "if used_up:"),
    ),
    *in_file(
        "dicepool/openings.py",
        "tests/dicepool/test_keeper.py tests/dicepool/test_keeper_attacked.py",
        ("f.number IS DISTINCT FROM o.number", "f.number <> o.number"),
    ),
)
ORGANISED = (
    *in_file(
        "ladders/formats/swiss.py",
        "tests/ladders/formats/test_swiss.py",
        ("if fixture.bye or void & set(fixture.seats)", "if fixture.bye"),
    ),
    *in_file(
        "ladders/formats/arena_pairing.py",
        "tests/ladders/formats/test_arena.py tests/ladders/test_arena.py",
        ("(one.lead, one.began, -one.line)", "(one.lead, one.began, one.line)"),
    ),
    *in_file(
        "ladders/events/deadlines.py",
        "tests/ladders/test_rounds.py tests/ladders/test_ending.py tests/ladders/test_absence.py",
        ("player__in=players, event=event.pk, until__gt=now", "player__in=players, until__gt=now"),
    ),
    *in_file(
        "ladders/events/entries.py",
        "tests/ladders/test_lifecycle.py tests/ladders/test_going.py tests/ladders/test_teams.py",
        ('.exclude(away).order_by("entered_at")', '.exclude(away).order_by("-entered_at")'),
    ),
)
TOLD = (
    *in_file(
        "games/match/notices.py",
        "tests/games/test_notices.py",
        ("_start_topic(match), _turn_topic", "_turn_topic"),
        ("_turn_topic(match), _late_topic", "_late_topic"),
        (", _late_topic(match))", ")"),
    ),
    *in_file(
        "ladders/ladder/settling.py",
        "tests/ladders/test_settling.py tests/ladders/test_refereeing.py",
        ("    notices.begins_anew(ladder, found, [challenger, defender])\n", ""),
    ),
)
THIRTY: tuple[Mutant, ...] = (
    *(*CARDS, *RACES, *PLAYED, *CLOCKED),
    *(*SEEN, *ALLOWED, *POOLED, *ORGANISED, *TOLD),
)
