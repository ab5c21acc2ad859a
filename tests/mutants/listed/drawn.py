"""Drawn by lot over every room, and what stands beside those that nobody had noticed."""

from __future__ import annotations

from tests.mutants import in_file

AGREED = (
    *in_file(
        "games/rules/pig/turn.py",
        "tests/games/rules/test_pig.py",
        (
            "return _end_turn(state, end, state.points) if seat == state.seat else state",
            "return _end_turn(state, end, state.points)",
        ),
    ),
    *in_file(
        "games/rules/cards/scorecard.py",
        "tests/ladders/test_absence.py",
        (
            "for seat, card in enumerate(state.cards) if self.open_boxes(card))",
            "for seat, card in enumerate(state.cards))",
        ),
    ),
    *in_file(
        "ladders/formats/league.py",
        "tests/ladders/formats/test_league.py",
        ("len(event.results) < len(event.fixtures):", "len(event.results) <= len(event.fixtures):"),
        ("if rounds_made(event) < event.settings.matches or len(", "if len("),
        ("end <= (entrant.left_at or end)", "end < (entrant.left_at or end)"),
    ),
    *in_file(
        "dicepool/merkle.py",
        "tests/dicepool/test_merkle.py",
        ("            if not rest:\n                return None\n", ""),
    ),
)
PLAYED = (
    *in_file(
        "games/match/numbers.py",
        "tests/games/numbers/test_stock.py",
        ('guest.pledges.order_by("pk")', 'guest.pledges.order_by("-pk")'),
    ),
    *in_file(
        "games/seats/automatch.py",
        "tests/games/test_automatch.py",
        ("    if pairs[AT_ONCE:]:\n", "    if pairs[AT_ONCE + 1 :]:\n"),
        ("    if pairs[AT_ONCE:]:\n", "    if not pairs:\n"),
    ),
    *in_file(
        "games/match/careers.py",
        "tests/games/views/test_player.py",
        ("Rating.objects.filter(player=player, matches__gt=0)", "Rating.objects.filter(player=player)"),
        (
            '.order_by("-match")\n        .values_list("match__code"',
            '.order_by("match")\n        .values_list("match__code"',
        ),
    ),
    *in_file(
        "games/match/clocks.py",
        "tests/games/test_timeouts.py tests/games/test_notices.py",
        (
            "    if closed >= AT_ONCE:\n        wake.clocks(until)\n    return closed\n\n\ndef close_due",
            "    if closed > AT_ONCE:\n        wake.clocks(until)\n    return closed\n\n\ndef close_due",
        ),
        ("    while found := _remind():", "    if found := _remind():"),
    ),
    *in_file(
        "games/match/timeouts.py",
        "tests/games/test_timeouts.py",
        ("        if may:\n            self._lock(may)\n", ""),
    ),
    *in_file(
        "games/match/deadlines.py",
        "tests/games/test_holiday.py",
        ("    if match.clock != clock.LIVE:  #", "    if match.clock == clock.LIVE:  #"),
    ),
)
ORGANISED = (
    *in_file(
        "ladders/events/announcing.py",
        "tests/ladders/test_announcing.py",
        ('open_yet.order_by("round")', 'open_yet.order_by("-round")'),
        ("stage=event.stage, over=False)", "stage=event.stage)"),
        ("EventHook.objects.filter(hook__off_at=None)", "EventHook.objects"),
    ),
    *in_file(
        "ladders/events/progress.py",
        "tests/ladders/views/test_event_progress.py",
        ("game.fixture.result is None and _sits(", "_sits("),
    ),
    *in_file(
        "ladders/ladder/refereeing.py",
        "tests/ladders/test_refereeing.py",
        ("filter(challenger__in=both, defender__in=both,", "filter(defender__in=both,"),
    ),
)
TOLD = (
    *in_file(
        "accounts/notices/spread.py",
        "tests/accounts/test_sending.py",
        ("        if batch < AT_ONCE:\n            break\n", "        break\n"),
    ),
    *in_file(
        "accounts/outbox.py",
        "tests/accounts/test_outbox.py",
        ("    while subjects := [", "    if subjects := ["),
    ),
    *in_file(
        "accounts/notices/hook.py",
        "tests/accounts/test_sending_posts.py",
        ("filter(pk=hook.pk, off_at=None, url=hook.url)", "filter(pk=hook.pk, off_at=None)"),
    ),
    *in_file(
        "accounts/talk/__init__.py",
        "tests/accounts/views/test_talk.py",
        ('return Q(low=player, last__gt=F("low_gone")) |', 'return Q(last__gt=F("low_gone")) |'),
    ),
    *in_file(
        "games/forms/new.py",
        "tests/games/views/test_new.py",
        ("            if user in self.named:\n", "            if not user:\n"),
    ),
)
DRAWN = (*AGREED, *PLAYED, *ORGANISED, *TOLD)
