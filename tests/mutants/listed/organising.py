"""Who leads an event, decides in it, is asked, seated and written to."""

from __future__ import annotations

from tests.mutants import in_file

GAMES = "tests/games/test_admin.py"
CONSENT = "tests/ladders/test_consent.py"
IMPARTIAL = "tests/ladders/test_impartial.py"
ORGANISE = "tests/ladders/views/test_organise.py"

DECIDING = (
    *in_file(
        "ladders/impartial.py",
        f"{IMPARTIAL}::test_nobody_asks_themselves_in_or_gives_themselves_a_seat",
        ('if what == "invite" and by in given["players"]:', "if False:"),
    ),
    *in_file(
        "ladders/impartial.py",
        IMPARTIAL,
        ('frozenset({"pause", "resume", "end", "finish", "cancel"})', 'frozenset({"finish", "cancel"})'),
    ),
    *in_file(
        "games/admin.py",
        f"{GAMES} {IMPARTIAL}",
        (
            "near = any(import_string(name)(player, match.pk) for name in settings.MATCH_CONCERNS)",
            "near = False",
        ),
    ),
    *in_file(
        "ladders/events/leaders.py",
        f"{ORGANISE} tests/ladders/views/test_event.py",
        (
            "(event.organiser_id == player.pk and may_organise(player, event.club))",
            "may_organise(player, event.club)",
        ),
        (
            "(event.organiser_id == player.pk and may_organise(player, event.club))",
            "event.organiser_id == player.pk",
        ),
    ),
    *in_file(
        "ladders/events/leading.py",
        f"{ORGANISE} tests/ladders/views/test_event.py",
        ("(not decision.staff or leaders.is_staff(player))", "True"),
    ),
)

AT_ONCE = (
    *in_file(  # two directors set the same player at once
        "ladders/events/arranging.py",
        "tests/faults/test_event_races.py::test_nobody_is_set_twice_for_a_round_by_two_directors_at_once",
        (
            "    event = log.lock(event_id)\n    if one.pk == other.pk:\n",
            "    event = Event.objects.get(pk=event_id)\n    if one.pk == other.pk:\n",
        ),
        (
            "    event = log.lock(event_id)\n    number = _free(event, [entry])\n",
            "    event = Event.objects.get(pk=event_id)\n    number = _free(event, [entry])\n",
        ),
    ),
)

SET_BY_HAND = (
    *in_file(  # one bye costs another
        "ladders/events/arranging.py",
        "tests/ladders/test_arranging.py::test_a_bye_is_given_only_where_the_field_is_odd",
        ("    if (_inside(event).count() - byes) % 2 == 0:\n", "    if False:\n"),
        ("    if (_inside(event).count() - byes) % 2 == 0:\n", "    if _inside(event).count() % 2 == 0:\n"),
    ),
    *in_file(
        "ladders/formats/swiss.py",
        "tests/ladders/test_arranging.py::test_a_bye_is_given_only_where_the_field_is_odd",
        ("        found.remove(byes[-1])\n", "        pass\n"),
    ),
    *in_file(  # and nobody says what became of it
        "ladders/events/rounds.py",
        "tests/ladders/test_arranging.py",
        ("        _note_not_kept(event, state, new, places)\n", ""),
    ),
)

ASKED = (
    *in_file(
        "ladders/events/entries.py",
        f"{CONSENT}::test_an_organiser_asks_nobody_who_is_apart",
        ("    if by is not None:\n        eligibility.must_be_on_terms(by, players)\n", ""),
    ),
    *in_file(
        "ladders/events/teams.py",
        f"{CONSENT}::test_an_organiser_asks_nobody_who_is_apart",
        ("    eligibility.must_be_on_terms(captain, others)\n", ""),
    ),
    *in_file(
        "ladders/events/teams.py",
        f"{CONSENT}::test_nobody_joins_a_captain_who_is_apart_by_now",
        ("        eligibility.must_be_on_terms(team.captain, [player])\n", "        pass\n"),
    ),
    *in_file(
        "ladders/events/entries.py",
        f"{CONSENT}::test_champions_are_asked_and_not_seated",
        (
            '"status": Entry.Status.INVITED, "confirmed": False',
            '"status": Entry.Status.IN, "confirmed": True',
        ),
    ),
    *in_file(
        "ladders/events/substituting.py",
        f"{CONSENT}::test_an_organiser_asks_nobody_who_is_apart",
        ("    if not relations.may_invite(by, player) and by.pk != player.pk:\n", "    if False:\n"),
    ),
    *in_file(
        "ladders/events/eligibility.py",
        f"{CONSENT}::test_nobody_is_asked_who_could_not_come",
        ("        lobby.must_be_free(players)\n", "        pass\n"),
    ),
    *in_file(  # who could not come is asked, or given a place
        "ladders/events/co_leading.py",
        "tests/ladders/test_co_leading.py::test_who_cannot_be_named",
        (" or player.suspended", ""),
    ),
    *in_file(
        "ladders/events/champions.py",
        "tests/ladders/test_teams.py::test_whom_the_staff_keep_away_is_no_champion_unless_in_already",
        ('    no.update(away.exclude(pk__in=inside).values_list("pk", flat=True))\n', ""),
        ("away.exclude(pk__in=inside)", "away"),
    ),
    *in_file(
        "ladders/events/entries.py",
        "tests/ladders/test_lifecycle.py::test_a_free_place_goes_to_who_waited_longest_of_those_who_can_come",
        (".exclude(away)", ""),
    ),
    *in_file(
        "ladders/events/eligibility.py",
        "tests/ladders/test_lifecycle.py::test_a_free_place_goes_to_who_waited_longest_of_those_who_can_come",
        (' | Q(**{f"{of}barred_until__gt": now})', ""),
    ),
    *in_file(
        "ladders/events/offences.py",
        f"{CONSENT}::test_an_appeal_goes_to_the_staff_and_not_to_who_is_apart",
        (", *relations.apart(player)", ""),
    ),
)
