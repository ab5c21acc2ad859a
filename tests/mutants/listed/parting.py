"""Who was only asked, who has left since, who goes last: what they may still do, what the others get."""

from __future__ import annotations

from tests.mutants import in_file

TEAMS = "tests/ladders/test_teams.py"
ROUNDS = "tests/ladders/test_rounds.py"
SEEKS = "tests/games/test_seeks_for_some.py"

PARTING = (
    *in_file(
        "ladders/events/teams.py",
        TEAMS,
        (
            "accepted=False).exists() or members.count() < min(team_format.MEMBERS):",
            "accepted=False).exists():",
        ),
        ("    if said_no:\n        _enter_if_all_have_agreed(event, team)\n    elif", "    if"),
        (
            "_go_on_before_the_start(event, team, said_no=said_no)",
            "_go_on_before_the_start(event, team, said_no=True)",
        ),
        (
            "accepted=True).exists() and not event.entries.filter(team=team).exists():",
            "accepted=True).exists():",
        ),
        ("elif not team.members.filter(accepted=True).exists() and not", "elif not"),
    ),
    *in_file(
        "ladders/events/teams.py",
        "tests/ladders/test_going.py",
        ("    if event is None or team is None:", "    if event is None:"),
    ),
    *in_file(
        "ladders/events/offences.py",
        TEAMS,
        ("Q(team__members__player=player, team__members__accepted=True)", "Q(team__members__player=player)"),
    ),
    *in_file(
        "ladders/events/entries.py",
        TEAMS,
        (
            "entries.filter(team__members__player=player, team__members__accepted=True)",
            "entries.filter(team__members__player=player)",
        ),
    ),
    *in_file(
        "ladders/events/teams.py",
        TEAMS,
        (
            "filter(event=event_id, members__player=player, members__accepted=True)",
            "filter(event=event_id, members__player=player)",
        ),
    ),
    *in_file(
        "ladders/events/entries.py",
        "tests/ladders/test_going.py",
        ("found.filter(status=Entry.Status.IN).first() or found.first()", "found.first()"),
        (
            "    found = can_leave(log.lock(event_id)).filter(",
            "    found = log.lock(event_id).entries.filter(",
        ),
    ),
    *in_file(
        "ladders/events/postponing.py",
        ROUNDS,
        ("        if len(asked) > 1:", "        if asked:"),
        (
            "for section, number in rounds.items()] if event.format in ALONE else [rounds]",
            "for section, number in rounds.items()][:0] or [rounds]",
        ),
    ),
    *in_file("ladders/events/engine.py", ROUNDS, ("_end, _postpone, _play", "_end, _play")),
    *in_file(
        "ladders/events/substituting.py",
        "tests/ladders/test_substitutes.py",
        (
            "filter(player=player, status=Entry.Status.WAITING).delete()",
            "filter(status=Entry.Status.WAITING).delete()",
        ),
    ),
    *in_file(
        "accounts/models/user.py",
        "tests/ladders/test_substitutes.py",
        (
            "self.barred_until is not None and self.barred_until > timezone.now()",
            "self.barred_until is not None",
        ),
    ),
    *in_file(
        "ladders/events/co_leading.py",
        "tests/ladders/test_co_leading.py",
        ("filter(player=player, accepted=False).delete()", "filter(player=player).delete()"),
        ("filter(player=player, accepted=True).delete()", "filter(player=player).delete()"),
        ("filter(player=player, accepted=False).update", "filter(player=player).update"),
        ("event.directors.count() >= MOST", "event.directors.filter(accepted=True).count() >= MOST"),
    ),
    *in_file(
        "games/seats/waiting.py",
        SEEKS,
        ("maker__holiday__until__gt=now", "maker__holiday__until__isnull=False"),
        ("Q(maker__last_seen=None) | ", ""),
        ("expires_at__lte=now", "expires_at__lt=now"),
    ),
    *in_file(
        "games/match/timeouts.py",
        "tests/games/test_timeouts.py",
        (
            "first.get(seat.player_id or 0, now) < seat.deadline",
            "first.get(seat.player_id or 0, now) <= seat.deadline",
        ),
    ),
    *in_file(
        "accounts/moderation/__init__.py",
        "tests/accounts/test_moderation.py",
        ("filter(pk=on.pk, decided_at=None).update", "filter(pk=on.pk).update"),
    ),
    *in_file(
        "accounts/notices/views.py",
        "tests/accounts/views/test_notices.py",
        ("user=player, primary=True, verified=True", "user=player, verified=True"),
    ),
)
