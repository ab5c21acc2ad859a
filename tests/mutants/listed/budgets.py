"""What is counted of what a visitor does and reads: each call that spends, each address that is read."""

from __future__ import annotations

from collections.abc import Iterator

from tests.mutants import Mutant, in_file

SPENT = "tests/site/test_budgets.py"


def spent(file: str, call: str, by: str, instead: str = "pass") -> Mutant:
    """A budget that is not spent any more, which the way that is called `by` in the tests notices."""
    return Mutant(file, call, instead, f"{SPENT} -k {by}")


def read(name: str, budget: str, by: str) -> Mutant:
    """An address that is read without being counted."""
    return Mutant("boatzee_site/budgets.py", f'        "{name}": "{budget}",\n', "", f"{SPENT} -k {by}")


DONE = (
    spent("accounts/talk/rooms.py", 'spending.spend("message", player)', "message"),
    spent("accounts/talk/views.py", 'spending.spend("search", player)', "people/messages/"),
    spent("ladders/events/views/teams.py", 'spending.spend("event act", player)', "teams/"),
    spent("ladders/events/views/teams.py", 'spending.spend("team", player)', "teams/new/"),
    spent("accounts/moderation/__init__.py", 'spending.spend("report", by)', "people/bob/report"),
    spent(
        "accounts/moderation/views.py", 'spending.spend("appeal", cast("User", request.user))', "decisions/"
    ),
    spent("accounts/people/views.py", 'spending.spend("picture", player)', "picture"),
    spent("accounts/people/views.py", 'spending.spend("relate", player)', "relate"),
    spent("accounts/people/views.py", 'spending.spend("search", cast("User", request.user))', "search"),
    spent("accounts/views/export.py", 'spending.spend("export", player)', "accounts/data/"),
    spent(
        "accounts/notices/views.py",
        'form.is_valid():\n        spending.spend("preferences", player)\n',
        "notices/settings/",
        "form.is_valid():\n",
    ),
    spent(
        "accounts/notices/views.py",
        'spending.spend("preferences", player)\n    preferences = _preferences(player)\n'
        "    preferences.renew()",
        "notices/secrets/",
        "preferences = _preferences(player)\n    preferences.renew()",
    ),
    spent(
        "accounts/notices/views.py",
        'spending.spend("preferences", player)\n    given',
        "notices/browser/",
        "given",
    ),
    spent(
        "accounts/notices/trying.py",
        'spending.spend("hook test", by)',
        "webhook/test/",
    ),
    spent("games/seats/lobby.py", 'spending.spend("invite", maker)', "matches/new/"),
    spent("games/seats/lobby.py", 'spending.spend("invite opponent", pair)', "matches/new/"),
    spent("games/seats/lobby.py", 'spending.spend("invite stranger", pair)', "matches/new/"),
    spent("games/seats/lobby.py", 'spending.spend("invited by strangers", other)', "matches/new/"),
    spent("games/views/new.py", 'spending.spend("seek", player)', "matches/new/"),
    spent("games/views/matching.py", 'spending.spend("seek", player)', "matches/find/"),
    spent(
        "games/views/waiting.py",
        'spending.spend("join", cast("User", request.user))\n    try:\n        match',
        "waiting/1/join/",
        "try:\n        match",
    ),
    spent("games/views/friend.py", 'spending.spend("tell friend", player)', "matches/friend/"),
    spent("games/views/friend.py", 'spending.spend("friend mailed", email.lower())', "matches/friend/"),
    spent("games/views/friend.py", "email.lower())", "a_friend_is_mailed", "email + player.username)"),
    spent("games/views/practice.py", 'spending.spend("practice", visitors.address_of(request))', "practice"),
    spent("ladders/events/views/event.py", 'spending.spend("event act", player)', "events/"),
    spent("ladders/ladder/views.py", 'spending.spend("challenge", player)', "ladders/bz/act/"),
    spent("ladders/events/organising.py", 'spending.spend("event new", player)', "events/new/"),
    spent(
        "ladders/events/organising.py",
        'spending.spend("event lead", player)\n    form.save()',
        "change/",
        "form.save()",
    ),
    spent("ladders/events/leading.py", 'spending.spend("event lead", by)', "lead/cancel/"),
    spent("ladders/events/leading.py", "spending.spend(also, by)", "lead/word/"),
    spent("ladders/events/leading.py", '_count(by, ALSO_SPENT.get(what, ""))', "word/now/"),
    spent("ladders/admin.py", 'spending.spend("event lead", by)', "place/now/"),
)

READ = (
    read("dicepool:index", "pool page", "pool"),
    read("dicepool:proofs_json", "proofs", "proofs"),
    read("games:proofs", "download", "download"),
    read("games:record", "download", "download"),
    read("games:picture", "download", "download"),
    read("games:deadlines", "download", "download"),
)


def counted(name: str, old: str, tests: str) -> Iterator[Mutant]:
    """A limit of what allauth counts that bounds nothing any more."""
    kept, _, kind = old.rpartition("/")
    assert kept
    yield Mutant("accounts/limits.py", f'"{name}": "{old}"', f'"{name}": "9999/m/{kind}"', tests)


ENTRANCE = "tests/accounts/views/test_entrance_limits.py"
SIGNING_IN = (
    *in_file(
        "accounts/limits.py",
        "tests/accounts/test_guessing.py",
        ('"guess": "10/m/ip"', '"guess": "999/m/ip"'),
        ('"guess_account_from_here": "5/5m/key"', '"guess_account_from_here": "999/5m/key"'),
        ('"guess_account": "30/5m/key"', '"guess_account": "999/5m/key"'),
        ('"guess_from_known_device": "10/5m/key"', '"guess_from_known_device": "999/5m/key"'),
    ),
    *in_file(
        "accounts/limits.py",
        "tests/accounts/views/test_second_factor.py::test_codes_are_not_tried_for_ever",
        ('"10/m/ip,5/5m/key",  # of second', '"999/m/ip,999/5m/key",  # of second'),
    ),
    *counted("login", "30/m/ip", ENTRANCE),
    *counted("signup", "20/h/ip", f"tests/accounts/views/test_signup.py {ENTRANCE}"),
    *in_file(
        "accounts/limits.py",
        f"tests/accounts/views/test_password.py {ENTRANCE}",
        ('"20/h/ip,5/h/key"', '"20/h/ip"'),
        ('"20/h/ip,5/h/key"', '"5/h/key"'),
    ),
    *counted("change_password", "5/m/user", ENTRANCE),
    *counted("manage_email", "10/m/user", ENTRANCE),
    *counted("confirm_email", "1/3m/key", ENTRANCE),
    *counted("reauthenticate", "10/m/user", f"tests/accounts/views/test_close.py {ENTRANCE}"),
)
