"""What keeps folding from losing a match, or a reader from missing one."""

from __future__ import annotations

from tests.mutants import in_file

FOLDING = "tests/games/test_folding.py"
READ = "tests/games/test_folded_read.py"
AT_ONCE = "tests/faults/test_folding.py"
PACKED = "tests/games/test_packed.py tests/games/test_packed_versions.py"

FOLDED = (
    *in_file(
        "games/match/folding.py",
        FOLDING,
        ("    if not settings.FOLD_AFTER:\n        return Run(0)\n", ""),
        (".filter(ended_at__lte=timezone.now() - settings.FOLD_AFTER)", ""),
        ("folded=False, started_at__isnull=False,", "folded=False,"),
        ("ended_at__isnull=False, status__in=over", "ended_at__isnull=False"),
        ("if [move.number for move in moves] != list(range(1, len(moves) + 1)):", "if False:"),
        ("if gone != sum(len(moves[pk]) for pk in done):", "if False:"),
        ("if fold is not None and fold.late != _late(fold.contents.moves):", "if False:"),
        ("if fold is not None and (rows or match.state is not None):", "if False:"),
    ),
    *in_file(
        "games/match/folding.py",
        AT_ONCE,
        (
            " = list(matches.select_for_update(no_key=True, skip_locked=True))",
            " = list(matches.select_for_update(no_key=True, nowait=True))",
        ),
        ("folded.select_for_update(no_key=True, skip_locked=True)", "folded.select_for_update(no_key=True)"),
        (
            "folded.select_for_update(no_key=True, skip_locked=True)",
            "folded.select_for_update(no_key=True, nowait=True)",
        ),
        ("    if not match.folded:\n        return\n", ""),
    ),
    *in_file(
        "games/match/statements.py", FOLDING, ("to_the_millisecond(at), move.ordered", "at, move.ordered")
    ),
    *in_file(
        "games/match/play.py",
        FOLDING,
        ("turn, at = 0, to_the_millisecond(timezone.now())", "turn, at = 0, timezone.now()"),
    ),
    *in_file(
        "games/packed/coding.py", f"{PACKED} tests/games/test_packed_choices.py", ("size + STEP", "size")
    ),
    *in_file("games/match/folding.py", READ, ("if move.kind == Kind.TIMEOUT}", "}")),
    *in_file("games/match/staff.py", FOLDING, ("    folding.unfold(match, seats)\n", "")),
    *in_file(
        "games/match/move_log.py",
        READ,
        ("fold.contents if hidden or most > LAST else fold.end", "fold.contents"),
        ("fold.contents if hidden or most > LAST else fold.end", "fold.end"),
        ("return _of_fold(match, of_fold) or read", "return read"),
        ("return rows() if found is None else found", "return found or []"),
        ("match.fold if match.folded else Folded.objects.get(match=match)", "match.fold"),
        ("if match in seen:", "if False:"),
        ("if seat == index:", "if True:"),
        ("if seats >> seat & 1}", "}"),
    ),
    *in_file(
        "games/packed/__init__.py",
        PACKED,
        ("same = unpack(packed) == contents and unpack_end(packed) == end", "same = True"),
        ("packed[:1] not in READERS", "False"),
        ("if CHECK.pack(zlib.crc32(packed[: -CHECK.size])) != packed[-CHECK.size :]:", "if False:"),
    ),
    *in_file(
        "games/packed/fifth.py",
        PACKED,
        ("                if mark == KEPT\n", ""),
        ("reversed(UNITS) if not any(move.at % one for move in moves)", "reversed(UNITS)"),
        ("reversed(UNITS)", "UNITS"),
        ("0 <= count <= choices", "True"),
        ("log.told(given[0]) if given else []", "log.told(given[0])"),
    ),
    *in_file("games/packed/fourth.py", PACKED, ("0 <= count <= choices", "True")),
    *in_file("games/packed/stretches.py", PACKED, ("if len(known) > wait + 1:", "if True:")),
    *in_file("games/packed/stretches.py", PACKED, ("max(count - LAST, 0)", "0")),
    *in_file("games/packed/acts.py", PACKED, ("tuple(keep) in ways", "True")),
    *in_file("games/packed/spelt.py", PACKED, ("-?[1-9][0-9]{0,14}|0", "-?[0-9]+")),
    *in_file("games/packed/log.py", PACKED, ("if max(keep, dice, serials) > MOST_OF_EACH:", "if False:")),
    *in_file("games/packed/earlier.py", PACKED, (" if packed[:1] == LATER else (shape.kind, False)", "")),
    *in_file(
        "games/packed/chains.py",
        PACKED,
        ("last.get(before(number), place)", "place"),
        ("if 0 < place", "if 0 <= place"),
        ("<= FURTHEST", "<= FURTHEST + 1"),
        ("<= FURTHEST", "< FURTHEST"),
    ),
    *in_file(
        "games/migrations/0015_folded.py",
        FOLDING,
        ('if apps.get_model("games", "Folded").objects.exists():', "if False:"),
    ),
)
