"""In which language a page is: the address’s, the account’s, this browser’s choice, or the browser’s own."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client, RequestFactory
from django.utils import translation

from accounts import spoken
from accounts.models import User
from boatzee_site.catalogues.languages import PSEUDO
from boatzee_site.catalogues.pseudo import pseudo

pytestmark = pytest.mark.django_db
ENGLISH, OTHER = '<html lang="en"', f'<html lang="{PSEUDO.code}"'
FIRST = "/help/questions/"


def html(client: Client, address: str = FIRST, **headers: str) -> str:
    """A page as this browser gets it."""
    return str(client.get(address, headers=headers).content.decode())


def choose(client: Client, code: str, back: str = FIRST) -> str:
    """Take a language in the page for it. Returns where that leads."""
    return str(client.post("/accounts/language/", {"language": code, "next": back})["Location"])


def test_a_visitor_reads_what_the_browser_asks_for(client: Client) -> None:
    assert ENGLISH in html(client)
    assert OTHER in html(client, **{"accept-language": "en-xa,de;q=0.8"})
    assert ENGLISH in html(client, **{"accept-language": "sw,*"})
    assert ENGLISH in html(client, **{"accept-language": "en-US"})


@pytest.mark.parametrize("header", ["", ",", "en-xa;q=" + "9" * 500, "\x00", "-", "en_xa", "é" * 300, ";q=0"])
def test_whatever_a_browser_says_it_is_answered(client: Client, header: str) -> None:
    assert "<html lang=" in html(client, **{"accept-language": header})


def test_a_visitor_s_choice_goes_before_the_browser(client: Client) -> None:
    assert choose(client, "en-xa") == FIRST
    cookie = client.cookies[settings.LANGUAGE_COOKIE_NAME]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert OTHER in html(client)
    assert OTHER in html(client, **{"accept-language": "en"})
    choose(client, "en")
    assert ENGLISH in html(client, **{"accept-language": "en-xa"})


def test_the_account_s_choice_goes_before_the_browser_s(client: Client, alice: User) -> None:
    client.force_login(alice)
    choose(client, "en-xa")
    alice.refresh_from_db()
    assert alice.language == "en-xa"
    another = Client()
    another.force_login(alice)
    assert OTHER in html(another, **{"accept-language": "en"})
    assert OTHER in html(another, "/accounts/settings/")


def test_one_s_settings_have_it_too(client: Client, alice: User) -> None:
    client.force_login(alice)
    form = {"language": "en-xa", "time_zone": "UTC", "spend_holiday": "on"}
    client.post("/accounts/settings/", form)
    alice.refresh_from_db()
    assert alice.language == "en-xa"
    client.post("/accounts/settings/", {**form, "language": "xx"})
    alice.refresh_from_db()
    assert alice.language == "en-xa"
    client.post("/accounts/settings/", {**form, "language": ""})
    alice.refresh_from_db()
    assert alice.language == ""


def test_an_address_goes_before_all_and_is_remembered_by_nobody(client: Client, alice: User) -> None:
    alice.language = "en-gb"
    alice.save()
    client.force_login(alice)
    assert OTHER in html(client, f"{FIRST}?lang=en-xa")
    assert ENGLISH in html(client)
    alice.refresh_from_db()
    assert (alice.language, alice.browser_language) == ("en-gb", "en-gb") or alice.browser_language == ""
    assert ENGLISH in html(client, f"{FIRST}?lang=en")
    assert ENGLISH in html(client, f"{FIRST}?lang=xx&x=1")


def test_what_is_unknown_changes_nothing(client: Client) -> None:
    choose(client, "xx")
    choose(client, "")
    assert settings.LANGUAGE_COOKIE_NAME not in client.cookies
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "<b>"
    assert ENGLISH in html(client)


@pytest.mark.parametrize("back", ["https://elsewhere.example/", "//elsewhere.example", "javascript:x", ""])
def test_it_leads_nowhere_else(client: Client, back: str) -> None:
    assert choose(client, "en-xa", back) == "/"


def test_the_page_leads_back_without_the_language_that_was_asked_for(client: Client) -> None:
    found = html(client, "/accounts/language/", referer=f"http://testserver{FIRST}?lang=en-xa&page=2")
    assert f'name="next" value="{FIRST}?page=2"' in found
    for _code, name in settings.LANGUAGES:
        assert name in found


def test_a_form_without_its_token_is_refused() -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post("/accounts/language/", {"language": "en-xa"}).status_code == 403


def test_the_language_of_one_request_is_not_that_of_the_next(client: Client) -> None:
    html(client, **{"accept-language": "en-xa"})
    assert translation.get_language() == settings.LANGUAGE_CODE


def test_what_is_sent_is_in_the_language_that_was_read_last(client: Client, alice: User) -> None:
    client.force_login(alice)
    User.objects.update(last_seen=None)
    assert alice.reads == ""
    html(client, **{"accept-language": "en-xa"})
    alice.refresh_from_db()
    assert (alice.language, alice.reads) == ("", "en-xa")
    alice.language = "en-gb"
    assert alice.reads == "en-gb"


def test_caches_are_told(client: Client) -> None:
    page = client.get(FIRST)
    assert "Accept-Language" in page["Vary"]
    assert "Accept-Language" in client.get("/status/")["Vary"]
    assert "public" in client.get("/status/")["Cache-Control"]
    choose(client, "en-xa")
    assert "private" in client.get("/status/")["Cache-Control"], "no proxy keeps somebody's choice for others"
    assert OTHER in html(client, "/status/")


def test_public_pages_name_themselves_in_each_language(client: Client, alice: User) -> None:
    found = html(client)
    page = f"{settings.SITE_URL}{FIRST}"
    assert f'<link rel="canonical" href="{page}">' in found
    assert f'<link rel="alternate" hreflang="en-xa" href="{page}?lang=en-xa">' in found
    assert f'<link rel="alternate" hreflang="en" href="{page}?lang=en">' in found
    assert f'<link rel="alternate" hreflang="x-default" href="{page}">' in found
    assert f'<link rel="canonical" href="{page}?lang=en-xa">' in html(client, f"{FIRST}?lang=en-xa")
    assert "canonical" not in html(client, f"{FIRST}?page=2")
    assert "canonical" not in html(client, "/accounts/login/")
    client.force_login(alice)
    assert "canonical" not in html(client)


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ("nl", "nl"),
        ("NL-be", "nl"),
        ("en", "en-gb"),
        ("en-US", "en-gb"),
        ("pt-BR", "pt"),
        ("he", ""),
        ("", ""),
    ],
)
def test_it_knows_a_language_by_its_region(settings: object, wanted: str, code: str) -> None:
    settings.LANGUAGES = [("en-gb", "English"), ("nl", "Nederlands"), ("pt", "Português")]  # type: ignore[attr-defined]
    assert spoken.known(wanted) == code


def test_where_one_language_is_spoken_nothing_is_asked(settings: object) -> None:
    settings.LANGUAGES = [("en-gb", "English")]  # type: ignore[attr-defined]
    request = RequestFactory().get("/?lang=nl", headers={"accept-language": "nl"})
    assert spoken.asked_for(request) == ("en-gb", "browser")


def test_the_sentence_of_nobody_s_language_keeps_what_is_filled_in() -> None:
    said = pseudo('\n <a href="%(url)s">See</a> {name} &amp; %(n)d %% ')
    assert said.startswith('\n [<a href="%(url)s">')
    assert said.endswith("] ")
    for kept in ("</a>", "{name}", "&amp;", "%(n)d", "%%"):
        assert kept in said
    assert pseudo("%(a)s · %(b)s") == "%(a)s · %(b)s"
    assert len(pseudo("A sentence of some length")) > 1.4 * len("A sentence of some length")
