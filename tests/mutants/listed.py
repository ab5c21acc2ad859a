"""The mutants, by what they guard: a file, the tests that notice, what stands there and becomes what."""

from __future__ import annotations

from collections.abc import Iterator

from tests.mutants import Mutant


def in_file(file: str, tests: str, *changes: tuple[str, str]) -> Iterator[Mutant]:
    """Mutants of one file, all noticed by the same tests."""
    for old, new in changes:
        yield Mutant(file, old, new, tests)


OUTBOX = "tests/accounts/test_outbox.py"
FOLLOWED = "tests/faults/test_followed_up.py"
LOCKS = "tests/faults/test_lock_order.py"
TELLING = "tests/games/test_telling.py"
SENDING = "tests/accounts/test_sending.py tests/accounts/test_notices.py"
POST = "tests/accounts/test_post.py"
LINES = "tests/accounts/test_single_line.py"
SPENDING = "tests/accounts/test_spending.py"
BUDGETS = "tests/site/test_budgets.py tests/games/test_lobby.py"
STREAMS = "tests/site/test_stream_budget.py tests/site/test_events.py"
PICTURES = "tests/accounts/test_pictures.py"
REMEMBERED = "tests/accounts/test_remembered.py"
GUESSING = "tests/accounts/test_guessing.py"
AUTHORITY = "tests/accounts/test_authority.py"
MODERATION = "tests/accounts/test_moderation.py tests/accounts/test_admin.py"
IMPARTIAL = "tests/ladders/test_impartial.py"
TAKEOVER = "tests/accounts/views/test_takeover.py"
FACTOR = "tests/accounts/views/test_second_factor.py"

# What follows from a move, and never undoes it
FOLLOW_UP = (
    *in_file(
        "accounts/notices/__init__.py", FOLLOWED, ("told.update(settled_at=timezone.now())", "told.delete()")
    ),
    *in_file(
        "accounts/outbox.py",
        OUTBOX,
        ("pg_advisory_xact_lock(", "pg_try_advisory_xact_lock("),
        (".exclude(done__contains=[step])", ""),
        ("@transaction.atomic\n", ""),
        ("given_up_at=now if errand.created_at < now - PATIENCE else None", "given_up_at=None"),
        ("tries=errand.tries + 1", "tries=errand.tries"),
    ),
    *in_file(
        "games/telling.py",
        TELLING,
        ('f"turn-{match.pk}-{seat.since}"', 'f"turn-{match.pk}"'),
        ('if not seat.to_move or seat.since != facts["since"]:', "if not seat.to_move:"),
        ("if not who.to_move or who.deadline is None or", "if who.deadline is None or"),
    ),
    *in_file(
        "games/automatch.py",
        LOCKS,
        ('    Wish.objects.select_for_update(of=("self",)).filter(player=player).first()\n', ""),
    ),
    *in_file("games/lobby.py", LOCKS, ("select_for_update(no_key=True)", "select_for_update()")),
)

# Deliveries that one player cannot stop for all
DELIVERIES = (
    *in_file(
        "accounts/notices/address.py",
        POST,
        ("(found not in OUTSIDE_6 or found.scope_id is not None)", "(found.scope_id is not None)"),
        ("found.is_global and not found.is_multicast and not refused", "found.is_global and not refused"),
        (
            "found.is_global and not found.is_multicast and not refused",
            "found.is_global and not found.is_multicast",
        ),
        ('if "@" in parts.netloc:', 'if "@" in parts.path:'),
        ('if port == 0 or parts.netloc.endswith(":"):', 'if parts.netloc.endswith(":"):'),
        ("return named and not labels[-1][0].isdigit()", "return named"),
    ),
    *in_file(
        "accounts/notices/post.py", POST, ("not all(address.public(one)", "not any(address.public(one)")
    ),
    *in_file(
        "accounts/notices/send.py",
        SENDING,
        ("due=now + LEASE, tries=F", "tries=F"),
        ('tries=F("tries") + 1', 'tries=F("tries")'),
        ("if delivery.notice is not None and delivery.notice.settled_at is not None:", "if False:"),
        ("elif delivery.tries > MOST_TRIES[Way(delivery.way)]:", "elif False:"),
        ("while tried < MOST and time", "while time"),
        (".exclude(lane__in=self.served)", ""),
        ("why=ways.reason(error), detail=ways.detail(error)[:300], content={}\n", "why=ways.reason(error)\n"),
    ),
    *in_file(
        "accounts/notices/spread.py",
        SENDING,
        ("if notice.settled_at is None]", "]"),
        ("dropped_at=None)", ")"),
    ),
    *in_file(
        "accounts/notices/hook.py",
        SENDING,
        ("if hook is None or hook.off_at is not None:", "if hook is None:"),
        ('"allowed_mentions": {"parse": []}', '"allowed_mentions": {}'),
        ("running.filter(fails__gte=OFF_AFTER)", "running.none()"),
    ),
    *in_file(
        "accounts/single_line.py",
        LINES,
        ('"Cc", "Zl"', '"Zl"'),
        (" or _TURNING.match(letter) is not None", ""),
    ),
)

