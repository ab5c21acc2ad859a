"""What pages keep and what their lists show: nobody's own for others, nothing not for the player."""

from __future__ import annotations

from tests.mutants import in_file

FLAT = "tests/accounts/test_flat.py"
STEPS = "tests/site/test_nodes.py tests/site/test_flattened.py"
FITS = "tests/games/test_seeks_for_some.py"
PLAYED = "tests/games/test_played.py"
LISTS = "tests/games/test_lists.py"
SORTING = "tests/games/views/test_sorting.py"
BEGUN = "tests/games/views/test_waiting.py"
LED = "tests/browser/test_heard.py -k waits_for_a_match"

KEPT = (
    *in_file("boatzee_site/settings.py", FLAT, ('FORCE_SCRIPT_NAME = ""\n', "")),
    *in_file(
        "accounts/templatetags/flat.py",
        FLAT,
        ("    if alone.refused:\n", "    if False:\n"),
        ("        raise NotKept(self.refused)\n", '        return ""\n'),
        ("        if any(isinstance(value, Model) for value in values):\n", "        if False:\n"),
        ("    if nodes.get_nodes_by_type(BlockNode):\n", "    if False:\n"),
        ("typed=True", "typed=False"),
    ),
    *in_file(
        "games/match/played.py",
        PLAYED,
        ("self.match.pk, self.match.version, ", "self.match.pk, "),
        (' bytes(self.match.seed or b""),', ""),
        (" self.match.ended_at", ""),
    ),
)
FEW_STEPS = (
    *in_file(
        "boatzee_site/expressions.py",
        STEPS,
        ("if kind is str and context.autoescape:", "if kind is str:"),
        ("return _escaped(value) if len(value) < SHORT else escape(value)", "return value"),
        ("if kind is int and not settings.USE_THOUSAND_SEPARATOR:", "if kind is int:"),
        (
            "                return missed(context) if callable(value) else value\n",
            "                return value\n",
        ),
        (
            "        return missed(context) if callable(value) else value\n\n    return ask\n\n\ndef _looks",
            "        return value\n\n    return ask\n\n\ndef _looks",
        ),
        ("template_localtime(value, context.use_tz) if is_local else value", "value"),
        ("autoescape=context.autoescape) if escapes else", "autoescape=True) if escapes else"),
        ("            if is_safe and isinstance(before, SafeData):\n", "            if False:\n"),
        ("isinstance(before, SafeData)", "True"),
        ("        if value is MISSING:\n            return missed(context)\n        for", "        for"),
        ("        return MISSING if said else said\n", "        return said\n"),
        ("        if if_any:\n            return None\n", ""),
        (
            "                    if kind not in NUMBERED:\n                        return missed(context)\n",
            "",
        ),
        ("        if type(context) not in OWN or hasattr(context, first):\n", "        if False:\n"),
        ("        if any(first in scope for scope in context.dicts):\n", "        if False:\n"),
    ),
    *in_file(
        "boatzee_site/nodes.py",
        STEPS,
        ("isinstance(token, str) and token.isalnum() and token != NONE", "isinstance(token, str)"),
        ("if any(origin.template_name == name for origin in passed):", "if False:"),
        ("            if found is not None:\n                blocks.push(name, found)\n", ""),
        ("            made.context = context\n", ""),
        ("    if first is None or isinstance(first, ExtendsNode):\n", "    if first is None:\n"),
        ("    if length != len(names):\n", "    if False:\n"),
    ),
    *in_file(
        "boatzee_site/context.py",
        "tests/site/test_context.py",
        ("os.urandom(2 * CSRF_SECRET_LENGTH)", "bytes(2 * CSRF_SECRET_LENGTH)"),
        ("EVEN = 256 // KINDS * KINDS", "EVEN = 256"),
        ('    request.META["CSRF_COOKIE_NEEDS_UPDATE"] = True\n', ""),
    ),
    *in_file(
        "boatzee_site/compressed.py",
        "tests/site/test_compressed.py",
        ("secrets.randbelow(most)", "0"),
        ('        patch_vary_headers(response, ("Accept-Encoding",))\n', ""),
        ("        if len(made) >= len(content):\n", "        if False:\n"),
        ("""        if tag and tag.startswith('"'):""", "        if False:"),
    ),
    *in_file(
        "games/match/queries.py",
        "tests/games/views/test_move.py",
        ("match.laid is None or match.over:", "match.laid is None:"),
    ),
    *in_file(
        "statements/columns.py",
        "tests/statements/test_columns.py",
        ("state.adding, state.db = False, DEFAULT_DB_ALIAS", "state.db = DEFAULT_DB_ALIAS"),
    ),
)
LISTED = (
    *in_file(
        "games/seats/queries.py",
        BEGUN,
        (" OR there.robot = '')", " OR true)"),
        (" AND mine.moves = 0\n", "\n"),
        (" AND one.started_at > $2::timestamptz\n", "\n"),
    ),
    *in_file("static/js/waiting.js", LED, ("waited && fresh.length", "fresh.length")),
    *in_file(
        "games/seats/queries.py",
        FITS,
        ("(one.lowest IS NULL OR own.mean >= one.lowest) AND ", ""),
        ("(one.highest IS NULL OR own.mean <= one.highest)\n", "true\n"),
        ("AND (NOT one.buddies_only OR EXISTS (", "AND (true OR EXISTS ("),
        ("(there.suspended_until > $2::timestamptz OR EXISTS (", "(EXISTS ("),
        ("IN (($1, there.id), (there.id, $1))", "IN (($1, there.id))"),
    ),
    *in_file(
        "games/match/lists.py",
        LISTS,
        ("mine.put_off, line.ends or NEVER, line.pk", "mine.put_off, line.ends and NEVER, line.pk"),
        ("LIMIT $2::int", "LIMIT $2::int + 100"),
    ),
    *in_file(
        "games/match/lists.py",
        SORTING,
        ("return self.seats if self.pace not in APART else", "return self.seats if True else"),
        ("return (not mine.pinned, mine.to_move and", "return (mine.to_move and"),
        ('f"{PUT_OFF}, CASE', 'f"CASE'),
    ),
    *in_file(
        "games/match/mine.py",
        SORTING,
        ("filter(match=match_id, player=player)", "filter(match=match_id)"),
    ),
    *in_file(
        "games/forms/listing.py",
        SORTING,
        ("not (line.mine and line.mine.pinned), ", "0, "),
        ('"casual": line.people and not line.organised}', '"casual": line.people}'),
    ),
    *in_file(
        "games/views/table.py",
        SORTING,
        ("return done and not match.over and", "return done and"),
        ("return done and not match.over and", "return not match.over and"),
        ("if onward and match_id not in onward else", "if onward else"),
    ),
    *in_file(
        "games/match/latest.py",
        "tests/games/test_latest.py",
        (" and not table_of(rules).ends_turn(move):", ":"),
        ("seat.index in rules.to_act(after) and", "True and"),
    ),
    *in_file(
        "games/match/move_log.py",
        "tests/games/test_unseen.py",
        ("AND seat <> ALL($2::int[])", "AND $2::int[] IS NOT NULL"),
    ),
)
