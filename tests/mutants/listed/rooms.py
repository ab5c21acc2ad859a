"""Guards of all rooms, chosen by reading through them with the other lists out of sight."""

from __future__ import annotations

from tests.mutants import Mutant, in_file

RELATIONS = "tests/accounts/test_relations.py"
SENDING = "tests/accounts/test_notices.py tests/accounts/test_sending.py tests/accounts/test_sending_posts.py"
WAITING = "tests/games/test_waiting_room.py"
FOR_SOME = "tests/games/test_seeks_for_some.py"
LEAGUES = "tests/ladders/formats/test_league.py tests/ladders/formats/test_counted.py"
AGREED = "tests/ladders/test_agreeing.py"
REFEREES = "tests/ladders/test_refereeing.py tests/ladders/test_climbing.py"

PEOPLE = (
    *in_file(
        "accounts/guests.py",
        "tests/games/views/test_practice.py",
        ("User.objects.filter(guest=True, last_seen__lt=", "User.objects.filter(last_seen__lt="),
    ),
    *in_file(
        "accounts/people/relations.py",
        RELATIONS,
        ("other__in=keys, kind=Relation.Kind.IGNORED)", "other__in=keys)"),
        (".exclude(other=other).count() >= MOST", ".count() >= MOST"),
    ),
    *in_file(
        "accounts/notices/spread.py",
        SENDING,
        ("player__in=players, dropped_at=None", "player__in=players"),
        ("primary=True, verified=True)", "primary=True)"),
        ("hour >= begin or hour < end", "hour >= begin and hour < end"),
    ),
    *in_file(
        "accounts/notices/mail.py",
        "tests/accounts/test_sending_mail.py",
        ("if codes and all(", "if codes and any("),
    ),
    Mutant(
        "accounts/once.py",
        'f"{request.user.pk}\\n{request.get_full_path()}',
        'f"{request.get_full_path()}',
        "tests/site/test_once.py",
        "a token of CSRF is of one sign-in; said twice, so that nothing hangs on it",
    ),
    *in_file(
        "accounts/middleware.py",
        "tests/accounts/test_not_kept.py",
        ("if before or request.user.is_authenticated:", "if request.user.is_authenticated:"),
    ),
    *in_file(
        "accounts/views/export.py",
        "tests/accounts/views/test_export.py",
        ('request.resolver_match.url_name != "export"', "False"),
    ),
    *in_file(
        "accounts/export.py",
        "tests/accounts/views/test_export.py",
        ("Report.objects.filter(by=player)", "Report.objects.filter(about=player)"),
    ),
    *in_file(
        "accounts/talk/__init__.py",
        "tests/accounts/test_talk.py tests/accounts/views/test_talk.py",
        ("thread__high=self.high, pk__gt=gone)", "thread__high=self.high)"),
    ),
)

MATCHES = (
    *in_file("games/seats/waiting.py", FOR_SOME, (" | Q(maker__holiday__until__gt=now)", "")),
    *in_file(
        "games/seats/queries.py",
        f"{WAITING} tests/games/views/test_waiting.py",
        ("(one.token = '' AND {FITS})", "({FITS})"),
    ),
    *in_file(
        "games/seats/queries.py",
        FOR_SOME,
        ("own.mean <= one.highest", "own.mean < one.highest"),
    ),
    *in_file(
        "games/seats/handover.py",
        "tests/ladders/test_substitutes.py",
        (" or seat is None or seated:", " or seat is None:"),
    ),
    *in_file(
        "games/match/staff.py",
        "tests/ladders/test_mending.py",
        (
            '_give(match, reason)\n    _unrate(match)\n    match.save(update_fields=["adj',
            '_give(match, reason)\n    match.save(update_fields=["adj',
        ),
    ),
    *in_file(
        "games/match/ranking.py",
        "tests/games/test_ranking.py",
        ("if row.restarted_at is not None and row.restarted_at >= point.at:", "if False:"),
    ),
    *in_file(
        "games/match/careers.py",
        "tests/accounts/test_talk.py",
        ("mine.filter(match__seats__index=1).exists()", "mine.exists()"),
    ),
    *in_file(
        "games/used_sets.py",
        "tests/games/test_record.py tests/games/test_record_random.py",
        (
            "if len({*self._serials, *serials}) != len(self._serials) + len(serials):",
            "if self._serials & set(serials):",
        ),
    ),
    *in_file(
        "games/clock/calendar.py",
        "tests/games/test_clock.py",
        ("passed > timedelta(0)", "passed >= timedelta(0)"),
    ),
    *in_file("games/typed.py", "tests/games/test_typed.py", ("    if len(found) == 1:\n", "    if found:\n")),
)

ORGANISED = (
    *in_file(
        "ladders/formats/league.py",
        LEAGUES,
        (" - Fraction(places.count(score.place) - 1, 2)", ""),
        ("and not entrant.disqualified and end", "and end"),
    ),
    *in_file(
        "ladders/formats/champions.py",
        "tests/ladders/formats/test_champions.py",
        ("if row.rank is not None and row.entrant not in cannot", "if row.entrant not in cannot"),
    ),
    *in_file("ladders/events/agreeing.py", AGREED, ("if not asked or not all(", "if not all(")),
    *in_file("ladders/events/wishes.py", AGREED, ("{want or event.matches for", "{want for")),
    *in_file(
        "ladders/absence.py",
        "tests/ladders/test_absence.py",
        ("total if seat not in absent else 0)", "total)"),
    ),
    *in_file(
        "ladders/events/preparing.py",
        "tests/accounts/test_muted.py tests/ladders/views/test_desk_event.py",
        (" and member.pk != by.pk", ""),
    ),
    *in_file(
        "ladders/events/postponing.py",
        "tests/ladders/test_rounds.py",
        ("entry__withdrawn_at=None, entry__disqualified=False", "entry__disqualified=False"),
    ),
    *in_file(
        "ladders/ladder/refereeing.py",
        REFEREES,
        ("    ladder.removals.filter(player=player).delete()\n", ""),
    ),
    *in_file(
        "ladders/ladder/climbing.py",
        REFEREES,
        ("(removal.until is None or removal.until > now)", "(removal.until and removal.until > now)"),
    ),
)

BELOW = (
    *in_file(
        "dicepool/stock.py",
        "tests/dicepool/test_refill.py tests/dicepool/test_days.py",
        ("c.at + 1)", "c.at)"),
    ),
    *in_file(
        "dicepool/epochs.py", "tests/dicepool/test_epochs.py", ("(kept.mark, kept.last)", "(kept.mark,)")
    ),
    *in_file(
        "boatzee_site/headers.py", "tests/accounts/test_not_kept.py", ("    response.cookies.clear()\n", "")
    ),
    *in_file(
        "accounts/whence.py",
        "tests/site/test_errors.py",
        (
            'not parts.path.startswith("/") or parts.path.startswith(("//", "/\\\\"))',
            'not parts.path.startswith("/")',
        ),
    ),
)
