"""Reports of faults hold no secret, and one fault does not fill a mailbox."""

from __future__ import annotations

import io
import logging
import sys

import pytest
from django.core import mail
from django.test import Client, RequestFactory, override_settings

from boatzee_site.reports import OnceInAWhile, ReportFilter


def test_settings_that_hold_a_password_are_hidden() -> None:
    shown = ReportFilter().get_safe_settings()
    for name in (
        *("SECRET_KEY", "DICE_KEYS", "DICE_LOG_KEY", "METRICS_TOKEN"),
        "IDP_OIDC_PRIVATE_KEY",
        *("REDIS_URL", "CELERY_BROKER_URL", "DATABASES"),
    ):
        assert set(str(shown[name])) == {"*"}, name
    assert shown["LANGUAGE_CODE"] == "en-gb"


def test_secrets_in_forms_are_hidden() -> None:
    request = RequestFactory().post("/", {"password": "correct horse 1", "box": "chance"})
    shown = ReportFilter().get_post_parameters(request)
    assert shown["box"] == "chance"
    assert "correct horse 1" not in str(shown)
    assert ReportFilter().get_post_parameters(None) == {}


def fault(error: Exception) -> logging.LogRecord:
    try:
        raise error
    except Exception:  # noqa: BLE001  (any will do)
        return logging.LogRecord("site", logging.ERROR, __file__, 1, "broken", None, sys.exc_info())


def test_the_same_fault_is_mailed_once_and_another_at_once() -> None:
    once = OnceInAWhile()
    first, again = fault(ValueError("a")), fault(ValueError("b"))
    assert once.filter(first)
    assert not once.filter(again)
    assert once.filter(fault(KeyError("a")))


def test_a_fault_without_an_exception_is_told_by_the_line_that_logged_it() -> None:
    once = OnceInAWhile()
    lines = [
        logging.LogRecord("site", logging.ERROR, __file__, line, "broken", None, None) for line in (1, 2)
    ]
    assert [once.filter(record) for record in (*lines, *lines)] == [True, True, False, False]


@pytest.mark.django_db
@override_settings(ADMINS=[("Admin", "admin@example.org")])
def test_nonsense_neither_fills_the_log_nor_is_mailed(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    handlers = logging.getLogger("django.security").handlers
    (handler,) = [one for one in handlers if type(one) is logging.StreamHandler]
    said = io.StringIO()
    monkeypatch.setattr(handler, "stream", said)
    assert client.post("/accounts/login/", {"x": ["1"] * 2000}).status_code == 400
    (line,) = said.getvalue().splitlines()
    assert "WARNING django.security.TooManyFieldsSent" in line
    assert mail.outbox == []
