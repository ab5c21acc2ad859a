"""Coming in, and not being kept out of one's own account: guessing, browsers, factors, letters."""

from __future__ import annotations

from tests.mutants import in_file

GUESSING = "tests/accounts/test_guessing.py"
NOT_KEPT = "tests/accounts/test_not_kept.py"
ENUMERATION = "tests/accounts/views/test_enumeration.py"
PASSKEYS = "tests/accounts/views/test_passkeys.py"
FACTOR = "tests/accounts/views/test_second_factor.py"
TAKEOVER = "tests/accounts/views/test_takeover.py"

GUESSED = (
    *in_file(
        "accounts/guessing.py",
        (
            f"{GUESSING}::test_a_link_by_mail_opens_it_at_once_in_any_browser "
            f"{GUESSING}::test_who_has_read_their_own_mail_is_a_stranger_to_others"
        ),
        ("if request.session.get(PROVEN) == owner.pk:", "if False:"),
        ("if request.session.get(PROVEN) == owner.pk:", "if request.session.get(PROVEN):"),
        (
            "    if not request.user.is_authenticated:\n        request.session[PROVEN]",
            "    if False:\n        request.session[PROVEN]",
        ),
    ),
    *in_file(
        "accounts/guessing.py",
        f"{GUESSING}::test_by_name_and_by_address_it_is_one_account",
        ('        account = f"account|{owner.pk}"\n', '        account = f"typed|{credentials}"\n'),
        ("    if found is None and credentials", "    if False and credentials"),
    ),
    *in_file(
        "accounts/guessing.py",
        f"{GUESSING}::test_an_unknown_browser_waits_minutes_and_is_not_locked",
        ("        there.rollback()\n", ""),
    ),
    *in_file(
        "accounts/doors.py",
        f"{GUESSING}::test_one_address_is_bounded_over_all_accounts",
        ('            raise self.validation_error("too_many_login_attempts")', "            pass"),
    ),
    *in_file(
        "accounts/doors.py",
        f"{GUESSING}::test_a_link_by_mail_opens_it_at_once_in_any_browser",
        ("        guessing.believe(context.request, user)\n", ""),
    ),
    *in_file(
        "accounts/devices.py",
        f"{GUESSING}::test_a_browser_is_known_for_its_own_account_and_password",
        ("|{player.password}", ""),
    ),
    *in_file(
        "accounts/devices.py",
        f"{TAKEOVER}::test_a_sign_in_from_a_new_browser_is_told_once",
        ("if not familiar and not first:", "if not first:"),
        ("if not familiar and not first:", "if False:"),
    ),
    *in_file(
        "accounts/devices.py",
        f"{TAKEOVER}::test_the_first_sign_in_is_no_news",
        ("if not familiar and not first:", "if not familiar:"),
    ),
    *in_file(
        "accounts/devices.py",
        f"{TAKEOVER} -k browser",
        ("SEPARATOR.join([secret, *_secrets(request)][:FAMILY])", "secret"),
        ("[secret, *_secrets(request)][:FAMILY]", "[secret, *_secrets(request)]"),
        (".split(SEPARATOR)[:FAMILY]", ".split(SEPARATOR)[:1]"),
    ),
)

TOLD = (
    *in_file(
        "accounts/letters.py",
        f"{TAKEOVER}::test_the_old_address_hears_of_the_new_one",
        ("    to = to or address_of(player)\n", "    to = address_of(player)\n"),
    ),
    *in_file(
        "accounts/doors.py",
        f"{TAKEOVER}::test_the_old_address_hears_of_the_new_one",
        ('            to=email or "",\n', ""),
    ),
    *in_file(
        "accounts/views/access.py",
        f"{TAKEOVER}::test_an_address_that_was_never_confirmed_hears_of_it_too",
        ("    _keep_primary(player)\n", ""),
    ),
    *in_file(
        "boatzee_site/settings.py",
        f"{TAKEOVER}::test_it_holds_for_five_minutes",
        ("ACCOUNT_REAUTHENTICATION_TIMEOUT = 300", "ACCOUNT_REAUTHENTICATION_TIMEOUT = 3000"),
    ),
)

FACTORS = (
    *in_file(
        "accounts/models/user.py",
        f"{FACTOR}::test_without_it_they_have_no_rights_wherever_they_are_asked_for",
        ('FACTORS = ("totp", "webauthn")', 'FACTORS = ("totp", "webauthn", "recovery_codes")'),
        ("return not self.unguarded and super().has_perm(perm, obj)", "return super().has_perm(perm, obj)"),
    ),
    *in_file(
        "accounts/middleware.py",
        FACTOR,
        ('or hasattr(view, "asks_staff_for_factor")', "or False"),
    ),
    *in_file(
        "boatzee_site/settings.py",
        f"{PASSKEYS}::test_a_key_that_is_a_second_factor_only_does_not_stand_alone",
        ('    "login_webauthn": "accounts.forms_factor.LoginForm",\n', ""),
    ),
    *in_file(
        "accounts/forms_factor.py",
        f"{PASSKEYS}::test_a_challenge_for_a_second_factor_lets_nobody_in_without_the_first",
        ("not data.is_user_verified() or ", ""),
    ),
    *in_file(
        "accounts/forms_factor.py",
        f"{PASSKEYS}::test_a_key_that_is_a_second_factor_only_does_not_stand_alone",
        (" or authenticator.wrap().is_passwordless is False", ""),
    ),
)

PAGES = (
    *in_file(
        "accounts/middleware.py",
        NOT_KEPT,
        ('                response["Cache-Control"] = "no-store, private"\n', "                pass\n"),
    ),
    *in_file(
        "accounts/leaving.py",
        (
            f"{ENUMERATION}::test_the_account_that_a_stranger_began_can_do_nothing_and_goes "
            f"{ENUMERATION}::test_who_confirms_comes_in_and_stays "
            f"{ENUMERATION}::test_who_came_in_or_was_made_by_the_site_is_not_forgotten"
        ),
        ('if app_settings.EMAIL_VERIFICATION != "mandatory":', "if False:"),
        ("~Exists(addresses.filter(verified=True)), ", ""),
        ("        last_login=None,\n", ""),
        ("        is_staff=False,\n", ""),
        ('        date_joined__lt=timezone.now() - settings.KEPT["unconfirmed"],\n', ""),
    ),
)
