"""The two verifiers of what was rolled."""

from __future__ import annotations

from tests.mutants import in_file

VERIFIERS = "tests/dicepool/test_verifiers.py -k both_verifiers_say"

VERIFYING = (
    *in_file(
        "static/verify_roll.py",
        VERIFIERS,
        ("            if known[name] != batch[name]:", "            if False:"),
        ("        if known != tuple(dice):", "        if False:"),
        ('if before is not None and batch["first"] <= before["last"]:', "if False:"),
        ('if number == 1 and raw(batch["previous"], 32) != bytes(32):', "if False:"),
        ('        if made != batch.get("made"):', "        if False:"),
        ("            if link not in longest[1]:", "            if False:"),
        ("            if other != match:", "            if False:"),
        ("            if known != part:", "            if False:"),
        ("        elif current:", "        elif False:"),
        ("for _, chains, kept in given.lists if kept for", "for _, chains, kept in given.lists for"),
        ('        if kept and kind not in ("link", "boatzee-batches-1"):', "        if False:"),
    ),
    *in_file(
        "static/js/verify.js",
        VERIFIERS,
        ("if (known.batch[name] !== batch[name]) {", "if (false) {"),
        ("if (known.dice.join() !== dice.join()) {", "if (false) {"),
        ("if (before && batch.first <= before.last) {", "if (false) {"),
        ('if (number === 1 && batch.previous !== "0".repeat(64)) {', "if (false) {"),
        ("if (known.made !== batch.made) {", "if (false) {"),
        ("if (known.match !== match) {", "if (false) {"),
        ("if (known.part !== part) throw", "if (false) throw"),
        ("if (current) throw", "if (false) throw"),
        ("for (const list of given.lists) if (list.kept) upTo", "for (const list of given.lists) upTo"),
    ),
)
