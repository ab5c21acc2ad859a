"""Deliveries that one player cannot stop for all."""

from __future__ import annotations

from tests.mutants import in_file

NOTICES = "tests/accounts/test_notices.py"
POST = "tests/accounts/test_post.py"
POSTS = "tests/accounts/test_sending_posts.py"
SENDING = (
    f"tests/accounts/test_sending.py tests/accounts/test_sending_mail.py {POSTS} "
    "tests/accounts/test_sending_turns.py"
)
LINES = "tests/accounts/test_single_line.py"
WAYS = "tests/accounts/views/test_notices.py"

DELIVERIES = (
    *in_file(
        "accounts/notices/address.py",
        f"{WAYS}::test_what_cannot_be_is_refused {POST}",
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
        "accounts/notices/post.py",
        POST,
        ("not all(address.public(one)", "not any(address.public(one)"),
    ),
    *in_file(
        "accounts/notices/send.py",
        f"{SENDING} {NOTICES}",
        ("due=now + LEASE, tries=F", "tries=F"),
        ('tries=F("tries") + 1', 'tries=F("tries")'),
        ("notice.settled_at is not None or ", ""),
        ("elif delivery.tries > MOST_TRIES[Way(delivery.way)]:", "elif False:"),
        ("while tried < MOST and time", "while time"),
        (".exclude(lane__in=self.served)", ""),
        (
            "        detail=ways.detail(error)[:300],\n        content={},\n",
            "        detail=ways.detail(error)[:300],\n",
        ),
    ),
    *in_file(
        "accounts/notices/spread.py",
        f"{SENDING} {NOTICES}",
        ("if notice.settled_at is None]", "]"),
        ("dropped_at=None)", ")"),
    ),
    *in_file(
        "accounts/notices/hook.py",
        f"{POSTS}::test_nothing_is_posted_to_a_webhook_that_was_switched_off_meanwhile",
        ("if hook is None or hook.off_at is not None:", "if hook is None:"),
    ),
    *in_file(
        "accounts/notices/hook.py",
        f"{SENDING} {NOTICES}",
        ('"allowed_mentions": {"parse": []}', '"allowed_mentions": {}'),
        ("running.filter(fails__gte=OFF_AFTER)", "running.none()"),
    ),
    *in_file(
        "accounts/notices/hook.py",
        f"{POSTS}::test_what_was_given_up_before_a_webhook_goes_off_is_told_as_it_was",
        ("Delivery.objects.filter(hook=hook.pk, given_up_at=None)", "Delivery.objects.filter(hook=hook.pk)"),
    ),
    *in_file(
        "accounts/notices/push.py",
        f"{POSTS}::test_what_was_given_up_before_a_browser_left_is_told_as_it_was",
        (
            "Delivery.objects.filter(browser=browser.pk, given_up_at=None)",
            "Delivery.objects.filter(browser=browser.pk)",
        ),
    ),
    *in_file(
        "accounts/single_line.py",
        LINES,
        ('"Cc", "Zl"', '"Zl"'),
        (" or _TURNING.match(letter) is not None", ""),
    ),
)
