"""Search, lists, profiles and pictures."""

from __future__ import annotations

import io
import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.db.models.functions import Collate, Lower
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from accounts import limits
from accounts.models import Picture, Profile, User
from accounts.people import finding, pictures

pytestmark = pytest.mark.django_db


@pytest.fixture
def signed_in(client: Client, alice: User, bob: User) -> Client:
    cache.clear()
    client.force_login(alice)
    return client


def drawn(kind: str = "PNG", size: tuple[int, int] = (300, 200)) -> SimpleUploadedFile:
    made = io.BytesIO()
    Image.new("RGB", size, "teal").save(made, kind)
    return SimpleUploadedFile("me.png", made.getvalue(), "image/png")


def test_names_that_begin_so_come_first_then_those_alike(alice: User, bob: User, carol: User) -> None:
    User.objects.create_user("carolina", "c@example.org")
    User.objects.create_user("Carolyna", "k@example.org")
    assert [one.username for one in finding.search("CARO")] == ["carol", "carolina", "Carolyna"]
    assert [one.username for one in finding.search("Carolin")] == ["carolina", "carol"]
    assert [one.username for one in finding.search("Carulyna")] == ["Carolyna"]
    assert finding.search("  ") == []
    assert finding.search("zz%") == []


@pytest.mark.parametrize("words", ["%00", "a%00", "%C3%A9lise", "%F0%9F%8E%B2", "%ff", "_", "%25"])
@pytest.mark.parametrize("name", ["people", "messages"])
def test_whatever_is_searched_for_is_answered(signed_in: Client, name: str, words: str) -> None:
    assert signed_in.get(f"{reverse(name)}?q={words}").status_code == 200


@pytest.mark.parametrize("name", ["%00", "a%00b", "%C3%A9lise", "%0A"])
def test_nobody_has_such_a_name(signed_in: Client, name: str) -> None:
    for address in (f"/players/{name}/", f"/people/{name}/picture.webp", f"/people/{name}/report/"):
        assert signed_in.get(address).status_code == 404, address
    assert signed_in.get(f"/people/messages/{name}/").status_code == 404
    assert signed_in.post(f"/people/{name}/relate/", {"what": "buddy"}).status_code == 404


def test_names_are_found_by_indexes(db: None) -> None:
    """Among millions a page must not look at every account, in whatever collation the database has."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
    named = User.objects.annotate(lower=Collate(Lower("username"), "C"))
    begins = named.filter(lower__gte="ta", lower__lt="ta\x7f").order_by("lower")
    assert "accounts_user_name_begins" in begins.explain()
    assert "accounts_user_name_iexact" in User.objects.filter(username__iexact="Tamira").explain()
    assert "accounts_user_email" in User.objects.filter(email="tamira@example.org").explain()
    assert "accounts_user_name_alike" in User.objects.filter(username__trigram_similar="tamira").explain()


def test_supporters_and_robots_are_marked(signed_in: Client, bob: User) -> None:
    today = timezone.localdate()
    for until, marked in ((None, False), (today - timedelta(days=1), False), (today, True)):
        User.objects.filter(pk=bob.pk).update(supporter_until=until)
        for address in (reverse("games:player", args=["bob"]), f"{reverse('people')}?q=bob"):
            assert ("supporter" in signed_in.get(address).content.decode()) is marked


def test_who_hides_it_is_not_here(signed_in: Client, alice: User, bob: User) -> None:
    assert "bob" in signed_in.get(reverse("people")).content.decode()
    Profile.objects.create(player=bob, show_last_seen=False)
    page = signed_in.get(reverse("people")).content.decode()
    assert not re.search(r"\bbob\b", page)  # letters of a form's token may be these


def test_buddies_and_ignored_players(signed_in: Client, bob: User) -> None:
    address = reverse("relate", args=["bob"])
    signed_in.post(address, {"what": "buddy"})
    assert "Challenge" in signed_in.get(reverse("buddies")).content.decode()
    signed_in.post(address, {"what": "ignore"})
    assert "Stop ignoring" in signed_in.get(reverse("buddies")).content.decode()
    assert signed_in.post(address, {"what": "hug"}).status_code == 400
    assert signed_in.post(reverse("relate", args=["alice"]), {"what": "buddy"}).status_code == 409
    away = signed_in.post(address, {"what": "forget", "back": "https://evil.example/"})
    assert away["Location"] == reverse("buddies")


def test_a_profile_is_kept_and_escaped(signed_in: Client, alice: User) -> None:
    form = {"about": "<script>x</script> https://example.org", "country": "DE", "chat": "on"}
    assert signed_in.post(reverse("profile_edit"), form).status_code == 302
    profile = Profile.objects.get(player=alice)
    assert not profile.show_last_seen
    page = Client().get(reverse("games:player", args=["alice"])).content.decode()
    assert "&lt;script&gt;" in page
    assert "Germany" in page
    assert signed_in.post(reverse("profile_edit"), {"country": "XX"}).status_code == 400


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_a_picture_is_painted_anew(signed_in: Client, alice: User, kind: str) -> None:
    assert signed_in.post(reverse("picture_upload"), {"picture": drawn(kind)}).status_code == 302
    answer = Client().get(reverse("picture", args=["alice"]))
    assert answer["Content-Type"] == "image/webp"
    with Image.open(io.BytesIO(answer.content)) as shown:
        assert shown.size == (pictures.SIZE, pictures.SIZE)
        assert not shown.getexif()
    again = Client().get(reverse("picture", args=["alice"]), headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304
    signed_in.post(reverse("picture_upload"), {"what": "remove"})
    assert Client().get(reverse("picture", args=["alice"])).status_code == 404


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>",
        b"\x89PNG\r\n\x1a\n broken",
        b"%PDF-1.4",
    ],
)
def test_what_is_no_picture_is_refused(signed_in: Client, content: bytes) -> None:
    upload = SimpleUploadedFile("me.png", content, "image/png")
    assert signed_in.post(reverse("picture_upload"), {"picture": upload}).status_code == 400
    assert not Picture.objects.exists()


def test_a_file_too_large_is_refused(signed_in: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PICTURE_BYTES", 10)
    assert signed_in.post(reverse("picture_upload"), {"picture": drawn()}).status_code == 400
