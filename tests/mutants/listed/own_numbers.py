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
        ("place > here.told && ", ""),
        (" && !numberOf(pledgeOf(number))?.serial", ""),
        ("known && place <= known.end ? known : begin(place)", "known ?? begin(place)"),
        ("told: Math.max(known.told, place)", "told: place"),
        ("  if (ofIt && !keep(", "  if (false && !keep("),
        ("next(`${match}-${seat}`, place + more)", "next(`${match}`, place + more)"),
        ("next(`${match}-${seat}`, place + more)", "next(`${seat}`, place + more)"),
        ("next(`${match}-${seat}`, place + more)", "next(`${match}-${seat}`, place)"),
        ("Number.isSafeInteger(place)", "true"),
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
