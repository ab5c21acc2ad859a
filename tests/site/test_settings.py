"""Production refuses to start without its secrets; what is served carries strict headers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import environ
import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from boatzee_site.local import local_environment

NEEDED = ("SECRET_KEY", "DICE_KEYS", "DICE_LOG_KEY", "REDIS_URL", "ALLOWED_HOSTS")


def start(
    code: str = "import django; django.setup()", /, **environment: str
) -> subprocess.CompletedProcess[str]:
    full = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "boatzee_site.settings", **environment}
    return subprocess.run(
        [sys.executable, "-c", code], env=full, capture_output=True, text=True, check=False, timeout=60
    )


PRODUCTION = {
    "DATABASE_URL": "postgres://boatzee:x@db/boatzee",
    "REDIS_URL": "redis://redis:6379/0",
    "SECRET_KEY": "x" * 60,
    "DICE_KEYS": "1:" + "A" * 43 + "=",
    "DICE_LOG_KEY": "A" * 43 + "=",
    "ALLOWED_HOSTS": "boatzee.example",
}


def test_production_starts_with_all_it_needs() -> None:
    done = start(**PRODUCTION)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("missing", NEEDED)
def test_a_missing_secret_refuses_to_start_in_one_clear_line(missing: str) -> None:
    done = start(**{name: value for name, value in PRODUCTION.items() if name != missing})
    assert done.returncode != 0
    assert done.stderr == f"Boatzee cannot start: {missing} is not set in the environment.\n"


READS = "from django.conf import settings as s; print(s.STAFF_MFA, s.ACCOUNT_EMAIL_VERIFICATION)"


@pytest.mark.parametrize(
    ("given", "read"),
    [
        (PRODUCTION, "True optional"),
        ({**PRODUCTION, "STAFF_MFA": "0", "EMAIL_CONFIRMATION": "mandatory"}, "False mandatory"),
        ({"BOATZEE_VAR": os.environ.get("BOATZEE_VAR", "")}, "False optional"),
    ],
)
def test_staff_need_a_second_factor_for_real_and_not_on_a_local_site(
    given: dict[str, str], read: str
) -> None:
    assert start(READS, **given).stdout.strip() == read


def test_a_way_of_confirming_that_there_is_not_refuses_to_start() -> None:
    done = start(**PRODUCTION, EMAIL_CONFIRMATION="sometimes")
    assert done.returncode != 0
    assert done.stderr == "Boatzee cannot start: EMAIL_CONFIRMATION is optional or mandatory.\n"


@pytest.mark.parametrize("name", ["Dice\nBcc: x@y.z", "x" * 31, " "])
def test_a_name_of_the_site_that_is_no_line_refuses_to_start(name: str) -> None:
    done = start(**PRODUCTION, SITE_NAME=name)
    assert done.stderr == "Boatzee cannot start: SITE_NAME is one line of at most 30 letters.\n"


def test_mails_are_sent_in_the_name_of_the_site() -> None:
    said = (
        "from django.conf import settings as s; print(s.DEFAULT_FROM_EMAIL, s.ACCOUNT_EMAIL_SUBJECT_PREFIX)"
    )
    assert start(said, **PRODUCTION).stdout.strip() == "Boatzee <boatzee@boatzee.example> Boatzee:"
    named = start(said, **PRODUCTION, SITE_NAME="Dice, for you").stdout.strip()
    assert named == '"Dice, for you" <boatzee@boatzee.example> Dice, for you:'


def test_a_site_without_a_database_never_claims_https() -> None:
    done = start(HTTPS="1", BOATZEE_VAR=os.environ["BOATZEE_VAR"])
    assert done.returncode != 0
    assert "local site" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.django_db
def test_pages_carry_strict_headers(client: Client) -> None:
    answer = client.get(reverse("games:home"))
    policy = answer["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "camera=()" in answer["Permissions-Policy"]


@pytest.mark.django_db
def test_what_is_no_page_carries_no_more_than_it_needs(client: Client) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Cross-Origin-Resource-Policy"] == "same-origin"
    for name in ("Referrer-Policy", "Cross-Origin-Opener-Policy", "Permissions-Policy"):
        assert name not in answer


@pytest.mark.django_db
def test_no_page_carries_inline_styles_or_scripts(client: Client) -> None:
    for name in ("games:home", "account_login", "account_signup"):
        html = client.get(reverse(name)).content.decode()
        assert "style=" not in html
        assert "<style" not in html
        assert "onclick=" not in html
        assert "<script>" not in html


def test_cookies_are_kept_from_scripts() -> None:
    assert settings.SESSION_COOKIE_HTTPONLY
    assert settings.SESSION_COOKIE_SAMESITE == "Lax"


def test_a_local_site_writes_mail_into_its_own_folder(tmp_path: Path) -> None:
    address = local_environment(tmp_path, {})["EMAIL_URL"]
    assert Path(environ.Env.email_url_config(address)["EMAIL_FILE_PATH"]) == tmp_path / "mail"


def test_a_site_for_real_holds_browsers_to_https_and_answers_probes_without_it() -> None:
    code = """
import django
django.setup()
from django.test import Client
page = Client(headers={"host": "boatzee.example", "x-forwarded-proto": "https"}).get("/rules/")
print(page.status_code, page["Strict-Transport-Security"])
plain = Client(headers={"host": "boatzee.example"}).get("/rules/")
print(plain.status_code, plain["Location"])
print(Client(headers={"host": "10.0.0.7:8000"}).get("/health/").status_code)
"""
    done = start(
        code,
        **PRODUCTION,
        STATICFILES="django.contrib.staticfiles.storage.StaticFilesStorage",
    )
    assert done.returncode == 0, done.stderr
    page, plain, health = done.stdout.splitlines()
    assert page == "200 max-age=31536000; includeSubDomains; preload"
    assert plain == "301 https://boatzee.example/rules/"
    assert health == "503", "without a database, but not a redirect and not a wrong host"
