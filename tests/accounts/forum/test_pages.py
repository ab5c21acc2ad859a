"""The forum's pages: who sees what, and what a page costs however much there is."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.forum import reading, writing
from accounts.models import Board, Follow, Post, Profile, Report, Topic, User
from accounts.people import relations
from tests.accounts.forum.cast import answered, board, opened

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _settled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "is_settled", lambda _: True)


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def of(player: User) -> Client:
    client = Client()
    client.force_login(player)
    return client


def test_one_opens_another_answers_and_everybody_reads(alice: User, bob: User) -> None:
    board()
    form = {"title": "A <b>roll</b>", "text": "**Five** sixes <script>alert(1)</script>"}
    answer = of(alice).post(reverse("forum_new", args=["games"]), form)
    topic = Topic.objects.get()
    assert answer["Location"] == topic.get_absolute_url()
    asked = page(of(bob), f"{topic.get_absolute_url()}?quote={topic.said.get().pk}")
    assert "&gt; **alice**" in asked
    posted = of(bob).post(
        topic.get_absolute_url(), {"text": "> **alice**\n\nWell done", "answers": topic.said.get().pk}
    )
    assert posted["Location"].endswith(f"#post-{Post.objects.latest('pk').pk}")
    shown = page(Client(), topic.get_absolute_url())
    assert "A &lt;b&gt;roll&lt;/b&gt;" in shown
    assert "<strong>Five</strong> sixes &lt;script&gt;" in shown
    assert "In answer to alice" in shown
    assert "Sign in to answer" in shown
    assert "A &lt;b&gt;roll" in page(Client(), reverse("forum_board", args=["games"]))
    assert "2 posts" in page(Client(), reverse("forum"))


def test_chat_off_leaves_the_forum_readable(alice: User, bob: User) -> None:
    topic = opened(bob, "Words")
    Profile.objects.update_or_create(player=alice, defaults={"chat": False})
    assert "Words" in page(of(alice), topic.get_absolute_url())


def test_who_ignores_does_not_see_and_who_is_muted_is_not_seen(alice: User, bob: User, carol: User) -> None:
    topic, theirs = opened(alice), opened(bob, title="Of bob")
    answered(bob, topic, "Bobs words")
    relations.ignore(alice, bob)
    assert "Bobs words" not in page(of(alice), topic.get_absolute_url())
    assert "Of bob" not in page(of(alice), theirs.board.get_absolute_url())
    assert "Of bob" not in page(of(alice), reverse("forum_search") + "?q=bob")
    assert "Bobs words" in page(of(carol), topic.get_absolute_url())
    User.objects.filter(pk=bob.pk).update(muted_until=timezone.now() + timedelta(days=1))
    assert "Bobs words" not in page(Client(), topic.get_absolute_url())
    assert "Bobs words" in page(of(User.objects.get(pk=bob.pk)), topic.get_absolute_url())


def test_what_is_refused_stays_in_the_form_and_says_why(alice: User, bob: User) -> None:
    topic = opened(bob)
    answer = of(alice).post(topic.get_absolute_url(), {"text": "x" * 8001})
    assert (answer.status_code, "x" * 8001 in answer.content.decode()) == (400, True)
    answer = of(alice).post(reverse("forum_new", args=["games"]), {"title": "", "text": "Kept"})
    assert (answer.status_code, "Kept" in answer.content.decode()) == (400, True)
    Topic.objects.update(locked=True)
    answer = of(alice).post(topic.get_absolute_url(), {"text": "Kept"})
    assert (answer.status_code, "Kept" in answer.content.decode()) == (403, True)
    assert Client().post(topic.get_absolute_url(), {"text": "Hm"}).status_code == 302
    assert Post.objects.count() == 1


def test_what_is_hidden_is_shown_to_nobody(alice: User, bob: User) -> None:
    topic = opened(alice)
    post = answered(bob, topic, "Rude words")
    Post.objects.filter(pk=post.pk).update(hidden_at=timezone.now())
    shown = page(of(bob), topic.get_absolute_url())
    assert "Rude words" not in shown
    assert "Hidden by the staff." in shown
    assert "Rude words" not in page(of(alice), f"{topic.get_absolute_url()}?quote={post.pk}")
    assert "Rude words" not in page(Client(), reverse("forum_search") + "?q=rude")
    assert of(alice).get(reverse("report_post", args=[post.pk])).status_code == 404
    Topic.objects.update(hidden=True)
    for name, key in (("forum_thread", topic.pk), ("forum_change", post.pk), ("forum_delete", post.pk)):
        assert of(bob).get(reverse(name, args=[key])).status_code == 404
    assert topic.title not in page(Client(), topic.board.get_absolute_url())


def test_a_report_keeps_the_words_whatever_becomes_of_them(alice: User, bob: User) -> None:
    topic = opened(bob, "Bad words")
    post = topic.said.get()
    assert of(bob).get(reverse("report_post", args=[post.pk])).status_code == 404, "of oneself"
    assert of(alice).post(reverse("report_post", args=[post.pk]), {"why": "Rude"}).status_code == 302
    writing.delete(bob, post.pk)
    report = Report.objects.get()
    assert (report.about, report.quote) == (bob, "Bad words")
    assert f"post {post.pk}" in report.where


def test_only_its_author_changes_and_deletes_a_post(alice: User, bob: User) -> None:
    topic = opened(alice)
    post = topic.said.get()
    for name in ("forum_change", "forum_delete"):
        assert of(bob).post(reverse(name, args=[post.pk]), {"text": "Ha"}).status_code == 404
        assert Client().get(reverse(name, args=[post.pk])).status_code == 302
    of(alice).post(reverse("forum_change", args=[post.pk]), {"text": "Better"})
    assert "changed" in page(Client(), topic.get_absolute_url())
    assert "forum-list" in page(of(alice), reverse("forum_followed"))
    of(alice).post(reverse("forum_delete", args=[post.pk]))
    post.refresh_from_db()
    assert post.text == ""


def test_following_marks_what_is_new_until_it_is_read(alice: User, bob: User) -> None:
    topic, client = opened(alice), of(bob)
    client.post(reverse("forum_follow", args=[topic.pk]), {"what": "follow"})
    assert "badge" not in page(client, reverse("forum_followed")).partition("<main")[2]
    post = answered(alice, topic)
    assert "badge" in page(client, reverse("forum_followed")).partition("<main")[2]
    page(client, topic.get_absolute_url())
    assert Follow.objects.get(player=bob).read == post.pk
    client.post(reverse("forum_follow", args=[topic.pk]), {"what": "leave"})
    assert not Follow.objects.filter(player=bob).exists()


def test_a_program_that_asks_for_the_head_of_a_thread_has_not_read_it(alice: User, bob: User) -> None:
    """A reader of links looks whether the page is there; nobody has seen a word of it."""
    topic, client = opened(alice), of(bob)
    client.post(reverse("forum_follow", args=[topic.pk]), {"what": "follow"})
    answered(alice, topic)
    assert client.head(topic.get_absolute_url()).status_code == 200
    assert "badge" in page(client, reverse("forum_followed")).partition("<main")[2], "it is still new"
    assert client.get(topic.get_absolute_url()).status_code == 200
    assert "badge" not in page(client, reverse("forum_followed")).partition("<main")[2]


def test_words_are_found_in_their_forms_and_odd_ones_find_nothing(alice: User) -> None:
    opened(alice, "I am rolling sixes", title="Strategy of straights")
    assert "I am rolling sixes" in page(Client(), reverse("forum_search") + "?q=roll")
    assert "Strategy of straights</bdi>" in page(Client(), reverse("forum_search") + "?q=straight")
    for words in ("%00", "'", '"', "a:*&|!", "%F0%9F%8E%B2", "-", "<b>", "x" * 300):
        page(Client(), reverse("forum_search") + f"?q={words}")


def test_the_same_form_sent_twice_is_one_post(alice: User) -> None:
    topic = opened(alice)
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page(client, topic.get_absolute_url()))
    assert token
    form = {"csrfmiddlewaretoken": token[1], "text": "Once"}
    places = {client.post(topic.get_absolute_url(), form)["Location"] for _ in range(2)}
    assert (len(places), Post.objects.filter(text="Once").count()) == (1, 1)


def fill(topic: Topic, player: User, count: int) -> None:
    Post.objects.bulk_create([Post(topic=topic, player=player, text=f"Post {n}") for n in range(count)])
    last = Post.objects.latest("pk")
    Topic.objects.filter(pk=topic.pk).update(last=last.pk, posts=count + 1)


def test_a_thread_is_leafed_through_from_end_to_end_and_back(alice: User) -> None:
    topic = opened(alice)
    fill(topic, alice, 3 * reading.POSTS)
    topic.refresh_from_db()
    keys = list(topic.said.order_by("pk").values_list("pk", flat=True))
    seen, found = [], reading.posts(topic, None, {})
    while True:
        seen += [one.pk for one in found.lines]
        if not found.after:
            break
        found = reading.posts(topic, None, {"after": str(found.after)})
    assert seen == keys
    seen, found = [], reading.posts(topic, None, {"latest": ""})
    while True:
        seen = [one.pk for one in found.lines] + seen
        if not found.before:
            break
        found = reading.posts(topic, None, {"before": str(found.before)})
    assert seen == keys
    at = reading.posts(topic, None, {"at": str(keys[30])})
    assert (at.lines[0].pk, at.before, bool(at.after)) == (keys[30], keys[30], True)
    for odd in ("", "-1", "x", "²", "9" * 30):
        assert reading.posts(topic, None, {"after": odd}).lines


def test_a_board_is_leafed_through_and_pinned_threads_stand_on_its_first_page(alice: User) -> None:
    found = board()
    Topic.objects.bulk_create(
        [Topic(board=found, title=f"Number {n}", player=alice, last=n + 1, posts=1) for n in range(70)]
    )
    Topic.objects.filter(title="Number 3").update(pinned=True)
    first = reading.threads(found, None, {})
    assert [one.title for one in first.pinned] == ["Number 3"]
    seen, leaf = [one.title for one in first.lines], first
    while leaf.before:
        leaf = reading.threads(found, None, {"before": str(leaf.before)})
        assert not leaf.pinned
        seen += [one.title for one in leaf.lines]
    assert seen == [f"Number {n}" for n in reversed(range(70))]


@pytest.mark.parametrize("much", [False, True])
def test_what_pages_cost_does_not_hang_on_how_much_there_is(
    much: bool, alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    topic, count = opened(alice), 10_000 if much else 30
    fill(topic, bob, count)
    Topic.objects.bulk_create(
        [
            Topic(board=topic.board, title=f"Number {n}", player=bob, last=n + 1, posts=1)
            for n in range(20_000 if much else 40)
        ]
    )
    Board.objects.filter(pk=topic.board_id).update(threads=count)
    middle = topic.said.order_by("pk")[count // 2].pk
    for address, queries in (
        (reverse("forum"), 1),
        (topic.board.get_absolute_url(), 3),
        (f"{topic.board.get_absolute_url()}?before=30", 2),
        (topic.get_absolute_url(), 2),
        (f"{topic.get_absolute_url()}?latest", 2),
        (f"{topic.get_absolute_url()}?before={middle}", 2),
        (f"{topic.get_absolute_url()}?after={middle}", 3),
    ):
        with django_assert_num_queries(queries):
            page(Client(), address)
