"""What is played on hidden cards."""

from __future__ import annotations

from tests.mutants import in_file

CLOSED = "tests/dicepool/test_closed.py"
TOLD = "tests/site/test_who_may.py::test_a_hidden_card_tells_the_others_nothing"
UNSEEN = "tests/games/test_unseen.py"

HIDDEN = (
    *in_file(
        "dicepool/archive.py",
        CLOSED,
        ("filter(~Exists(hidden), serial__in=serials)", "filter(serial__in=serials)"),
    ),
    *in_file("dicepool/retire.py", CLOSED, ("in closed.shown(used_up):", "in used_up:")),
    *in_file("dicepool/closed.py", CLOSED, ("found.distinct().iterator()", "found.iterator()")),
    *in_file(
        "dicepool/days.py",
        CLOSED,
        ("filter(~Exists(closed), serial__range=(first, last))", "filter(serial__range=(first, last))"),
        (" + tally_of(_take_opened(midnight))", ""),
        ("WHERE opened_at < %s RETURNING", "WHERE %s IS NOT NULL RETURNING"),
    ),
    *in_file(
        "dicepool/stock.py",
        CLOSED,
        (" - Closed.objects.filter(opened_at=None).count()", ""),
        (" + Closed.objects.filter(serial__lte=last).count()", ""),
    ),
    *in_file(
        "games/play.py",
        TOLD,
        ("unseen.label(match.pk) if seat.index in rules.hidden(state, None) else None", "None"),
        (
            "None if wanted.kind is Kind.RESIGN else unseen.seen_by(rules, after, seat.index, seats)",
            "None",
        ),
    ),
    *in_file("games/admin.py", TOLD, ("return match.pace == Pace.SPLIT and not match.over", "return False")),
    *in_file("games/play.py", UNSEEN, ("        unseen.open_proofs(match.pk)\n", "        pass\n")),
    *in_file(
        "games/unseen.py",
        UNSEEN,
        (' - set(running.values_list("pk", flat=True))', ""),
        ("if mover not in rules.hidden(state, seat.index)]", "]"),
        (" if len(found) == SIZE]", "]"),
    ),
    *in_file("games/lobby.py", UNSEEN, ("pace if len(players) > 1 else Pace.TURNS,", "pace,")),
    *in_file(
        "games/views/table.py", UNSEEN, ("if closed and viewer else []", "if viewer and not viewer else []")
    ),
    *in_file(
        "templates/games/tables/_serials.html", UNSEEN, ("{% if proof and not closed %}", "{% if proof %}")
    ),
    *in_file("dicepool/views.py", CLOSED, ('"counted": counted(),', '"counted": figures.exposition(),')),
)
