"""Drawn by lot over all that the site is made of, with what stands beside those that nobody had noticed."""

from __future__ import annotations

from tests.mutants import in_file

SORTED = "tests/games/views/test_sorting.py"
GONE = "tests/games/test_notices.py::test_news_of_a_match_that_is_gone_is_forgotten"

CHOOSING = (
    *in_file(
        "ladders/ladder/forms.py",
        "tests/ladders/test_choices.py",
        ("SHOWN = 200", "SHOWN = 2"),
        ('open_now.order_by("at")[:SHOWN]', 'open_now.order_by("-at")[:SHOWN]'),
        ('open_now.order_by("at")[:SHOWN]', 'open_now.order_by("at")'),
        ('"defender").filter(over_at=None)', '"defender")'),
        ('.order_by("at")[:SHOWN]\n        cold', '.order_by("-at")[:SHOWN]\n        cold'),
        ('.order_by("at")[:SHOWN]\n        cold', '.order_by("at")\n        cold'),
        ('.order_by("frozen_at")', '.order_by("-frozen_at")'),
        ("for rung in cold[:SHOWN]:", "for rung in cold:"),
        ('is_active=True, robot="", guest', 'robot="", guest'),
        ('robot="", guest=False', "guest=False"),
        ('robot="", guest=False', 'robot=""'),
    ),
    *in_file(
        "games/forms/listing.py",
        f"{SORTED}::test_who_chose_so_that_nothing_is_left_can_choose_otherwise",
        ("bool(self.game or self.opponents)", "bool(self.game)"),
        ("bool(self.game or self.opponents)", "bool(self.opponents)"),
    ),
    *in_file(
        "games/seats/waiting.py",
        "tests/games/test_waiting_room.py::test_open_matches_count_toward_the_most",
        ("    lobby.must_have_room(maker)\n", ""),
        ("    lobby.must_have_room(player)\n", ""),
    ),
)
EVENTS = (
    *in_file(
        "ladders/events/decisions.py",
        "tests/ladders/views/test_desk_event.py::test_champions_are_made_of_a_league_and_not_once_more",
        ('event.format not in {"champions", *BETWEEN_CLUBS}', "True"),
    ),
    *in_file(
        "ladders/events/teams.py",
        "tests/ladders/test_teams.py::test_who_is_left_alone_in_a_team_that_has_withdrawn_may_leave_it_too",
        ("entries.can_leave(event).filter(team=team)", "event.entries.filter(team=team)"),
    ),
    *in_file(
        "ladders/formats/arena.py",
        "tests/ladders/formats/test_arena.py",
        ("since = max(one.since for one in couple)", "since = min(one.since for one in couple)"),
        ("event.now < since + PATIENCE", "event.now <= since + PATIENCE"),
    ),
    *in_file(
        "ladders/ladder/notices.py",
        "tests/ladders/test_settling.py::test_that_it_begins_anew_is_told_every_time",
        ('f"replay-{challenge.first}-{challenge.second}"', 'f"replay-{challenge.pk}"'),
        ('f"replay-{challenge.first}-{challenge.second}"', 'f"replay-{challenge.first}"'),
    ),
)
TOLD = (
    *in_file(
        "games/match/notices.py",
        GONE,
        ("    if match is None:  # a guest's, and the guest is gone\n        return\n", ""),
    ),
    *in_file(
        "games/coach/reviews.py",
        GONE,
        ("match is None or match.ended_at", "match.ended_at"),
    ),
    *in_file(
        "games/tables/base.py",
        "tests/games/test_families.py -k comes_first",
        ("(index != viewer, index)", "(index != viewer, -index)"),
        ("(index != viewer, index)", "index"),
    ),
    *in_file(
        "games/tables/ten_thousand.py",
        "tests/games/views/test_review_words.py -k how_often",
        ("move.kind is not Kind.ROLL or not move.keep", "move.kind is not Kind.ROLL"),
        ("move.kind is not Kind.ROLL or not move.keep", "not move.keep"),
    ),
    *in_file(
        "accounts/notices/spread.py",
        "tests/accounts/test_sending.py -k among_many",
        ('filter(spread=False).order_by("pk").values_list', 'order_by("pk").values_list'),
    ),
    *in_file(
        "boatzee_site/status.py",
        "tests/site/test_status.py::test_a_service_is_as_its_worst_part_is",
        ("for state in (DOWN, LATE, UP) if", "for state in (LATE, DOWN, UP) if"),
    ),
    *in_file(
        "games/match/careers.py",
        "tests/games/views/test_robots.py -k asked_for_one",
        ("filter(matches__gt=0, kind=Rating.Kind.DUEL)", "filter(kind=Rating.Kind.DUEL)"),
        ("filter(matches__gt=0, kind=Rating.Kind.DUEL)", "filter(matches__gt=0)"),
    ),
)
KEPT = (
    *in_file(
        "dicepool/management/commands/new_epoch.py",
        "tests/dicepool/test_epochs.py -k wants_a_yes",
        ("if not yes:", "if not yes and after is None:"),
        ("if not yes:", "if not yes and not tree:"),
    ),
    *in_file(
        "dicepool/keeper.py",
        "tests/dicepool/test_keeper.py -k answer_was_lost",
        ('ask("refill", wait=0, ', 'ask("refill", '),
    ),
    *in_file(
        "dicepool/keeper.py",
        "tests/dicepool/test_keeper.py -k forked",
        ("_line.socket is None or _line.of != of", "_line.socket is None"),
    ),
    *in_file(
        "dicepool/alarm.py",
        "tests/dicepool/test_operators.py -k admins_hear",
        ('logger.error("The files', 'logger.warning("The files'),
        ('logger.error("No dice', 'logger.warning("No dice'),
        ('logger.error(\n        "The log', 'logger.warning(\n        "The log'),
    ),
    *in_file(
        "static/verify_roll.py",
        "tests/dicepool/test_verifiers.py tests/dicepool/test_verified_files.py",
        ("        if not signs:\n", "        if not signs and not cosigns:\n"),
    ),
    *in_file(
        "accounts/live/stream.py",
        "tests/site/test_stream_tokens.py -k whom_it_was_made",
        (
            '{visitors.bound("", address), visitors.bound(session, address)}',
            "{visitors.bound(session, address)}",
        ),
        ('{visitors.bound("", address), visitors.bound(session, address)}', '{visitors.bound("", address)}'),
    ),
    *in_file(
        "games/management/commands/fold_matches.py",
        "tests/games/test_folding_by_hand.py",
        ("folding.fold_ripe(most=None)", "folding.fold_ripe()"),
    ),
    *in_file(
        "games/match/folding.py",
        "tests/games/test_folding_by_hand.py -k cannot_be_read",
        ("except (Damaged, Folded.DoesNotExist) as error", "except Damaged as error"),
        ("except (Damaged, Folded.DoesNotExist) as error", "except Folded.DoesNotExist as error"),
    ),
    *in_file(
        "ladders/formats/knockout.py",
        "tests/ladders/formats/test_knockout.py",
        ("unbeaten(event.entrants, ties) if runs else set()", "set()"),
    ),
    *in_file(
        "boatzee_site/local/services.py",
        "tests/site/test_services.py -k at_once",
        ("        fcntl.flock(turn, fcntl.LOCK_EX)\n", ""),
    ),
    *in_file(
        "boatzee_site/__init__.py",
        "tests/games/coach/test_building.py -k one_thread",
        ('"OPENBLAS_NUM_THREADS", "1"', '"OPENBLAS_NUM_THREADS", "2"'),
    ),
    *in_file(
        "games/match/staff.py",
        "tests/games/test_notices.py -k goes_on",
        ("    notices.forget_turns(match, seats)\n", ""),
    ),
    *in_file(
        "ladders/events/offences.py",
        "tests/ladders/test_deciding.py -k cleared",
        ('entry.put_out, entry.appeal = False, ""', "entry.put_out = False"),
    ),
    *in_file(
        "games/export.py",
        "tests/games/test_folding_by_hand.py -k archive",
        ("except Damaged as error", "except KeyError as error"),
    ),
    *in_file(
        "games/models/match.py",
        "tests/games/test_folding_by_hand.py",
        ('Match.objects.values_list("state", flat=True).get(pk=self.pk)', "None"),
    ),
    *in_file(
        "static/js/line.js",
        "tests/browser/test_line.py::test_a_step_of_a_replay_that_does_not_come_is_not_waited_for",
        ("AbortSignal.timeout(patience());\n    answer", "undefined;\n    answer"),
        ('error.name === "TimeoutError" ?', 'error.name === "AbortError" ?'),
    ),
    *in_file(
        "games/match/seen.py",
        "tests/games/views/test_resign.py -k asked",
        (" and plays_on(self.rules, self.state, self.index)", ""),
        ("self.index is not None and plays_on(self.rules, self.state, self.index)", "self.my_turn"),
    ),
)
LOTS = (*CHOOSING, *EVENTS, *TOLD, *KEPT)
