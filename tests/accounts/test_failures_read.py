"""Why something did not arrive is read by each in their own language, whatever was spoken when it failed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone, translation

from accounts import notices
from accounts.models import Delivery, Hook, HookPost, Notice, Preferences, PushSubscription, User
from accounts.notices import hook, push, send, spread
from accounts.notices.ways import Gone, Unreachable
from accounts.said import later
from boatzee_site.catalogues.languages import SOURCE, TRANSLATED

pytestmark = pytest.mark.django_db
REFUSED = "The push service refused it: %(status)s."
GONE = "The answer was %(status)s: this webhook no longer exists."


@pytest.fixture(autouse=True)
def _three_languages() -> Iterator[None]:
    codes = [SOURCE, TRANSLATED["nl"], TRANSLATED["de"]]
    with override_settings(LANGUAGES=[(one.code, one.name) for one in codes]), translation.override("nl"):
        yield


@pytest.fixture
def hooked(alice: User) -> Hook:
    alice.language = "de"
    alice.save()
    return Hook.objects.create(owner=alice, url="https://example.org/hook", page="/accounts/notices/")


def german(row: Delivery | Hook | HookPost | PushSubscription) -> tuple[str, str]:
    """What is stored, and what a German reads."""
    row.refresh_from_db()
    with translation.override("de"):
        return row.why, row.says_why


def test_a_webhook_that_fails_says_so_in_its_owner_s_language(hooked: Hook) -> None:
    hook.failed(hooked, Unreachable(later("The answer was %(status)s.") % {"status": 500}))
    assert german(hooked) == ("The answer was 500.", "Die Antwort war 500.")
    client = Client()
    client.force_login(hooked.owner)
    Preferences.objects.update_or_create(player=hooked.owner, defaults={"webhook": hooked})
    hook.keep_post(hooked, "test", 0, Unreachable(later("The answer was %(status)s.") % {"status": 502}))
    page = client.get(reverse("notices_settings")).content.decode()
    assert "Die Antwort war 500." in page
    assert "Die Antwort war 502." in page
    hook.went_well(hooked, 0.1)
    hooked.refresh_from_db()
    assert (hooked.why, hooked.said) == ("", None)


def test_one_that_is_switched_off_tells_its_owner_why(hooked: Hook) -> None:
    waits = Delivery.objects.create(way="hook", hook=hooked, lane="x", due=timezone.now())
    hook.failed(hooked, Gone(later(GONE) % {"status": 410}))
    assert german(waits)[0] == "The webhook is off."
    assert german(waits)[1] not in {"", "The webhook is off."}
    told = Notice.objects.filter(player=hooked.owner).latest("pk")
    assert "410" in told.text
    assert "The answer was" not in told.text


def test_what_was_posted_lately_is_read_by_all_who_lead(hooked: Hook) -> None:
    hook.keep_post(hooked, "test", 0, Unreachable(later("The address is not out on the internet.")))
    stored, read = german(HookPost.objects.get())
    assert stored == "The address is not out on the internet."
    assert read not in {"", stored}
    hook.keep_post(hooked, "test", 0, Unreachable("a word of the other side"))
    last = HookPost.objects.latest("pk")
    assert (last.said, german(last)) == (None, ("a word of the other side", "a word of the other side"))


@pytest.mark.parametrize(
    ("error", "english"),
    [
        (TimeoutError(), "There was no answer in time."),
        (OSError(), "No line could be had."),
        (
            RuntimeError("inside"),
            "Something went wrong that nobody had thought of. The staff can see what.",
        ),
    ],
)
def test_whatever_went_wrong_is_kept_in_english(error: Exception, english: str) -> None:
    waits = Delivery.objects.create(way="mail", lane="x", due=timezone.now())
    send.give_up(waits, error)
    stored, read = german(waits)
    assert stored == english
    assert read not in {"", english}
    assert waits.detail.startswith(type(error).__name__)


def test_a_browser_that_was_dropped_says_why(alice: User) -> None:
    browser = PushSubscription.objects.create(
        player=alice, endpoint="https://p.example.org/1", p256dh="x", auth="y"
    )
    waits = Delivery.objects.create(way="push", browser=browser, lane="x", due=timezone.now())
    push.drop(browser, Gone(later(REFUSED) % {"status": 404}))
    for row in (browser, waits):
        stored, read = german(row)
        assert stored == "The push service refused it: 404."
        assert "404" in read
        assert read != stored


def test_what_goes_by_no_way_says_why(alice: User) -> None:
    notices.tell([alice], "event", "x", "x", "/")
    spread._set_aside(Notice.objects.get().pk, TimeoutError())
    assert german(Delivery.objects.get(way=Delivery.Way.NONE))[0] == "There was no answer in time."


def test_rows_of_before_stay_as_they_are(hooked: Hook) -> None:
    Hook.objects.update(why="Het antwoord was 500.", fails=1)
    assert german(hooked) == ("Het antwoord was 500.", "Het antwoord was 500.")
