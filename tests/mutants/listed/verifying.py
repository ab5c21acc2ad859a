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
        ("        elif longest and longest[0].lost - set(longest[0].links):", "        elif longest:"),
        ("            if other != match:", "            if False:"),
        ("            if known != part:", "            if False:"),
        ("        elif current:", "        elif False:"),
        ("        if listing.kept:", "        if True:"),
        ('        if kept and kind not in ("link", *LISTS):', "        if False:"),
        ('if "made" in batch and batch["made"] !=', 'if False and batch["made"] !='),
        ("eight(number), eight(at))", "eight(number), eight(0))"),
        ("        if mine != theirs:", "        if False:"),
        ("        if known.told() != epoch.told():", "        if False:"),
        ("        elif number in lost:", "        elif False:"),
        ('if number == epoch.batch and batch["chain"] != epoch.chain:', "if False:"),
        ('if number == epoch.batch + 1 and batch["previous"] != epoch.chain:', "if False:"),
        ('if number <= epoch.batch and batch["last"] > epoch.after:', "if False:"),
        ('if number > epoch.batch and batch["first"] <= epoch.after:', "if False:"),
        (
            "            if links.setdefault(epoch.batch, epoch.chain) != epoch.chain:",
            "            if False:",
        ),
        ("if epoch.after < before.after or epoch.batch < before.batch:", "if False:"),
        ("if self.cursor > self.after or self.abandoned != left:", "if self.cursor > self.after:"),
        ("            number -= 1", "            break"),
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
        ("given.lists.filter((one) => one.kept)", "given.lists"),
        ('if ("made" in batch && batch.made', "if (false && batch.made"),
        ("eight(number), eight(at))", "eight(number), eight(0))"),
        ("if (before(one) !== before(other)) {", "if (false) {"),
        ("if (known.all !== epoch.all) {", "if (false) {"),
        ("if (lost.has(number)) {", "if (false) {"),
        ("if (number === end && batch.chain !== chain) {", "if (false) {"),
        ("if (number === end + 1 && batch.previous !== chain) {", "if (false) {"),
        ("if (number <= end && batch.last > after) {", "if (false) {"),
        ("if (number > end && batch.first <= after) {", "if (false) {"),
        ("if ((links.get(epoch.batch) ?? epoch.chain) !== epoch.chain) {", "if (false) {"),
        ("if (epoch.after < before.after || epoch.batch < before.batch) {", "if (false) {"),
        ("if (cursor > after || abandoned.join() !== left.join()) {", "if (cursor > after) {"),
        ("given.batches.has(number) && !kept", "number > 0 && !kept"),
    ),
)
