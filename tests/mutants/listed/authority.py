"""Authority and sanctions that hold."""

from __future__ import annotations

from tests.mutants import in_file

AUTHORITY = "tests/accounts/test_authority.py"
GUESSING = "tests/accounts/test_guessing.py"
REMEMBERED = "tests/accounts/test_remembered.py"
FACTOR = "tests/accounts/views/test_second_factor.py"
IMPARTIAL = "tests/ladders/test_impartial.py"

AUTHORITIES = (
    *in_file(
        "accounts/moderation/remembered.py",
        REMEMBERED,
        ('    local = local.partition("+")[0] or local\n', ""),
        ("*settings.SECRET_KEY_FALLBACKS", ""),
        ("lifted_at=None, until__gt=timezone.now()", "until__gt=timezone.now()"),
        ("own = Q(primary=True) | Q(verified=True)", "own = Q()"),
    ),
    *in_file(
        "accounts/leaving.py",
        f"{REMEMBERED} tests/accounts/test_leaving.py",
        ("    remembered.keep(player)\n", ""),
        ("admins.must_leave_another(player)", "pass"),
    ),
    *in_file(
        "accounts/admins.py",
        AUTHORITY,
        (".select_for_update(no_key=True)", ""),
        ("let_in, is_superuser=True, is_staff=True, is_active=True", "is_superuser=True"),
    ),
    *in_file(
        "accounts/moderation/__init__.py",
        (f"{AUTHORITY}::test_no_decision_is_taken_about_administrators_about_colleagues_or_about_oneself"),
        ("if now.is_superuser:", "if False:"),
        ("if now.is_staff and not staff.is_superuser:", "if False:"),
    ),
    *in_file(
        "ladders/impartial.py",
        IMPARTIAL,
        ("elif what in ABOUT_ENTRIES:", "elif False:"),
        ("elif what in ABOUT_MATCHES:", "elif False:"),
        ('if what == "substitute" and given["player"] == by:', "if False:"),
        ("team__members__accepted=True)\n    inside", "team__members__accepted=False)\n    inside"),
    ),
    *in_file(
        "ladders/impartial.py",
        f"{IMPARTIAL}::test_a_match_that_one_still_plays_is_ones_own_though_the_entry_is_out",
        ("by.pk in fixture.players or fixture", "fixture"),
    ),
    *in_file(
        "accounts/guessing.py",
        GUESSING,
        ("    if there is None:\n        return None\n", ""),
        ("    return devices.known(request, owner)", '    return ""'),
    ),
    *in_file(
        "accounts/guessing.py",
        f"{GUESSING}::test_an_unknown_browser_waits_minutes_and_is_not_locked",
        ("        here.rollback()\n", ""),
    ),
    *in_file(
        "accounts/devices.py",
        f"{GUESSING}::test_a_browser_is_known_for_its_own_account_and_password",
        ("{secret}|{player.pk}|{player.password}", "{secret}"),
    ),
    *in_file(
        "accounts/middleware.py",
        FACTOR,
        ("if for_staff and request.user.is_authenticated and request.user.unguarded:", "if False:"),
    ),
)
