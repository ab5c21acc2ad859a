"""The pages that come with allauth speak as the rest of the site does."""

from __future__ import annotations

import re
from pathlib import Path

import allauth
import pytest
from django.conf import settings
from django.template.loader import get_template
from django.test import Client
from django.urls import reverse

from accounts.models import User

THEIRS = Path(allauth.__file__).parent / "templates"
OURS = Path(settings.BASE_DIR) / "templates"
WORDLESS = re.compile(r"/(base_(?!confirm|reauth)\w+|base|login_script)\.html$")
"""Frames around other pages, with a title that the page in them replaces, or nothing to read at all."""
SWITCHED_OFF = re.compile(
    r"phone|account/.*_code|email_change|signup_by_passkey|webauthn/signup_form|already_logged|warn_no"
)
"""What belongs to ways of signing in that this site does not offer, or is shown by such pages alone."""
PAGES = ("account_email", "account_change_password", "mfa_index", "account_logout", "account_reauthenticate")
NAMES = [
    str(file.relative_to(THEIRS))
    for room in ("account", "mfa", "usersessions")
    for file in sorted((THEIRS / room).rglob("*"))
    if file.suffix == ".html" or file.parent.name == "messages"
]


@pytest.mark.parametrize("name", [one for one in NAMES if not WORDLESS.search(one)])
def test_what_can_be_read_is_in_the_words_of_this_site(name: str) -> None:
    if not SWITCHED_OFF.search(name):
        assert Path(get_template(name).origin.name).is_relative_to(OURS)  # type: ignore[attr-defined]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "page",
    ["account_email", "account_change_password", "mfa_index", "account_logout", "account_reauthenticate"],
)
def test_no_heading_label_or_button_is_written_in_capitals(alice: User, page: str) -> None:
    alice.set_password("keep-this-one")
    alice.save()
    client = Client()
    client.force_login(alice)
    html = client.get(reverse(page)).content.decode()
    main = html.partition("<main")[2].partition("</main>")[0]
    read = re.findall(r"<(?:h1|h2|label|button|a)\b[^>]*>\s*([^<]+?)\s*<", main)
    assert read
    assert [words for words in read if re.search(r"\w \b[A-Z][a-z]", words)] == []
    assert "placeholder=" not in main
