"""What is to be said of the files of tests/dicepool/log_vectors.py, good and forged."""

from __future__ import annotations

from collections.abc import Iterator

Good = tuple[str, list[str], list[str], list[str]]
Forgery = tuple[str, list[str], list[str], str]

KEYS = ["key", "witness", "silent witness"]
LOGS = ["log 1", "log 2", "log 3"]
SEALED = [
    "ok sealed proofs: 6 rolls lead to the roots of their batches",
    "ok sealed proofs: the lines of 6 rolls lead to the roots of their segments",
    "ok sealed proofs: 2 of its batches and segments lead to the root of its checkpoint, a tree of 7",
]
SEALED_22 = [
    line.replace("sealed proofs", "sealed proofs of 22").replace("6 rolls", "5 rolls") for line in SEALED
]
INNER = "the checkpoint in sealed proofs"
WHO = "open {}: who signed it: no key was given"
SIGNED = "ok {}: signed by dice.example"
TURNED = [
    "ok 2 rolls were turned as they should by numbers that fit their pledges",
    "open whether these sets were fixed before their numbers were known, only kept receipts show: 12, 14",
]
TURNED_22 = [line.replace("12, 14", "22, 23") for line in TURNED]
WHOLE_LOG = [
    "ok log 1: all 20 lines of segment 1 of the log",
    "ok log 2: all 27 lines of segment 2 of the log",
    "ok log 3: all 14 lines of segment 3 of the log",
]
UNHELD = "open {}: no segment was given to hold these lines against"
PROVED = "ok bound record: a record, all 6 rolls as proven"
BOUND_TO_21 = "ok bound record: 6 sets are bound to match 21 in the log, each to its seat and place"
THROWN = "ok bound record: 2 sets that were reserved for it and not used were thrown away"
ITS_END = (
    "open bound record: that no roll is left out at its end, as far as these lines of the log go,"
    " by seats 1, 2"
)
STANDS = "open batch 2 stands in a checkpoint; whether it did before its rolls, only a kept one shows"
BEFORE = "ok batch 2 was published before: it stands in what you kept"
NO_LIST = "open batch 2: no list was given that shows its root to everybody"
ALL_OF_2 = "ok batch 2: all 40 sets of batch 2 give its root"
FRESH = [
    "ok fresh proofs: 2 rolls lead to the roots of their batches",
    "open fresh proofs: how the log tells of rolls 12, 13: it is not sealed yet",
    "open fresh proofs: that these stand in a checkpoint: batch 2",
]
UNKNOWN = "whose lines in the log were not given:"
DEALT = [
    "ok {}: a record, all 5 rolls as proven",
    "ok {}: 3 sets are bound to deal 9 in the log, each to its turn and roll",
    "ok {}: 1 sets that were dealt and not used were thrown away",
    "open {}: whether anybody used these sets of deal 9, which it does not have: 41",
]

