"""What keeps players' own numbers, and the sets that are reserved for them, what they are."""

from __future__ import annotations

from tests.mutants import in_file

NUMBERS = "tests/games/numbers"
PAGES = "tests/games/views/test_numbers.py"
TURNING = "tests/dicepool/test_turning.py"

NUMBERED = (
    *in_file("dicepool/turning.py", TURNING, ("            if byte < _EVEN:\n", "            if True:\n")),
    *in_file(
        "games/match/sets.py",
        NUMBERS,
        (
            "    if not set(map(turning.pledge_of, sent.numbers)) <= {one.pledge for one in waiting}:\n",
            "    if False:\n",
        ),
        (" or any(one.serial <= restored.given_up for one in waiting)", ""),
        ("    if given_up and not match.apart:\n", "    if given_up:\n"),
        ("        fates.throw_away([_load(one).serial for one in given_up])\n", "        pass\n"),
        ("[one for one in seat.reserved if one not in given_up]", "seat.reserved"),
        ("    shown = () if hidden else thrown.shown\n", "    shown = thrown.shown\n"),
        ("        fates.throw_away(left)\n", "        pass\n"),
        ('f"set {seat.sets + place}"', 'f"set {place}"'),
        ("    fates.show(thrown.shown)\n", ""),
        ("    drawn = pool.unseal(reserved, told)\n", "    drawn = pool.unseal(reserved)\n"),
        ("seat.reserved[:needed]]\n", "seat.reserved[:1] * needed]\n"),
        ("        [*one[:TOLD], given[pledge]] if", "        [*one, given[pledge]] if"),
    ),
    *in_file(
        "games/match/play.py",
        NUMBERS,
        ("    elif count and rules.result(after) is None:\n", "    elif count:\n"),
        (
            "except (Stale, NotYourTurn, IllegalMove, WrongNumber)",
            "except (NotYourTurn, IllegalMove, WrongNumber)",
        ),
        ("except (Stale, NotYourTurn, IllegalMove, WrongNumber)", "except (Stale, IllegalMove, WrongNumber)"),
        ("except (Stale, NotYourTurn, IllegalMove, WrongNumber)", "except (Stale, NotYourTurn, WrongNumber)"),
        ("except (Stale, NotYourTurn, IllegalMove, WrongNumber)", "except (Stale, NotYourTurn, IllegalMove)"),
        ("            if told:\n", "            if False:\n"),
        ("        keep_told(match_id, player, sent)\n", "        pass\n"),
    ),
    *in_file(
        "games/match/reserving.py",
        NUMBERS,
        ('    locked.match.save(update_fields=["seed"])\n', ""),
        ("        if sets.keep_told(seat, sent):\n", "        if False:\n"),
    ),
    *in_file("games/match/locked.py", NUMBERS, ("        sets.throw_away(seats)\n", "        pass\n")),
    *in_file(
        "games/match/numbers.py",
        NUMBERS,
        (" FOR UPDATE SKIP LOCKED", " FOR UPDATE"),
        (" AND place <= %(each)s", ""),
        ("        AND (made_at > %(since)s) IS NOT FALSE FOR UPDATE", "        FOR UPDATE"),
        ("WHERE player_id = ANY(%(players)s)\n        AND ", "WHERE "),
        ("PARTITION BY player_id ", ""),
        ("Pledge.objects.filter(player=player).exclude", "Pledge.objects.exclude"),
        ("Pledge.objects.filter(player=player).order_by", "Pledge.objects.order_by"),
        ('order_by("-pk").values_list', 'order_by("pk").values_list'),
    ),
    *in_file(
        "static/js/numbers.js",
        "tests/js/test_modules.py -k numbers",
        ("  if (place <= known?.told) return any;\n", ""),
        ("  if (numberOf(pledgeOf(number))?.serial !== undefined) return any;\n", ""),
        ("const goesOn = place <= known?.end;", "const goesOn = Boolean(known);"),
        ("known ? [known, chain] : [chain])", "[chain])"),
        (
            "goesOn || keepChains(name, known ? [known, chain] : [chain])",
            "(goesOn || keepChains(name, known ? [known, chain] : [chain]), true)",
        ),
        ("    known.told = mine.place;\n", ""),
        ("    if (!keepChains(mine.chain, chains)) return false;\n", "    keepChains(mine.chain, chains);\n"),
        ("    if (!known) return false;", "    if (!known) return note(pledge, { sent: true, serial });"),
        (" || (mine.serial ?? serial) !== serial", ""),
        (' || typeof receipt !== "string"', ""),
        (" || isLate(mine)) return", ") return"),
        ("=> !mine.sent && chainsOf", "=> chainsOf"),
        ("mine.place < chain.told && isOf(chain, mine)", "mine.place <= chain.told && isOf(chain, mine)"),
        ("next(`${match}-${seat}`, place + more)", "next(`${match}`, place + more)"),
        ("next(`${match}-${seat}`, place + more)", "next(`${seat}`, place + more)"),
        ("next(`${match}-${seat}`, place + more)", "next(`${match}-${seat}`, place)"),
        ("Math.min(sets.length, AT_ONCE)", "sets.length"),
        (" || place < 0 || place > LAST_PLACE", ""),
        ("place >= CHAINS || ", ""),
        ("for (const { name } of chains.filter(old))", "for (const { name } of chains.slice(CHAINS))"),
    ),
    *in_file(
        "static/js/checking.js",
        "tests/js/test_modules.py -k checking",
        ('  if (mine.serial === undefined && isLate(mine)) alarm("promise", { set, mine });\n', ""),
        ("    told.sets.forEach(bind);", "    "),
        ("!isText(told?.key) || ", ""),
        ("!areAll(told.sets, isSet) || ", ""),
        (" || !areAll(told.rolled, isRoll)", ""),
        (" && isText(set.receipt)", ""),
        ('=== "last" ? undefined : value', '=== "" ? undefined : value'),
        ("if (!whole) alarm", "if (false) alarm"),
        ('["receipt-", "number-", "chain-"]', '["receipt-", "number-"]'),
        ("else if (!(error instanceof NoLine)) throw error;", "else throw error;"),
    ),
    *in_file("games/seats/practice.py", NUMBERS, ("    numbers.hand_over(guest, player)\n", "")),
    *in_file("games/match/records.py", NUMBERS, ("if match.seed and match.over else", "if match.seed else")),
    *in_file("games/seats/robot_play.py", NUMBERS, ("            play.reserve_missing(match_id)\n", "")),
    *in_file(
        "games/match/sets.py",
        PAGES,
        (
            "    with suppress(Exception):\n        for seat in seats:\n",
            "    if True:\n        for seat in seats:\n",
        ),
    ),
    *in_file(
        "games/views/table.py",
        NUMBERS,
        ("            _keep_told(request, match_id)\n", ""),
        (
            "    except BadWords as error:\n        _keep_told(request, match_id)\n",
            "    except BadWords as error:\n",
        ),
    ),
    *in_file(
        "games/views/table.py",
        PAGES,
        (' if viewer else "",\n        **table.lay(', ' if seats else "",\n        **table.lay('),
        ("if move.seat == viewer.index and move.numbers", "if move.numbers"),
    ),
    *in_file("games/forms/moves.py", PAGES, (" or len(set(words)) < len(words)", "")),
    *in_file("games/tables/base.py", PAGES, ("return not all(self.numbers)", "return not any(self.numbers)")),
)
