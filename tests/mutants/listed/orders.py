"""Standing orders: done once, by the rules, for who may give them, and marked."""

from __future__ import annotations

from tests.mutants import in_file

ORDERS = "tests/games/test_orders.py"

STANDING = (
    *in_file(
        "games/views/orders.py",
        "tests/games/views/test_orders.py",
        (" or not plays_on(match.rules, match.table, mine.index)", ""),
    ),
    *in_file(
        "games/rules/orders.py",
        "tests/games/test_ordered.py",
        ("if orders.roll and moves == (ROLL,):", "if orders.roll and ROLL in moves:"),
        ("gains[best] >= orders.bank and", "gains[best] > orders.bank and"),
        ("max(banks, key=lambda", "min(banks, key=lambda"),
        ("before + gains[best] > beat", "before + gains[best] >= beat"),
        (" and before + gains[best] > beat", ""),
    ),
    *in_file(
        "games/match/orders.py",
        ORDERS,
        ("Orders.load(seat.orders), beat)", "Orders.load(seat.orders))"),
        ("    locked.must_run()\n", ""),
        ("    if orders and why:\n", "    if False:\n"),
        ("    if not match.may_order:\n", "    if False:\n"),
        ("match.apart or len(seats) == 1:", "len(seats) == 1:"),
        ("match.apart or len(seats) == 1:", "match.apart:"),
        (" or not player.is_active or player.suspended:", " or player.suspended:"),
        (" or not player.is_active or player.suspended:", " or not player.is_active:"),
        ("    if why_none(match, locked.seats):\n        return None\n", ""),
        ("        orders = replace(orders, bank=0)\n", "        pass\n"),
    ),
    *in_file(
        "games/match/seating.py",
        ORDERS,
        ("seat.orders, seat.pinned, seat.later = {}, False, None", "seat.pinned, seat.later = False, None"),
    ),
    *in_file(
        "games/match/locked.py",
        ORDERS,
        ('"bank" in seat.orders or (seat.orders and not before["to_move"])', '"bank" in seat.orders'),
    ),
    *in_file(
        "games/seats/robot_play.py",
        ORDERS,
        ("    if locked.match.status != Match.Status.RUNNING:\n        return False\n", ""),
        ("ordered=ordered)", "ordered=False)"),
        (" & ~Q(orders={})}", " & Q(orders=None)}"),
    ),
    *in_file(
        "games/replay.py", ORDERS, ("if entry.ordered and entry.move.kind not in ORDERED:", "if False:")
    ),
    *in_file(
        "games/packed/log.py",
        f"{ORDERS} tests/games/test_packed.py",
        ("kind = move.kind + ORDERED * move.ordered", "kind = move.kind"),
    ),
    *in_file("games/match/folding.py", ORDERS, ("            ordered=one.ordered,\n", "")),
    *in_file(
        "games/forms/orders.py",
        "tests/games/views/test_orders.py",
        ('                max_value=int(match.options["target"]),\n', ""),
    ),
)