# A budget for every visitor
VISITORS = (
    *in_file(
        "accounts/spending.py",
        SPENDING,
        ("< %(most)s\n", "<= %(most)s\n"),
        ("until = clock_timestamp() + %(window)s\nWHERE", "until = clock_timestamp()\nWHERE"),
    ),
    *in_file(
        "accounts/visitors.py",
        "tests/accounts/test_visitors.py",
        ("hops[-count] if", "hops[0] if"),
        ("if found.ipv4_mapped:", "if False:"),
    ),
    *in_file("games/live.py", STREAMS, (", max_age=limits.TOKEN_LASTS", "")),
    *in_file(
        "boatzee_site/asgi.py",
        STREAMS,
        (
            'if leave.bound not in {visitors.bound("", address), visitors.bound(session, address)}:',
            "if False:",
        ),
        ("    if place is None:\n", "    if False:\n"),
        ("await asyncio.shield(self._places.give_back(self._place))", "await asyncio.sleep(0)"),
    ),
    *in_file(
        "accounts/pictures.py",
        PICTURES,
        ("(PICTURE_PIXELS if shrinks else PICTURE_PIXELS_WHOLE)", "PICTURE_PIXELS"),
    ),
    *in_file(
        "boatzee_site/budgets.py",
        "tests/site/test_budgets.py",
        ("except spending.TooOften", "except KeyError"),
    ),
    *in_file("games/lobby.py", BUDGETS, ("limits.OPEN_BETWEEN", "999")),
)

# Authority and sanctions that hold
AUTHORITIES = (
    *in_file(
        "accounts/remembered.py",
        REMEMBERED,
        ('local = local.partition("+")[0] or local\n', ""),
        ("*settings.SECRET_KEY_FALLBACKS", ""),
        ("lifted_at=None, until__gt=timezone.now()", "until__gt=timezone.now()"),
        ("own = Q(primary=True) | Q(verified=True)", "own = Q()"),
    ),
    *in_file("accounts/leaving.py", REMEMBERED, ("    remembered.keep(player)\n", "")),
    *in_file(
        "accounts/leaving.py",
        f"{AUTHORITY} tests/accounts/test_leaving.py",
        ("admins.must_leave_another(player)", "pass"),
    ),
    *in_file(
        "accounts/admins.py",
        AUTHORITY,
        (".select_for_update(no_key=True)", ""),
        ("let_in, is_superuser=True, is_staff=True, is_active=True", "is_superuser=True"),
    ),
    *in_file(
        "accounts/moderation.py",
        MODERATION,
        ("if now.is_superuser:", "if False:"),
        ("if now.is_staff and not staff.is_superuser:", "if False:"),
    ),
    *in_file(
        "ladders/impartial.py",
        IMPARTIAL,
        ("elif what in ABOUT_ENTRIES:", "elif False:"),
        ('elif what == "adjudicate":', "elif False:"),
        ("by.pk in fixture.players or fixture", "fixture"),
        ('if what == "substitute" and given["player"] == by:', "if False:"),
        ("team__members__accepted=True)\n    inside", "team__members__accepted=False)\n    inside"),
    ),
    *in_file(
        "accounts/guessing.py",
        GUESSING,
        ("    if there is None:\n        return None\n", ""),
        ("        here.rollback()\n", ""),
        ("    return devices.known(request, owner)", '    return ""'),
    ),
    *in_file(
        "accounts/devices.py",
        f"{TAKEOVER} {GUESSING}",
        ("{cookie}|{player.pk}|{player.password}", "{cookie}"),
    ),
    *in_file(
        "accounts/middleware.py",
        FACTOR,
        ("if for_staff and request.user.is_authenticated and request.user.unguarded:", "if False:"),
    ),
)

MUTANTS: tuple[Mutant, ...] = (*FOLLOW_UP, *DELIVERIES, *VISITORS, *AUTHORITIES)
