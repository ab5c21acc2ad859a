"""What keeps the public log of the dice from telling two stories."""

from __future__ import annotations

from tests.mutants import in_file

TREE = "tests/dicepool/test_tree.py"
HEADS = "tests/dicepool/test_heads.py"
NOTES = "tests/dicepool/test_notes.py"
WITNESSES = "tests/dicepool/test_witnesses.py"
ALARMS = "tests/dicepool/test_witness_alarms.py"
PROGRAM = "tests/dicepool/test_witness_program.py"
HARMED = f"{HEADS} -k test_a_log_that_is_not_the_one"

SIGNING = (
    *in_file(
        "dicepool/guard.py",
        HARMED,
        ("    if kept is not None and (kept.head > (tree, size) or not grew_from(kept)):", "    if False:"),
        (" or not grew_from(kept)\n            if here.taken", "\n            if here.taken"),
        ("    if not grew_from(kept):\n", "    if False:\n"),
    ),
    *in_file(
        "dicepool/guard.py",
        f"{HEADS} -k TestSigning",
        ("    _remember(replace(now, tree=tree, size=size, root=root.hex()), kept)\n", ""),
    ),
    *in_file(
        "dicepool/tree.py",
        HARMED,
        ("    if not guard.is_admitted():\n        guard.aside(guard.admit)\n", "    pass\n"),
    ),
    *in_file(
        "dicepool/tree.py",
        f"{HEADS} -k TestSigning",
        ("transaction.atomic(durable=True), guard.alone()", "guard.alone()"),
        ("transaction.atomic(durable=True), guard.alone()", "transaction.atomic(durable=True)"),
    ),
    *in_file(
        "dicepool/tree.py",
        f"{TREE} -k TestTwoAtOnce",
        (
            "    _admitted()\n    locks.wait_for(LOCK)\n    return leaves.add(",
            "    _admitted()\n    return leaves.add(",
        ),
    ),
    *in_file(
        "dicepool/tree.py",
        f"{HEADS} -k TestANewEpoch",
        ("        before = max(before, (kept.tree, kept.size, kept.root))\n", "        pass\n"),
        ("    tree = max(old, before[0], beyond) + 1", "    tree = max(old, beyond) + 1"),
    ),
    *in_file(
        "dicepool/epochs.py", f"{HEADS} -k TestANewEpoch", ("            tree.begin(kept, beyond)\n", "")
    ),
)

SIGNED = (
    *in_file(
        "dicepool/notes.py",
        NOTES,
        ("            if at is None:", "            if False:"),
        ("_CONTROL.search(note):", "False:"),
        ("    if given != found.id.hex():", "    if False:"),
        ("        if key.kind != COSIGNATURE:", "        if False:"),
        ("            message = cosigned(text, at)\n", ""),
        ("    if len(lines) > MOST:", "    if False:"),
    ),
    *in_file(
        "dicepool/witnesses.py",
        WITNESSES,
        ("    if not signed:", "    if False:"),
        ("    if any(one.at > latest.timestamp() for one in signed):", "    if False:"),
        (
            '    if found is None or found.note.partition("\\n\\n")[0] + "\\n" != note.text:',
            "    if found is None:",
        ),
        ("    if ours and not _was_ours(said):", "    if ours:"),
        ("        _newer(found, signed),\n", "        [_row(found, one) for one in signed],\n"),
        (" if witness not in kept or row.at > kept[witness]]", "]"),
        (".exclude(size__in=kept)", ""),
    ),
    *in_file(
        "dicepool/tree_views.py",
        WITNESSES,
        ("    if len(request.body) > LARGEST:", "    if False:"),
        ("        end = min(head.size, first +", "        end = min(10**9, first +"),
        ("        if size > head.size:", "        if False:"),
        ("        if new > head.size:", "        if False:"),
    ),
)

WATCHING = (
    *in_file(
        "static/boatzee_witness.py",
        ALARMS,
        ("        if small.size == large.size and small.root != large.root:", "        if False:"),
        (
            "        if not is_consistent(small.size, small.root, large.size, large.root, proof):",
            "        if False:",
        ),
        (
            "        if not lost and not is_consistent(kept.size,",
            "        if False and not is_consistent(kept.size,",
        ),
        ("        if found[1] != kept.origin or size < kept.size:", "        if False:"),
        ("        if frontier.root() != head.root:", "        if False:"),
        ("            if chain != new and (bound or chain != old):", "            if False:"),
        ("        if first <= last_before:", "        if False:"),
        ("            if known != own:", "            if False:"),
        ("            if number != before + 1:", "            if False:"),
        ("            if first != end + 1 or last < first - 1:", "            if False:"),
        ('        if "alarm" in self.state:', "        if False:"),
    ),
    *in_file(
        "static/boatzee_witness.py",
        PROGRAM,
        ("        if not key.signed(note):", "        if False:"),
        ("        except (OSError, http.client.HTTPException) as", "        except OSError as"),
        ("        except (ValueError, RecursionError):", "        except ValueError:"),
        ("        self._keep(head, story, frontier)\n", "        pass\n"),
    ),
)
