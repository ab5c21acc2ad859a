"""Names in any script, of which no two look alike; moves typed in the reader's words."""

from __future__ import annotations

from tests.mutants import in_file

ALPHABETS = "tests/accounts/test_alphabets.py"
LOOKING = "tests/accounts/test_looking.py"
ATTACKED = "tests/accounts/test_names_attacked.py"
TYPED_NAMES = "tests/site/test_names_typed.py"

NAMED = (
    *in_file(
        "accounts/alphabets/__init__.py",
        ALPHABETS,
        ("(alone or beside) and", "True and"),
        (" and len(zeros) < 2", ""),
        (" and not _towers(name)", ""),
        ("    return twice or ", "    return "),
        ('[0] in "LN"', '[0] in "LNPM"'),
        (".translate(alike)", ""),
        (" & WAYS)", ")"),
        (" or UNSEEN.search(name)", ""),
        ("if any(one in BETWEEN and", "if any(False and"),
        ("looks = (alike.get(ord(capital)) if len(capital) == 1 else None) or ", "looks = "),
        ("found.translate(_in_any_case())", "found"),
    ),
    *in_file(
        "accounts/models/user.py",
        LOOKING,
        ("alphabets.one_hand(name.removesuffix(BOT_ENDS))", "alphabets.one_hand(name)"),
        ("    if not alphabets.one_hand(name", "    if False and not alphabets.one_hand(name"),
        ("    looks = alphabets.looks(name)\n", "    looks = {name.lower()}\n"),
        ("for looks in alphabets.looks(name))", "for looks in {name})"),
    ),
    *in_file(
        "accounts/models/named.py",
        LOOKING,
        ("alphabets.tidy(value) if isinstance", "value if isinstance"),
        ("        if add and getattr", "        if getattr"),
    ),
    *in_file(
        "accounts/doors.py",
        LOOKING,
        ("reason or (not shallow and looking.alike(name))", "reason"),
    ),
    *in_file(
        "accounts/bots.py",
        LOOKING,
        ("    if not refused and looking.alike(account.username):", "    if False:"),
    ),
    *in_file(
        "accounts/naming.py",
        LOOKING,
        ("given.update(username=name, looking=looks,", "given.update(username=name,"),
    ),
    *in_file(
        "accounts/looking.py",
        LOOKING,
        ('looks[pk] = "" if looking in taken else looking', "looks[pk] = looking"),
        ("        taken.add(looking)\n", ""),
        ("if alphabets.skeleton(name) != looking:", "if False:"),
        ("looking__in=alphabets.looks(name)", "looking=alphabets.skeleton(name)"),
        ("suppress(*([] if last else [IntegrityError]))", "suppress()"),
    ),
    *in_file(
        "accounts/moderation/remembered.py",
        LOOKING,
        ("digests = [*_of_name(name), *_of_looks(name)]", "digests = _of_name(name)"),
    ),
)
HELD = (
    *in_file(
        "accounts/looking.py",
        ATTACKED,
        ("        for looking in (as_written, in_any_case):", "        for looking in (in_any_case,):"),
    ),
    *in_file("accounts/doors.py", ATTACKED, ("            looking.try_on(user.pk, user.username)\n", "")),
    *in_file("accounts/naming.py", ATTACKED, ("    looking.try_on(player.pk, name)\n", "")),
    *in_file(
        "accounts/bots.py", ATTACKED, ("            looking.try_on(account.pk, account.username)\n", "")
    ),
)
FOUND = (
    *in_file(
        "accounts/models/named.py",
        TYPED_NAMES,
        ("@Name.register_lookup\nclass Called", "class Called"),
        ("@Name.register_lookup\nclass Holds", "class Holds"),
    ),
    *in_file(
        "accounts/people/finding.py",
        TYPED_NAMES,
        ("among.filter(username__iexact=name.strip())", "among.filter(username__iexact=name)"),
    ),
    *in_file(
        "ladders/clubs/forms.py",
        TYPED_NAMES,
        ("[in_any_case(name) for name in", "[name for name in"),
        ("player = forms.CharField(max_length=TYPED_LENGTH)", "player = forms.CharField(max_length=20)"),
    ),
    *in_file(
        "ladders/events/team_forms.py",
        TYPED_NAMES,
        ("[members[in_any_case(name)] for", "[members[name] for"),
    ),
)
TYPED = (
    *in_file(
        "games/typed.py",
        "tests/games/test_typed.py",
        (" and heard[move].startswith(own)}", "}"),
        ("if not unicodedata.combining(letter)", "if True"),
        ("sorted(faces[0].replace(' ', ''))", "faces[0].replace(' ', '')"),
        ("exact |= {", "exact or {"),
    ),
)