GOOD: list[Good] = [
    (
        "proofs with their lines, segments and a checkpoint",
        ["sealed proofs"],
        [],
        [*SEALED, WHO.format(INNER), *TURNED, STANDS],
    ),
    (
        "the same with the site's key and two witnesses'",
        ["sealed proofs", *KEYS],
        [],
        [
            *SEALED,
            SIGNED.format(INNER),
            f"ok {INNER}: seen by witness.example/w at 2026-05-03T12:00:00+00:00",
            f"open {INNER}: what silent.example says to it, who has not signed it",
            *TURNED,
            STANDS,
        ],
    ),
    (
        "the same with a witness's key alone",
        ["sealed proofs", "witness"],
        [],
        [
            *SEALED,
            WHO.format(INNER),
            f"ok {INNER}: seen by witness.example/w at 2026-05-03T12:00:00+00:00",
            *TURNED,
            STANDS,
        ],
    ),
    (
        "nothing kept but a checkpoint",
        ["sealed proofs", "checkpoint 2", "consistency 2-7", "key"],
        ["checkpoint 2"],
        [
            *SEALED,
            SIGNED.format(INNER),
            SIGNED.format("checkpoint 2"),
            f"ok consistency 2-7: the tree in checkpoint 2 grew into the one in {INNER}",
            *TURNED,
            BEFORE,
        ],
    ),
    (
        "a kept checkpoint that nothing links to that of today",
        ["sealed proofs", "checkpoint 2", "key"],
        ["checkpoint 2"],
        [
            *SEALED,
            SIGNED.format(INNER),
            SIGNED.format("checkpoint 2"),
            f"open that the tree in checkpoint 2 grew into the one in {INNER}:"
            " give consistency.json?old=2&new=7",
            *TURNED,
            STANDS,
        ],
    ),
    (
        "a kept checkpoint that is older than the batch",
        ["proof of 4 in the tree", "checkpoint 5", "consistency 5-7", "key"],
        ["checkpoint 5"],
        [
            "ok proof of 4 in the tree: 1 rolls lead to the roots of their batches",
            "ok proof of 4 in the tree: the lines of 1 rolls lead to the roots of their segments",
            "ok proof of 4 in the tree: 2 of its batches and segments lead to the root of its checkpoint,"
            " a tree of 7",
            SIGNED.format("the checkpoint in proof of 4 in the tree"),
            SIGNED.format("checkpoint 5"),
            "ok consistency 5-7: the tree in checkpoint 5 grew into the one in"
            " the checkpoint in proof of 4 in the tree",
            STANDS.replace("batch 2", "batch 4"),
        ],
    ),
    (
        "nothing but a kept checkpoint",
        ["checkpoint 2"],
        ["checkpoint 2"],
        [WHO.format("checkpoint 2"), "open checkpoint 2: there is nothing to hold this checkpoint against"],
    ),
    (
        "a kept checkpoint, and two steps to that of today",
        ["checkpoint 2", "sealed proofs", "checkpoint 5", "consistency 2-5", "consistency 5-7", "key"],
        ["checkpoint 2"],
        [
            *SEALED,
            *map(SIGNED.format, ("checkpoint 2", INNER, "checkpoint 5")),
            "ok consistency 2-5: the tree in checkpoint 2 grew into the one in checkpoint 5",
            f"ok consistency 5-7: the tree in checkpoint 5 grew into the one in {INNER}",
            *TURNED,
            BEFORE,
        ],
    ),
    (
        "a record that is bound to its match, and its proofs",
        ["bound record", "sealed proofs", "key"],
        [],
        [*SEALED, SIGNED.format(INNER), *TURNED, PROVED, BOUND_TO_21, ITS_END, STANDS],
    ),
    (
        "the same with the whole log: nothing is left out, and what was left over was thrown away",
        ["bound record", "sealed proofs", *LOGS, "entries", "key"],
        [],
        [
            *SEALED,
            SIGNED.format(INNER),
            f"ok entries: its first 7 entries give the root in {INNER}",
            *WHOLE_LOG,
            *TURNED,
            PROVED,
            BOUND_TO_21,
            THROWN,
            STANDS,
        ],
    ),
    (
        "the same of a game with two sets that wait",
        ["bound record of 22", "sealed proofs of 22", *LOGS, "entries", "key"],
        [],
        [
            *SEALED_22,
            SIGNED.format(f"{INNER} of 22"),
            f"ok entries: its first 7 entries give the root in {INNER} of 22",
            *WHOLE_LOG,
            *TURNED_22,
            "ok bound record of 22: a record, all 3 rolls as proven",
            BOUND_TO_21.replace("record: 6", "record of 22: 5").replace("21", "22"),
            "ok bound record of 22: 4 sets that were reserved for it and not used were thrown away",
            STANDS,
        ],
    ),
    (
        "a match that ended and was taken up again: what was left over then is a gap that the log explains",
        ["bound record of 24", "batch 2", *LOGS],
        [],
        [
            ALL_OF_2,
            *map(UNHELD.format, LOGS),
            "ok bound record of 24: a record, all 2 rolls as proven",
            BOUND_TO_21.replace("record: 6", "record of 24: 2").replace("21", "24"),
            THROWN.replace("record", "record of 24"),
            NO_LIST,
        ],
    ),
    (
        "the same with nothing but the lines of its rolls",
        ["bound record of 24", "sealed proofs of 24", "key"],
        [],
        [
            *(
                line.replace("sealed proofs", "sealed proofs of 24").replace("6 rolls", "2 rolls")
                for line in SEALED
            ),
            SIGNED.format(f"{INNER} of 24"),
            "ok bound record of 24: a record, all 2 rolls as proven",
            BOUND_TO_21.replace("record: 6", "record of 24: 2").replace("21", "24"),
            f"open bound record of 24: what became of these, {UNKNOWN} seat 1 set 1",
            ITS_END.replace("record", "record of 24").replace("1, 2", "1"),
            STANDS,
        ],
    ),
    (
        "the same where it is not known whether what was left over was thrown away",
        ["bound record of 24", "batch 2", "proof of what was left over", "log 3", "key"],
        [],
        [
            ALL_OF_2,
            "ok proof of what was left over: 1 rolls lead to the roots of their batches",
            "ok proof of what was left over: the lines of 1 rolls lead to the roots of their segments",
            SEALED[2].replace("sealed proofs", "proof of what was left over"),
            SIGNED.format("the checkpoint in proof of what was left over"),
            UNHELD.format("log 3"),
            "ok bound record of 24: a record, all 2 rolls as proven",
            f"open bound record of 24: that these rolls are bound to it, {UNKNOWN} 31, 33",
            "open bound record of 24: what became of sets that were reserved for it: 32",
            ITS_END.replace("record", "record of 24").replace("1, 2", "1"),
            STANDS,
        ],
    ),
    (
        "a match that an older release began",
        ["bound record of 25", "proof of 3", "batch 2", *LOGS, "key"],
        [],
        [
            "ok proof of 3: 1 rolls lead to the roots of their batches",
            "ok proof of 3: the lines of 1 rolls lead to the roots of their segments",
            "ok proof of 3: 2 of its batches and segments lead to the root of its checkpoint, a tree of 7",
            ALL_OF_2,
            SIGNED.format("the checkpoint in proof of 3"),
            WHOLE_LOG[0],
            *map(UNHELD.format, LOGS[1:]),
            "ok bound record of 25: a record, all 2 rolls as proven",
            "open bound record of 25: that these rolls are bound to it, which an older release dealt: 3",
            BOUND_TO_21.replace("record: 6", "record of 25: 1").replace("21", "25"),
            THROWN.replace("record: 2", "record of 25: 1"),
            STANDS.replace("batch 2", "batch 1"),
            NO_LIST,
        ],
    ),
    (
        "two matches of one deal",
        ["duplicate record", "duplicate record of another match", "batch 2", "log 2", "log 3"],
        [],
        [
            ALL_OF_2,
            *map(UNHELD.format, LOGS[1:]),
            *(line.format("duplicate record") for line in DEALT),
            *(line.format("duplicate record of another match") for line in DEALT),
            NO_LIST,
        ],
    ),
    (
        "a record of a deal without the log",
        ["duplicate record", "batch 2"],
        [],
        [
            ALL_OF_2,
            DEALT[0].format("duplicate record"),
            f"open duplicate record: that these rolls are bound to it, {UNKNOWN} 37, 38, 40",
            NO_LIST,
        ],
    ),
    (
        "a record, its published batch and lines of the log",
        ["bound record", "batch 2", "log 1", "log 3"],
        [],
        [ALL_OF_2, UNHELD.format("log 1"), UNHELD.format("log 3"), PROVED, BOUND_TO_21, THROWN, NO_LIST],
    ),
    (
        "a record whose log ends before its leftovers were thrown away",
        ["bound record", "batch 2", "log 1"],
        [],
        [
            ALL_OF_2,
            UNHELD.format("log 1"),
            PROVED,
            BOUND_TO_21,
            "open bound record: what became of sets that were reserved for it: 17, 18",
            NO_LIST,
        ],
    ),
    (
        "a record and its published batch alone",
        ["bound record", "batch 2"],
        [],
        [
            ALL_OF_2,
            f"open bound record: that its numbers turned these rolls so, {UNKNOWN} 12, 14",
            f"open bound record: that these rolls are bound to it, {UNKNOWN} 10, 11, 12, 13, 14, 15",
            ITS_END,
            NO_LIST,
        ],
    ),
    (
        "proofs of rolls that are not sealed yet",
        ["fresh proofs"],
        [],
        [*FRESH, f"open that their numbers turned these rolls so, {UNKNOWN} 12", NO_LIST],
    ),
    (
        "the same with receipts, one of them kept",
        ["fresh proofs", "receipt 12", "receipt 13", "key"],
        ["receipt 12"],
        [
            *FRESH,
            SIGNED.format("receipt 12"),
            SIGNED.format("receipt 13"),
            "open receipt 12: that roll 12 stands in the log so: its line was not given",
            "open receipt 13: that roll 13 stands in the log so: its line was not given",
            "ok 1 rolls were turned as they should by numbers that fit their pledges",
            NO_LIST,
        ],
    ),
    (
        "receipts whose sets stand in the log as was promised",
        ["receipt 12", "sealed proofs", "receipt 13"],
        ["receipt 12", "receipt 13"],
        [
            *SEALED,
            *map(WHO.format, ("receipt 12", INNER, "receipt 13")),
            "ok receipt 12: roll 12 stands in the log as was promised",
            "ok receipt 13: roll 13 stands in the log as was promised",
            TURNED[0],
            TURNED[1].replace("12, 14", "14"),
            STANDS,
        ],
    ),
    (
        "entries in two parts that overlap, and two checkpoints",
        ["entries to 4", "entries from 3", "checkpoint 7", "checkpoint 2"],
        ["checkpoint 2"],
        [
            WHO.format("checkpoint 7"),
            WHO.format("checkpoint 2"),
            "ok entries to 4: its first 2 entries give the root in checkpoint 2",
            "ok entries to 4: its first 7 entries give the root in checkpoint 7",
        ],
    ),
    (
        "entries that show that a batch stood in a kept checkpoint",
        ["entries", "checkpoint 7", "checkpoint 2", "new proofs"],
        ["checkpoint 7"],
        [
            "ok new proofs: 2 rolls lead to the roots of their batches",
            WHO.format("checkpoint 7"),
            WHO.format("checkpoint 2"),
            "ok entries: its first 2 entries give the root in checkpoint 2",
            "ok entries: its first 7 entries give the root in checkpoint 7",
            BEFORE.replace("batch 2", "batch 3"),
            BEFORE.replace("batch 2", "batch 4"),
        ],
    ),
    (
        "entries without those before them",
        ["entries from 3", "checkpoint 7"],
        [],
        [
            WHO.format("checkpoint 7"),
            "open entries from 3: the entries before entry 3 were not given",
            "open checkpoint 7: there is nothing to hold this checkpoint against",
        ],
    ),
    (
        "the path of one batch",
        ["inclusion of batch 2", "checkpoint 7", "batch 2"],
        ["checkpoint 7"],
        [
            ALL_OF_2,
            WHO.format("checkpoint 7"),
            "ok inclusion of batch 2: entry 1 leads to the root in checkpoint 7",
            BEFORE,
        ],
    ),
    (
        "paths and entries without any checkpoint",
        ["inclusion of batch 2", "consistency 2-7", "entries"],
        [],
        [
            "open inclusion of batch 2: there is no checkpoint of size 7 to hold this entry against",
            "open consistency 2-7: there are no checkpoints of sizes 2 and 7 to hold it against",
            "open entries: there is no checkpoint to hold these entries against",
        ],
    ),
    (
        "a tree that began anew, and the last head of the one before",
        ["checkpoint of the next tree", "entries of the next tree", "checkpoint 7", "key"],
        ["checkpoint 7"],
        [
            SIGNED.format("checkpoint of the next tree"),
            SIGNED.format("checkpoint 7"),
            "ok entries of the next tree: its first 1 entries give the root in checkpoint of the next tree",
            "open checkpoint 7: there is nothing to hold this checkpoint against",
        ],
    ),
    (
        "an epoch that passed over rolls which had been dealt",
        ["log of an epoch", "older proofs", "receipt 13", "key"],
        [],
        [
            "ok older proofs: 1 rolls lead to the roots of their batches",
            "ok older proofs: the lines of 1 rolls lead to the roots of their segments",
            "ok older proofs: 2 of its batches and segments lead to the root of its checkpoint, a tree of 5",
            SIGNED.format("the checkpoint in older proofs"),
            SIGNED.format("receipt 13"),
            "open roll 12: why an epoch passed over it, though it stood in the log before",
            "open log of an epoch: no segment was given to hold these lines against",
            "open receipt 13: why an epoch passed over roll 13, which was promised",
            "ok 1 rolls were turned as they should by numbers that fit their pledges",
            TURNED[1].replace("12, 14", "12"),
            STANDS,
        ],
    ),
    (
        "proofs with their lines, but nothing of the tree",
        ["sealed proofs, nothing of the tree", "new list"],
        [],
        [
            *(line.replace("sealed proofs", "sealed proofs, nothing of the tree") for line in SEALED[:2]),
            "open sealed proofs, nothing of the tree: that these stand in a checkpoint: segment 1, batch 2",
            "ok new list: a list of 4 batches, each linked to the one before",
            *TURNED,
            "open batch 2 stands in the list; whether it did before its rolls, only a kept list shows",
        ],
    ),
]

