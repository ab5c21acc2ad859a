"""What is played on hidden cards."""

from __future__ import annotations

from tests.mutants import in_file

FATES = "tests/dicepool/test_fates.py"
COUNTED = "tests/dicepool/test_fates_counted.py"
TOLD = "tests/site/test_who_may.py::test_a_hidden_card_tells_the_others_nothing"
UNSEEN = "tests/games/test_unseen.py"
EPOCHS = "tests/dicepool/test_epochs.py"

HIDDEN = (
    *in_file(
        "dicepool/archive.py",
        FATES,
        ("filter(kind=Fate.Kind.SHOWN, serial__in=serials)", "filter(serial__in=serials)"),
    ),
    *in_file("dicepool/retire.py", FATES, ("in fates.settled(used_up):", "in used_up:")),
    *in_file(
        "dicepool/fates.py",
        FATES,
        (
            "    Fate.objects.bulk_create(ordered, ignore_conflicts=not once)",
            "    Fate.objects.bulk_create(ordered)",
        ),
        ("filter(owner__isnull=False).order_by", "order_by"),
    ),
    *in_file(
        "dicepool/fates.py",
        f"{EPOCHS} -k test_what_it_gives_up_stays_closed",
        ("for batch in batches if not _without(batch.first, batch.last).exists()]", "for batch in batches]"),
    ),
    *in_file(
        "games/match/sets.py",
        f"{UNSEEN}::test_what_a_restoration_gives_up_tells_nothing_of_hidden_cards_before_the_end",
        ("if given_up and not match.apart:", "if given_up and match.apart:"),
    ),
    *in_file(
        "dicepool/keys.py",
        FATES,
        (
            "    return batch_key(Batch.objects.get(key_id=key_id, nonce=nonce))",
            "    return seal.parse_keys(keys).batch_key(key_id, nonce)",
        ),
    ),
    *in_file(
        "dicepool/days.py",
        COUNTED,
        (
            "shown(midnight_after(day) - DAY if newest else None, midnight_after(day))",
            "shown(None, midnight_after(day))",
        ),
    ),
    *in_file(
        "dicepool/stock.py",
        COUNTED,
        ("Fate.objects.filter(kind=Fate.Kind.SHOWN)", "Fate.objects.all()"),
    ),
    *in_file("dicepool/stock.py", "tests/dicepool/test_days.py", ("count.until < days.until", "False")),
    *in_file(
        "games/match/play.py",
        TOLD,
        (
            "hidden = seat.index in rules.hidden(state, None) or watching.is_unwatched(seats)",
            "hidden = watching.is_unwatched(seats)",
        ),
        (
            "None if wanted.kind is Kind.RESIGN else unseen.seen_by(rules, after, seat.index, seats)",
            "None",
        ),
    ),
    *in_file(
        "games/admin.py", TOLD, ("return match.apart and (not match.over or match.closed)", "return False")
    ),
    *in_file("games/match/locked.py", UNSEEN, ("        unseen.open_proofs(match.pk)\n", "        pass\n")),
    *in_file(
        "games/match/unseen.py",
        UNSEEN,
        (' - set(running.values_list("pk", flat=True))', ""),
        ("if mover not in rules.hidden(state, seat.index)]", "]"),
        (" if len(who) == SIZE}", "}"),
        (
            "    used = [one for one in _rolled(over) if one.serial in waiting]\n",
            "    used = [Shown(serial) for serial in waiting]\n",
        ),
        ("    fates.throw_away(waiting - {one.serial for one in used})\n", ""),
    ),
    *in_file("games/seats/lobby.py", UNSEEN, ("pace if len(players) > 1 else Pace.TURNS,", "pace,")),
    *in_file(
        "games/views/table.py", UNSEEN, ("if closed and viewer else []", "if viewer and not viewer else []")
    ),
    *in_file(
        "templates/games/tables/_serials.html", UNSEEN, ("{% if proof and not closed %}", "{% if proof %}")
    ),
    *in_file("dicepool/views.py", COUNTED, ('"counted": counted(),', '"counted": figures.exposition(),')),
)
