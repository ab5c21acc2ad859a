"""What a page shows to open a stream: good for whom it was made, from there, for minutes."""

from __future__ import annotations

import time

import pytest
from django.conf import settings
from django.core import signing

from accounts import limits, live
from accounts.live import channels
from tests.site.stream import stream_process, token
from tests.site.test_stream import SITE, stream

SESSION = settings.SESSION_COOKIE_NAME


def test_a_token_is_good_for_whom_it_was_made_only() -> None:
    with stream_process(SITE, PROXIES="0") as address:

        def status(given: str, home: str, **headers: str) -> int:
            with stream(address, given, home=home, **headers) as answer:
                return answer.status

        mine, of_session = token("127.0.0.1"), token(session="abc")
        assert status(mine, "127.0.0.1") == 200
        assert status(mine, "127.0.0.1", Cookie=f"{SESSION}=abc") == 200, "another tab has signed in since"
        assert status(mine, "127.0.0.2") == 403
        assert status(mine, "127.0.0.2", X_Forwarded_For="127.0.0.1") == 403, "nobody asked a proxy"
        assert status(mine, "127.0.0.2", Cookie=f"{SESSION}=abc") == 403
        assert status(of_session, "127.0.0.2", Cookie=f"{SESSION}=abc") == 200, "a phone changes its address"
        assert status(of_session, "127.0.0.1", Cookie=f"{SESSION}=abd") == 403
        assert status(of_session, "127.0.0.1") == 403


def test_behind_a_proxy_the_address_is_what_the_proxy_saw() -> None:
    with stream_process(SITE, PROXIES="1") as address:
        given = token("192.0.2.1")
        for claimed, wanted in (
            ("192.0.2.1", 200),
            ("192.0.2.9, 192.0.2.1", 200),
            ("192.0.2.1, 192.0.2.9", 403),
            ("", 403),
        ):
            with stream(address, given, X_Forwarded_For=claimed) as answer:
                assert answer.status == wanted, claimed


def test_a_token_lasts_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    given = token()
    assert live.permission(given).channels == ("match-7",)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + limits.TOKEN_LASTS - 5)
    live.permission(given)
    monkeypatch.setattr(time, "time", lambda: now + limits.TOKEN_LASTS + 5)
    with pytest.raises(signing.SignatureExpired):
        live.permission(given)
    assert limits.TOKEN_LASTS <= 15 * 60


def test_a_token_of_the_older_kind_is_refused() -> None:
    for old in (["match-7"], {"match-7": 1}, "match-7"):
        with pytest.raises(signing.BadSignature):
            live.permission(signing.dumps(old, salt=channels.SALT))
