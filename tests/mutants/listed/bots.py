"""What bots may do, whom they may play, what counts of it, and their arena."""

from __future__ import annotations

from tests.mutants import in_file

ACCOUNTS = "tests/accounts/test_bots.py"
API = "tests/api/test_bots.py"
TABLES = "tests/games/test_bots.py"
ARENA = "tests/ladders/test_bot_arena.py"
PAGES = "tests/accounts/views/test_bots.py tests/games/views/test_bots.py"

BOTS = (
    *in_file(
        "accounts/api/auth.py",
        API,
        ("        if player.is_bot and not self.bots:\n", "        if False:\n"),
        ("    return next(iter(owner), player.pk)\n", "    return player.pk\n"),
        (" bots or scope == READ", " True"),
    ),
    *in_file(
        "accounts/bots.py",
        ACCOUNTS,
        ("    if locked.robot or locked.guest or locked.suspended:\n", "    if False:\n"),
        ("count() >= limits.BOTS", "count() > limits.BOTS"),
        ("    _must_be_a_name(account)\n", ""),
        ('    spending.spend("bot", owner)\n', ""),
        ("    account.set_unusable_password()\n", '    account.set_password("correct horse 1")\n'),
    ),
    *in_file(
        "accounts/models/user.py",
        ACCOUNTS,
        ("    if any(looks.endswith(", "    if False and any(looks.endswith("),
    ),
    *in_file("accounts/tokens.py", ACCOUNTS, ("OF_BOTS if player.is_bot else SCOPES", "SCOPES")),
    *in_file("accounts/leaving.py", ACCOUNTS, ("filter(as_bot__owner=player)", "none()")),
    *in_file(
        "accounts/moderation/__init__.py",
        ACCOUNTS,
        ("filter(as_bot__owner=player)", "none()"),
        (" | Q(player__bots__account=player)", ""),
    ),
    *in_file("accounts/views/tokens.py", PAGES, ("User, as_bot__owner=owner, username", "User, username")),
    *in_file("accounts/views/bots.py", PAGES, ('as_bot__owner=cast("User", request.user), ', "")),
    *in_file("games/views/bots.py", PAGES, ('owner=cast("User", request.user), ', "")),
    *in_file(
        "games/seats/bots.py",
        TABLES,
        ("    if maker.is_bot and any(not player.robot for player in others):\n", "    if False:\n"),
        ("        if maker.pk == bot.owner_id:\n", "        if False:\n"),
        ("        if code not in bot.games:\n", "        if False:\n"),
        ("        if not maker.is_bot and not bot.people:\n", "        if False:\n"),
        ("len(owners) == len(bots) == len(players)", "len(bots) == len(players)"),
        ("len(owners) == len(bots) == len(players)", "len(owners) == len(bots)"),
        (".filter(asked_at__gt=now - AWAY)", ""),
        ("    found = found.exclude(account__suspended_until__gt=now)\n", ""),
    ),
    *in_file(
        "games/seats/lobby.py",
        TABLES,
        ("    bots.must_be_taken(maker, others, code)\n", ""),
        (" and bots.may_count(players)", ""),
        ("if player.is_bot and others and not people", "if others and not people and False"),
    ),
    *in_file("games/match/practising.py", TABLES, ("and seat.player.level for", "and seat.player.robot for")),
    *in_file(
        "games/seats/robot_play.py",
        TABLES,
        ("        if seat.player.level:\n", "        if seat.player.robot:\n"),
    ),
    *in_file(
        "ladders/events/eligibility.py",
        ARENA,
        ("    if event.bots and not player.is_bot:\n", "    if False:\n"),
        ("    if player.robot and not event.bots:\n", "    if False:\n"),
    ),
    *in_file(
        "ladders/events/lifecycle.py",
        ARENA,
        ("        if _waits_an_hour(event_id, now):\n", "        if False:\n"),
    ),
)
