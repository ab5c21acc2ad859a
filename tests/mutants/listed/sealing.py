"""What keeps the log of everything that was taken whole, and its books until nobody needs them."""

from __future__ import annotations

from tests.mutants import in_file

BOOK = "tests/dicepool/test_logbook.py"
LOG = "tests/dicepool/test_log.py"
FAULTS = "tests/dicepool/test_log_faults.py"
FILES = "tests/dicepool/test_logfiles.py"
JOINED = "tests/dicepool/test_logged.py"
FOLDED = "tests/dicepool/test_folding.py"
LEAN = "tests/dicepool/test_lean.py tests/dicepool/test_leaning.py"
PAGES = "tests/dicepool/test_pages.py -k test_proofs_come_as_files"

SEALED = (
    *in_file(
        "dicepool/logbook.py",
        BOOK,
        ("        if len(lines) == LINES:\n            break\n", ""),
        (
            "        if place == len(batches):\n            return\n",
            "        place = min(place, len(batches) - 1)\n",
        ),
        ("        if over is not None:", "        if False:"),
        ("*(one[0] - 1 for one in passed if one[0] > at)", "until"),
        ("if not line.endswith(THROWN_AWAY)]", "]"),
    ),
    *in_file(
        "dicepool/log.py",
        FAULTS,
        ("    if not draws_are_settled(of_others=True):", "    if False:"),
        (" or not guard.is_admitted():", ":"),
        ("    if logfiles.digest(found) != bytes(segment.digest):", "    if False:"),
        ("timezone.now() - waiting.at > LATE:", "True:"),
    ),
    *in_file(
        "dicepool/log.py",
        LOG,
        ("segment=None, serial__lte=last)", "segment=None)"),
        ("kind=Fate.Kind.THROWN_AWAY, segment=None,", "kind=Fate.Kind.THROWN_AWAY,"),
        ("        tree.append(entry_of(segment))\n", ""),
        ("while len(sealed) < MOST and", "while"),
    ),
    *in_file(
        "dicepool/homes.py",
        LOG,
        ('"dicepool_segment", "last, number")', '"dicepool_segment", "last, number DESC")'),
    ),
    *in_file(
        "dicepool/guard.py",
        f"{LOG} -k TestPassedOver",
        (
            "        aside(partial(Passed.objects.create, first=here.taken + 1, last=base, reason=reason))\n",
            "        pass\n",
        ),
    ),
    *in_file(
        "dicepool/epochs.py",
        f"{LOG} -k test_a_new_epoch",
        ("epoch.after, 0, logbook.EPOCH)", "epoch.after, 0)"),
    ),
    *in_file(
        "dicepool/tasks.py",
        FAULTS,
        ("    except (OSError, guard.Behind) as error:", "    except guard.Behind as error:"),
    ),
    *in_file(
        "dicepool/logfiles.py",
        FILES,
        ("            draft.unlink(missing_ok=True)", "            pass"),
        ("                os.fsync(file.fileno())\n", ""),
        ("    if digest(content) != known:", "    if False:"),
        ("-{known.hex()[:16]}", ""),
    ),
    *in_file("dicepool/views.py", PAGES, ("    if grows:", "    if False:")),
)

FOLDING = (
    *in_file(
        "dicepool/folding.py",
        FOLDED,
        ("            continue\n", "            break\n"),
        ("        ~Exists(uncounted),\n", ""),
        ("        ~Exists(unsealed),\n", ""),
        ("        Exists(newer),\n", ""),
        (" or not fates.settled([batch]):", ":"),
        ("        _read_the_log(batch)\n", ""),
        ("        if not locks.try_for(LOCK) or", "        locks.try_for(LOCK)\n        if"),
    ),
    *in_file("dicepool/books.py", FOLDED, ("            if kind & NUMBERED:", "            if True:")),
    *in_file(
        "dicepool/leaning.py",
        LEAN,
        ("            continue\n", "            break\n"),
        ("lean=False, at__lt=timezone.now() - AFTER", "lean=False"),
        (" if settings.FOLD_AFTER else ()", ""),
        ("        if place == len(spans) or spans[place][0] > last:\n", "        if True:\n"),
        ("    if not locks.try_for(LOCK):\n", "    if False:\n"),
        ("    logfiles.load_lean(log.KIND, number, known, log.filled)\n", ""),
        ("    logfiles.drop(log.KIND, number, known, logfiles.WHOLE)\n", ""),
    ),
    *in_file("dicepool/lean.py", LEAN, (" and turning.pledge_of(number) == one.pledge", "")),
    *in_file(
        "dicepool/audit.py",
        f"{FOLDED} -k TestAnAudit",
        ("    if entry not in tree.find([entry]):\n", "    if False:\n"),
        (
            "        logfiles.load_parts(books.KIND, publication.pk, bytes(publication.ledger))\n",
            "        pass\n",
        ),
    ),
    *in_file(
        "dicepool/logged.py",
        JOINED,
        ("lie[entry].tree == head.tree and lie[entry].index < head.size", "lie[entry].tree == head.tree"),
        ('        if "at" not in told:  #', "        if False:  #"),
    ),
)
