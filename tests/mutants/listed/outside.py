"""What goes to servers of others: how their addresses, keys and headers must be, and how long it may take."""

from __future__ import annotations

from tests.mutants import in_file

POST = "tests/accounts/test_post.py"
LINES = "tests/accounts/test_single_line.py"
WAYS = "tests/accounts/views/test_notices.py"

ADDRESSES = (
    *in_file(
        "accounts/notices/address.py",
        f"{WAYS}::test_what_cannot_be_is_refused",
        ("if not PRINTED.fullmatch(url):", "if False:"),
    ),
    *in_file(
        "accounts/notices/address.py",
        f"{WAYS}::test_what_cannot_be_is_refused {POST}",
        ('parts.hostname or "", parts.port\n', 'parts.hostname or "", None\n'),
        ('if port == 0 or parts.netloc.endswith(":"):', "if port == 0:"),
    ),
    *in_file(
        "accounts/notices/post.py",
        f"{POST}::test_who_is_slow_is_left_at_the_deadline",
        ("asyncio.timeout(DEADLINE)", "asyncio.timeout(DEADLINE + 20)"),
    ),
    *in_file(
        "accounts/notices/post.py",
        f"{POST}::test_a_name_that_leads_inside_is_refused",
        ("not all(address.public(one) for one in found)", "not any(address.public(one) for one in found)"),
        ("if not found or not all(", "if not all("),
    ),
    *in_file(
        "accounts/notices/forms.py",
        f"{WAYS}::test_what_cannot_be_is_refused",
        ("                address.read(url)\n", "                pass\n"),
    ),
    *in_file(
        "accounts/notices/forms.py",
        f"{WAYS}::test_no_browser_is_elsewhere_than_at_a_push_service",
        ("if not push.known(endpoint):", "if False:"),
    ),
    *in_file(
        "accounts/notices/forms.py",
        f"{WAYS}::test_keys_by_which_nothing_can_be_encrypted_are_refused",
        ('push.check_keys(given["p256dh"], given["auth"])', "pass"),
    ),
    *in_file(
        "accounts/notices/push.py",
        f"{WAYS}::test_keys_by_which_nothing_can_be_encrypted_are_refused",
        ("if len(_bytes(auth)) != AUTH:", "if False:"),
    ),
    *in_file(
        "ladders/models/events.py",
        LINES,
        ("max_length=80, validators=[single_line]", "max_length=80"),
    ),
    *in_file(
        "ladders/models/teams.py",
        LINES,
        ("max_length=40, validators=[single_line]", "max_length=40"),
    ),
)
