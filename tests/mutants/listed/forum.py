"""Who writes and reads what in the forum, what is let through of it, and letters to the staff."""

from __future__ import annotations

from tests.mutants import in_file

WRITING = "tests/accounts/forum/test_writing.py"
PAGES = "tests/accounts/forum/test_pages.py"
STAFFING = "tests/accounts/forum/test_staffing.py"
MARKING = "tests/accounts/forum/test_marking.py"
PAPERS = "tests/accounts/views/test_papers.py"

FORUM = (
    *in_file(
        "accounts/forum/marking.py",
        MARKING,
        ("link_rel=REL", "link_rel=None"),
        ("tags=TAGS", "tags=TAGS | {'img'}"),
        (', "*": set()', ""),
    ),
    *in_file(
        "accounts/forum/marking.py",
        f"{MARKING}::test_what_is_marked_how",
        ('"breaks": True', '"breaks": False'),
        ('"heading", ', ""),
        ('"fuzzy_link": False', '"fuzzy_link": True'),
        ("        finder.add(start, None)\n", "        pass\n"),
        (
            "return link if link.isascii() else self.normalizeLink(link)",
            "return super().normalizeLinkText(link)",
        ),
    ),
    *in_file(
        "accounts/forum/writing.py",
        f"{WRITING}::test_the_muted_write_nothing",
        ("        must_not_be_muted(player)\n", "        pass\n"),
    ),
    *in_file(
        "accounts/forum/writing.py",
        f"{WRITING}::test_nobody_answers_in_a_closed_thread_but_staff",
        ("if topic is not None and topic.locked:", "if False:"),
    ),
    *in_file(
        "accounts/forum/writing.py",
        f"{WRITING}::test_only_staff_open_threads_where_the_news_are",
        ("if topic is None and board.staff_only:", "if False:"),
    ),
    *in_file(
        "accounts/forum/writing.py",
        f"{WRITING}::test_newcomers_open_one_thread_and_write_five_posts_a_day",
        ("if player.acts_as_staff or is_settled(player):", "if True:"),
    ),
    *in_file(
        "accounts/forum/writing.py",
        f"{WRITING}::test_one_changes_ones_own_words_for_a_day_and_they_are_marked",
        ("if post.player_id != player.pk or not post.shown:", "if False:"),
        ("if post.at < timezone.now() - CHANGED_FOR:", "if False:"),
    ),
    *in_file(
        "accounts/forum/writing.py",
        f"{WRITING}::test_who_deletes_takes_the_words_away_once_and_an_empty_thread_goes",
        (
            "    if post.player_id != player.pk:\n        raise MayNotWrite",
            "    if False:\n        raise MayNotWrite",
        ),
        ("    if post.deleted_at is None:\n", "    if True:\n"),
    ),
    *in_file(
        "accounts/forum/writing.py",
        f"{WRITING}::test_only_a_post_of_the_thread_that_can_be_read_is_answered",
        ("Post.objects.filter(topic=topic, pk=post_id,", "Post.objects.filter(pk=post_id,"),
    ),
    *in_file(
        "accounts/forum/notices.py",
        f"{WRITING}::test_nobody_is_told_of_words_of_whom_they_ignore",
        (" - not_heard[follow.player_id]", ""),
    ),
    *in_file(
        "accounts/forum/notices.py",
        f"{WRITING}::test_ones_own_words_among_those_of_whom_one_ignores_are_nothing_new",
        (" - {follow.player_id}", ""),
    ),
    *in_file(
        "accounts/forum/reading.py",
        f"{PAGES}::test_who_ignores_does_not_see_and_who_is_muted_is_not_seen",
        (".exclude(muted)", ""),
        ("topic=topic).exclude(muted).exclude(player__in=_ignored(viewer))", "topic=topic).exclude(muted)"),
    ),
    *in_file(
        "accounts/forum/reading.py",
        f"{PAGES}::test_what_is_hidden_is_shown_to_nobody",
        ("topic__hidden=False, deleted_at=None, hidden_at=None", "topic__hidden=False"),
    ),
    *in_file(
        "accounts/forum/views/post.py",
        f"{PAGES}::test_only_its_author_changes_and_deletes_a_post",
        ("    if post.player_id != player.pk:\n        raise Http404\n    text", "    text"),
    ),
    *in_file(
        "accounts/forum/views/post.py",
        f"{PAGES}::test_what_is_hidden_is_shown_to_nobody",
        ("not post.shown or ", ""),
    ),
    *in_file(
        "accounts/forum/views/thread.py",
        f"{PAGES}::test_a_program_that_asks_for_the_head_of_a_thread_has_not_read_it",
        (' and request.method != "HEAD"', ""),
    ),
    *in_file(
        "accounts/forum/staffing.py",
        f"{STAFFING}::test_each_is_done_once_and_logged_with_its_reason",
        ("        if getattr(topic, name) == value:\n            return False\n", ""),
        ('    if not why.replace("\\x00", "").strip():\n', "    if False:\n"),
    ),
    *in_file(
        "accounts/forum/staffing.py",
        f"{STAFFING}::test_a_board_has_so_many_pinned_threads",
        ("    if topic.pinned:\n", "    if False:\n"),
        (".exclude(pk=topic.pk)", ""),
    ),
    *in_file(
        "accounts/papers/contact.py",
        f"{PAPERS}::test_a_program_that_fills_in_what_nobody_sees_is_thanked_and_not_heard",
        ("    if not request.POST.get(TRAP):\n", "    if True:\n"),
    ),
    *in_file(
        "accounts/papers/contact.py",
        f"{PAPERS}::test_what_is_no_letter_is_refused_and_stays_in_the_form",
        ("        validators=[single_line],\n", ""),
    ),
    *in_file(
        "accounts/papers/enquiring.py",
        f"{PAPERS}::test_anybody_writes_and_staff_answer_once_by_mail",
        ("    if found.answered_at is not None:\n", "    if False:\n"),
    ),
)
