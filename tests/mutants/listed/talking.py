"""Who reads and says what in the rooms for talk, and what may be written at all."""

from __future__ import annotations

from tests.mutants import in_file

ROOMS = "tests/site/test_rooms.py"
EVENT = "tests/ladders/views/test_event_talk.py"
BROWSER = "tests/browser/test_talk.py"
WORDS = "tests/accounts/test_words.py"

TALKING = (
    *in_file(
        "accounts/talk/rooms.py",
        f"{ROOMS}::test_the_muted_say_nothing_and_are_told_until_when",
        ("        must_not_be_muted(player)\n", "        pass\n"),
    ),
    *in_file(
        "accounts/talk/rooms.py",
        f"{ROOMS}::test_one_chat_off_holds_in_every_room_and_both_ways",
        ('    if is_off(room, player):\n        return _("You', '    if False:\n        return _("You'),
        ("    if is_off(room, player):\n        return None\n", ""),
    ),
    *in_file(
        "accounts/talk/rooms.py",
        f"{ROOMS}::test_messages_come_though_the_chat_is_off",
        ("return room.can_be_off and not", "return not"),
    ),
    *in_file(
        "accounts/talk/rooms.py",
        f"{ROOMS}::test_neither_of_two_who_are_apart_hears_the_other",
        (".exclude(player__in=relations.apart(player))", ""),
    ),
    *in_file("accounts/talk/rooms.py", "tests/accounts/test_muted.py", (".exclude(hushed(player))", "")),
    *in_file(
        "accounts/talk/rooms.py",
        f"{ROOMS}::test_one_sending_is_taken_once_and_a_refused_one_again",
        ("        return False\n    if cache.get", "        pass\n    if cache.get"),
        ("    if cache.add(word, 1, REMEMBERED):\n", "    if True:\n"),
        ("    with transaction.atomic():  # the word", "    if True:  # the word"),
    ),
    *in_file(
        "accounts/talk/rooms.py",
        "tests/faults/test_talk.py::test_a_sending_is_not_called_said_while_another_try_of_it_is_under_way",
        ("    if cache.get(word) is None:\n", "    if False:\n"),
    ),
    *in_file(
        "accounts/talk/rooms.py",
        f"{ROOMS}::test_four_hundred_are_read_page_by_page",
        ("said.filter(pk__lt=before)", "said.filter(pk__lte=before)"),
    ),
    *in_file(
        "accounts/talk/rooms.py",
        f"{ROOMS}::test_nobody_reports_what_nobody_else_can_read",
        ("    if room.why_not_read(player):\n        raise NothingSaid\n    others", "    others"),
        (".exclude(player=player)", ""),
    ),
    *in_file(
        "static/js/line.js",
        f"{BROWSER}::test_what_one_types_while_one_sends_stays",
        (" && !changed(elt, requestConfig.formData)", ""),
    ),
    *in_file(
        "templates/talk/_room.html",
        f"{BROWSER}::test_a_newcomer_can_answer_as_soon_as_somebody_has_written",
        ("{% if latest or not why_not", "{% if not why_not"),
    ),
    *in_file(
        "templates/_nav.html",
        "tests/site/test_ears.py::test_how_many_wait_is_asked_anew_for_the_game_and_not_for_talk",
        ('data-refresh="{{ refresh|join', 'data-refresh="{{ channels|join'),
    ),
    *in_file(
        "accounts/talk/words.py",
        WORDS,
        ('    text = BREAKS.sub("\\n", text)\n', ""),
        ("unicodedata.category(one) not in NO_TEXT", 'one != "\\x00"'),
        ('"Cc", "Cf", "Zl", "Zp", "Zs"', '"Cc", "Zs"'),
        ("if len(text) > longest:", "if len(text) >= longest:"),
        ("if len(text) > longest:", "if False:"),
    ),
    *in_file(
        "accounts/moderation/__init__.py",
        f"{ROOMS}::test_a_report_keeps_the_words_when_the_account_is_closed",
        ("    if player is None:\n", "    if False:\n"),
    ),
    *in_file(
        "games/chat.py",
        "tests/games/views/test_chat.py::test_strangers_neither_hear_nor_say",
        ("        if accepted is None:\n", "        if False:\n"),
        ("filter(player=player).values_list", "values_list"),
    ),
    *in_file(
        "games/chat.py",
        "tests/games/views/test_chat.py::test_nobody_is_talked_to_before_the_invitation_is_accepted",
        ('return "" if accepted else', 'return "" if True else'),
    ),
    *in_file(
        "ladders/events/rooms.py",
        "tests/ladders/views/test_teams.py::test_members_talk_and_nobody_else_hears_it",
        ('return "" if belongs(self.team, player) else', 'return "" if True else'),
    ),
    *in_file(
        "ladders/events/rooms.py",
        "tests/ladders/views/test_teams.py::test_who_has_left_the_team_is_out_of_its_talk",
        ("accepted=True, left=False)", "accepted=True)"),
    ),
    *in_file(
        "ladders/events/teams.py",
        f"{EVENT}::test_who_leaves_a_team_of_two_is_out_of_its_talk",
        ("            entry = None  #", "            return  #"),
    ),
    *in_file(
        "ladders/events/rooms.py",
        EVENT,
        ("if _is_in(self.event, player) or leaders.may_lead(player, self.event):", "if True:"),
        ("_is_in(self.event, player) or leaders.may_lead(player, self.event)", "_is_in(self.event, player)"),
        ("if event.status == Event.Status.CANCELLED or ended:", "if ended:"),
        ("event.status == Event.Status.CANCELLED or ended", "event.status == Event.Status.CANCELLED"),
        ("if talk.is_settled(player) or leaders.may_lead(player, event):", "if True:"),
        (", status=Entry.Status.IN)", ")"),
        ("withdrawn_at=None, disqualified=False", "disqualified=False"),
        ("withdrawn_at=None, disqualified=False", "withdrawn_at=None"),
        (", team__members__left=False", ""),
    ),
)
