"""In and on: two fields, a passkey, a name, back where one came from, a match at one tap."""

from __future__ import annotations

from tests.mutants import in_file

SIGNUP = "tests/accounts/views/test_signup.py"
BY_PASSKEY = "tests/accounts/views/test_signup_passkey.py"
ENUMERATION = "tests/accounts/views/test_enumeration.py"
NAME = "tests/accounts/views/test_name.py"
NEW = "tests/games/views/test_new.py"
SETTINGS = "tests/site/test_settings.py"

IN = (
    *in_file(
        "accounts/forms.py",
        f"{SIGNUP} {ENUMERATION}",
        ('if "@" in typed or _must_confirm():', 'if "@" in typed:'),
        (
            "            if not isinstance(error.__cause__, UniqueViolation):\n                raise\n",
            "            raise\n",
        ),
        (
            "        if zone in available_timezones():\n            player",
            "        if True:\n            player",
        ),
        ("            if not _must_confirm():\n                raise\n", "            raise\n"),
    ),
    *in_file(
        "accounts/forms.py",
        BY_PASSKEY,
        (' or not _stands_alone(key.cleaned_data["credential"])', ""),
        ('"passwordless": "on"}', '"name": "on"}'),
    ),
    *in_file(
        "accounts/doors.py",
        BY_PASSKEY,
        ("user.save(force_insert=True)", "user.save()"),
        ('        user.pk = getattr(form, "number", None)\n', ""),
    ),
    *in_file(
        "accounts/views/door.py",
        BY_PASSKEY,
        ("require_POST(SignUpByPasskey.as_view())", "SignUpByPasskey.as_view()"),
    ),
    *in_file(
        "accounts/views/access.py",
        BY_PASSKEY,
        ("player.has_usable_password() or keys.exclude(pk=pk).exists()", "True"),
        (" or keys.exclude(pk=pk).exists()", ""),
        ("player.has_usable_password() or ", ""),
    ),
    *in_file(
        "accounts/views/door.py",
        SIGNUP,
        (" and not back.startswith(NOWHERE)", ""),
        (' and back != "/"', ""),
        (" and REDIRECT_FIELD_NAME not in request.GET", ""),
    ),
    *in_file(
        "accounts/naming.py",
        f"{NAME} {SIGNUP}",
        ("filter(pk=player.pk, name_given=True)", "filter(pk=player.pk)"),
        ("looking=looks, name_given=False)", "looking=looks)"),
        ("_taken(name) or ", ""),
    ),
    *in_file(
        "boatzee_site/settings.py",
        SETTINGS,
        ("if not (SITE_NAME.isprintable() and 0 < len(SITE_NAME) <= 30):", "if not SITE_NAME.isprintable():"),
        ("if not (SITE_NAME.isprintable() and 0 <", "if not (0 <"),
    ),
)

ON = (
    *in_file(
        "games/forms/new.py",
        NEW,
        ('elif cleaned["whom"] == "named" and not self.named:', "elif False:"),
        ('        elif cleaned["whom"] == "alone":\n            self.named = []\n', ""),
    ),
    *in_file(
        "games/views/new.py",
        NEW,
        ("if kept.get(name) in all_ else first", "if name in kept else first"),
        ('    if chosen["whom"] == "alone" and RULES[chosen["code"]].min_players > 1:', "    if False:"),
        ('    if request.GET.get("game") in RULES:', '    if "game" in request.GET:'),
    ),
)