RECORD = ["sealed proofs"]
FORGERIES: list[Forgery] = [
    # The log.
    (
        "two lines for one serial",
        ["log 1", "log 1, another label"],
        [],
        "roll 13 stands otherwise in the log in log 1, another label than in log 1",
    ),
    (
        "a line that is not the one in the proof",
        ["sealed proofs", "log 1, another label"],
        [],
        "roll 13 stands otherwise in the log in log 1, another label than in sealed proofs",
    ),
    (
        "lines that are not those of their segment",
        ["log 1, another label", "entries", "checkpoint 7"],
        [],
        "the lines of log 1, another label do not give the root of segment 1",
    ),
    (
        "a serial that is missing",
        ["log 1, a line left out"],
        [],
        "serials are missing from log 1, a line left",
    ),
    (
        "a line that is none",
        ["log 1, something else"],
        [],
        "a line of the log in log 1, something else cannot",
    ),
    (
        "serials after what was thrown away",
        ["log 3, a line at the end"],
        [],
        "serials are missing from log 3, a line at the end, or not in order",
    ),
    (
        "a roll that was taken and passed over",
        ["sealed proofs", "log 1, 13 passed over"],
        [],
        "roll 13 stands in the log in sealed proofs, and was passed over as well",
    ),
    (
        "a roll of a record that was rolled back",
        ["bound record", "batch 2", "log 1, 13 rolled back"],
        [],
        "roll 13 of bound record was never taken, as the log says",
    ),
    (
        "a roll of a record that was passed over",
        ["bound record", "batch 2", "log 1, 13 passed over"],
        [],
        "roll 13 of bound record was never taken, as the log says",
    ),
    (
        "a roll of a record that was thrown away",
        ["bound record", "sealed proofs", "log 3, 13 thrown away"],
        [],
        "roll 13 of bound record was thrown away, as the log says",
    ),
    (
        "a roll with a number that was thrown away",
        ["sealed proofs", "log 3, 12 thrown away"],
        [],
        "roll 12 has a number in sealed proofs, and was thrown away, as the log says",
    ),
    (
        "something thrown away that was never taken",
        ["log 1", "log 3, 16 thrown away"],
        [],
        "roll 16 was thrown away in log 3, 16 thrown away, and never taken",
    ),
    (
        "two sets for one place",
        ["sealed proofs", "log 3, 50 bound as 12"],
        [],
        "rolls 12 and 50 are bound to the same place",
    ),
    (
        "serials that were passed over twice",
        ["log 3", "log 3, more passed over"],
        [],
        "serial 54 was passed over twice in log 3, more passed over",
    ),
    (
        "serials that were passed over for two reasons",
        ["log 3", "log 3, passed over otherwise"],
        [],
        "serials 54 to 55 were passed over otherwise in log 3, passed over otherwise than in log 3",
    ),
    (
        "segments that overlap",
        ["proofs of overlapping segments"],
        [],
        "segment 2 in proofs of overlapping segments does not follow segment 1",
    ),
    (
        "one segment with two roots",
        ["sealed proofs, nothing of the tree", "sealed proofs, another time of a segment"],
        [],
        "segment 1 is another one in sealed proofs, another time of a segment than in sealed proofs, nothing",
    ),
    ("lines that were kept", ["log 1"], ["log 1"], "log 1 is neither a list nor a link, a checkpoint or a"),
    # The tree.
    (
        "two heads of one size",
        ["checkpoint 7", "checkpoint 7 forked"],
        [],
        "two heads of one size: the tree of dice.example of size 7 has another root in checkpoint",
    ),
    (
        "a kept head of the same size as that of the proofs",
        ["sealed proofs", "checkpoint 7 forked"],
        ["checkpoint 7 forked"],
        "two heads of one size: the tree of dice.example of size 7 has another root in checkpoint",
    ),
    (
        "a kept checkpoint that did not grow into that of today",
        ["sealed proofs", "checkpoint 5 forked", "consistency 5-7"],
        ["checkpoint 5 forked"],
        f"consistency 5-7 does not show that the tree in checkpoint 5 forked grew into the one in {INNER}",
    ),
    (
        "a tree that is smaller than the kept one",
        ["older proofs", "checkpoint 7"],
        ["checkpoint 7"],
        "the tree in the checkpoint in older proofs is smaller than the one that was kept in checkpoint 7",
    ),
    (
        "another entry at one place of two trees",
        ["entries forked", "checkpoint 5 forked", "sealed proofs of 22"],
        [],
        "entry 4 of the tree is another one in",
    ),
    (
        "entries that do not give the root",
        ["entries that end", "checkpoint 7"],
        [],
        "the entries in entries that end do not give the root in checkpoint 7",
    ),
    (
        "entries that give one root and not the next",
        ["entries that end", "checkpoint 5", "checkpoint 7"],
        [],
        "the entries in entries that end do not give the root in checkpoint 7",
    ),
    ("entries that are no text", ["entries of numbers"], [], "an entry in entries of numbers is no text"),
    (
        "the path of an entry that is not there",
        ["inclusion of another batch", "checkpoint 7"],
        [],
        "entry 1 in inclusion of another batch does not lead to the root in checkpoint 7",
    ),
    (
        "a tree that tells of another batch than the list",
        ["entries of another batch", "checkpoint of another batch", "new list"],
        [],
        "batch 2 has another root in the tree in entries of another batch than in new list",
    ),
    (
        "a tree that began after another head than the last",
        ["checkpoint of a false tree", "entries of a false tree", "checkpoint 7"],
        ["checkpoint 7"],
        "the tree in entries of a false tree does not follow the one in checkpoint 7",
    ),
    # Notes.
    ("another key", ["checkpoint 7", "key of another"], [], "checkpoint 7 is not signed by dice.example"),
    (
        "a checkpoint of another key",
        ["checkpoint 7 of another key", "key"],
        [],
        "checkpoint 7 of another key is not signed by dice.example",
    ),
    (
        "a signature of something else",
        ["checkpoint 7 with a false signature", "key"],
        [],
        "the signature of dice.example under checkpoint 7 with a false signature is false",
    ),
    (
        "a witness's signature of another time",
        ["checkpoint 7 at another time", "key", "witness"],
        [],
        "the signature of witness.example/w under checkpoint 7 at another time is false",
    ),
    (
        "a checkpoint of another log",
        ["checkpoint of another origin", "key"],
        [],
        "checkpoint of another origin is not signed by dice.example",
    ),
    (
        "a checkpoint with something behind",
        ["checkpoint with letters behind"],
        [],
        "the signatures of checkpoint with letters behind cannot be read",
    ),
    ("a note that is neither", ["a note"], [], "a note is a signed note of an unknown kind"),
    (
        "a receipt of another key",
        ["receipt 12, another key", "key"],
        [],
        "receipt 12, another key is not signed by dice.example",
    ),
    (
        "a key under another name",
        ["key under another name"],
        [],
        "the key in key under another name has another name than it had",
    ),
    ("a key of another kind", ["key of another kind"], [], "the key in key of another kind cannot be read"),
    # Receipts.
    (
        "a receipt against the log",
        ["receipt 12, another label", "sealed proofs"],
        ["receipt 12, another label"],
        "roll 12 stands otherwise in the log than receipt 12, another label promises",
    ),
    (
        "two receipts for one set",
        ["receipt 12", "receipt 12, another label"],
        [],
        "roll 12 was promised otherwise in receipt 12, another label than in receipt 12",
    ),
    (
        "a receipt for what was rolled back",
        ["receipt 16", "log 1"],
        [],
        "roll 16 stands otherwise in the log than receipt 16 promises",
    ),
    (
        "a receipt for what was passed over",
        ["receipt 54", "log 3"],
        [],
        "roll 54 stands otherwise in the log than receipt 54 promises",
    ),
    # Records.
    (
        "a record with another number than the proof",
        ["bound record, another number", *RECORD],
        [],
        "roll 12 has another number in bound record, another number than in sealed proofs",
    ),
    (
        "a record with another number than was pledged",
        ["bound record, another number", "batch 2", "log 1"],
        [],
        "the number of roll 12 is not the one that was pledged",
    ),
    (
        "a record without a number that was sent",
        ["bound record, no number", *RECORD],
        [],
        "roll 12 has another number in bound record, no number than in sealed proofs",
    ),
    (
        "half a number",
        ["bound record, half a number", *RECORD],
        [],
        "the rolls of bound record, half a number cannot be read",
    ),
    (
        "a set's own dice where a number turned them",
        ["bound record, a set's own dice", *RECORD],
        [],
        "roll 12: bound record, a set's own dice has",
    ),
    (
        "rolls of another match",
        ["bound record of another match", *RECORD],
        [],
        "roll 12 of bound record of another match is bound to another match",
    ),
    (
        "another seed",
        ["bound record with another seed", *RECORD],
        [],
        "roll 12 of bound record with another seed is bound to another match",
    ),
    ("half a seed", ["bound record with half a seed", *RECORD], [], "expected 32 bytes in hex"),
    (
        "two seeds of one match",
        ["bound record", "bound record with another seed", *RECORD],
        [],
        "match 21 has another seed in bound record with another seed than in bound record",
    ),
    (
        "seats exchanged",
        ["bound record, seats exchanged", *RECORD],
        [],
        "roll 12 stands in bound record, seats exchanged as seat 3 set 0, and is bound to seat 1 set 0",
    ),
    (
        "rolls in another order",
        ["bound record, turned round", *RECORD],
        [],
        "roll 12 of bound record, turned round was taken before one that it follows",
    ),
    (
        "a roll left out in the midst",
        ["bound record, a roll left out", *RECORD],
        [],
        "rolls are left out of bound record, a roll left out: roll 14 is bound to seat 1 set 1, and was not",
    ),
    (
        "a roll left out at the end",
        ["bound record, the last roll left out", *RECORD, "log 1"],
        [],
        "rolls are left out of bound record, the last roll left out: roll 15 is bound to seat 1 set 2",
    ),
    (
        "a roll with a number left out at the end",
        ["bound record, two rolls left out", "sealed proofs without 15"],
        [],
        "rolls are left out of bound record, two rolls left out: roll 14 is bound to seat 1 set 1",
    ),
    (
        "sets that were taken in another order than they are bound",
        ["bound record, places exchanged", "batch 2", "log 1, places exchanged"],
        [],
        "roll 12 of bound record, places exchanged was taken before one that it follows",
    ),
    (
        "sets that are bound in another order than they stand",
        ["bound record of 24", "batch 2", "log 2, places exchanged"],
        [],
        "roll 33 stands in bound record of 24 as seat 1 set 4, and is bound to seat 1 set 0",
    ),
    (
        "a set left out in the midst that was not thrown away",
        ["bound record of 24", "batch 2", "log 2, 32 not thrown away"],
        [],
        "rolls are left out of bound record of 24: roll 32 is bound to seat 1 set 1, and was not thrown away",
    ),
    (
        "a roll that is bound to nothing after one that is",
        ["bound record of 25, with a set of nobody", "batch 2", "log 2, 42 of an older release"],
        [],
        "roll 42 of bound record of 25, with a set of nobody is bound to no match, and an earlier one is",
    ),
    *(
        (
            about,
            [f"duplicate record{which}", "batch 2", "log 2", "log 3"],
            [],
            said.format(f"duplicate record{which}"),
        )
        for about, which, said in (
            (
                "another set for another seat",
                ", another set",
                "{} has roll 37 in turn 1 roll 1, and for another seat roll 40",
            ),
            ("a set of a deal in two places", ", a set twice", "roll 37 is used twice in {}"),
            (
                "a set of a deal that is turned",
                ", turned",
                "roll 37 of {} is turned, and everybody has the same dice",
            ),
            (
                "a set of a deal in another place",
                ", places exchanged",
                "roll 40 stands in {} as turn 1 roll 1, and is bound to turn 2 roll 1",
            ),
            ("sets of another deal", " of another deal", "roll 37 of {} is bound to another deal"),
            ("sets of no deal", " of no deal", "{} has a seed and does not say of which deal"),
            ("another die of a deal", ", another die", "roll 38: {} has"),
        )
    ),
    (
        "two seeds of one deal",
        ["duplicate record", "duplicate record with another seed", "batch 2", "log 2"],
        [],
        "deal 9 has another seed in duplicate record with another seed than in duplicate record",
    ),
    (
        "a set of a deal in a match of its own",
        ["duplicate record", "a plain record with a set of the deal", "batch 2"],
        [],
        "roll 37 is used in two matches, in duplicate record and in a plain record with a set of the deal",
    ),
    (
        "a roll-off left out",
        ["bound record, no roll-off", *RECORD],
        [],
        "rolls are left out of bound record, no roll-off: roll 10 is bound to seat 1 roll-off 1",
    ),
    (
        "a roll of no seat",
        ["bound record, a roll of nobody", *RECORD],
        [],
        "roll 15 of bound record, a roll of nobody belongs to no seat",
    ),
    (
        "a set of an older release after newer ones",
        ["bound record, an old set", "proof of 3", *RECORD],
        [],
        "roll 3 of bound record, an old set was taken before one that it follows",
    ),
]
WRONG_PROOFS = {
    "another number": "the number of roll 12 is not the one that was pledged",
    "a number without a pledge": "roll 13 was turned by a number, and taken without a pledge",
    "thrown otherwise": "roll 12: its number turns it to",
    "thrown without a number": "roll 13: a number and what it turned stand together",
    "a number and nothing thrown": "roll 12: a number and what it turned stand together",
    "the line of another": "roll 12 has the line of another in sealed proofs, the line of another",
    "another line": "the line of roll 13 does not lead to the root of segment 1",
    "a line that is none": "a line of the log in sealed proofs, a line that is none cannot be read",
    "a line beyond its segment": "the line of roll 13 stands beyond the end of its tree",
    "a path too short": "the line of roll 13: the path is too short",
    "no segment": "roll 10: its segment is not in sealed proofs, no segment",
    "a segment that begins later": "roll 10: its segment is not in sealed proofs, a segment that begins",
    "another time of a segment": "segment 1 in sealed proofs, another time of a segment does not lead",
    "another root of a segment": "the line of roll 10 does not lead to the root of segment 1",
    "another place in the tree": "segment 1 in sealed proofs, another place in the tree does not lead to",
    "a place beyond the tree": "segment 1 stands beyond the end of its tree",
    "no checkpoint": "segment 1 in sealed proofs, no checkpoint: the checkpoint is missing",
    "a receipt for a checkpoint": "the checkpoint in sealed proofs, a receipt for a checkpoint is none",
}


def forgeries() -> Iterator[Forgery]:
    """Everything that is wrong: about what, the files, those that were kept, how the complaint begins."""
    yield from FORGERIES
    for name, wrong in WRONG_PROOFS.items():
        yield f"sealed proofs: {name}", [f"sealed proofs, {name}"], [], wrong
