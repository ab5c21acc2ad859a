"""What keeps a puzzle from telling its answer, and a shared position from helping somebody who plays."""

from __future__ import annotations

from tests.mutants import in_file

MAKING = "tests/games/puzzles/test_making.py"
SOLVING = "tests/games/puzzles/test_solving.py"
WORDS = "tests/games/puzzles/test_positions.py"
PAGE = "tests/games/views/test_puzzle.py"
POSITION = "tests/games/views/test_position.py"

PUZZLING = (
    *in_file(
        "games/puzzles/mining.py",
        MAKING,
        ("watching.is_unwatched(seats) or ", ""),
        ("kept < OF_ONE", "kept < 99"),
        ("key=lambda puzzle: puzzle.answer is hard[0].answer", "key=lambda puzzle: 0"),
        ("        unready.add(row.match.code)\n        return 0\n", "        raise\n"),
        (".exclude(match__code__in=unready)", ""),
        ("    row.delete()\n    return found", "    return found"),
    ),
    *in_file(
        "games/puzzles/making.py",
        MAKING,
        ("        position = positions.alone(whole)\n", "        position = whole\n"),
        ("    if len(moves) < 2:\n        return None\n", ""),
        ("POINTS * rules.columns if points", "POINTS if points"),
        ("(SLIP if asked_anyway else PLAIN)", "PLAIN"),
        ("(SLIP if asked_anyway else PLAIN)", "SLIP"),
        (" or best.move.kind in lacking", ""),
        ("return not before", "return True"),
    ),
    *in_file(
        "games/puzzles/stock.py",
        MAKING,
        (" and not (fair and _has_enough(answers, found.answer))", ""),
        ("fair = game < GAMES // 2", "fair = True"),
    ),
    *in_file(
        "games/puzzles/solving.py",
        SOLVING,
        ("puzzle.match.status != Match.Status.FINISHED", "False"),
        ("if player.guest or own:", "if own:"),
        ("if player.guest or own:", "if player.guest:"),
        ("    if first:\n        _count", "    if True:\n        _count"),
        ("(first or made.last_at.date() < now.date())", "True"),
        ("before = rating.rested(mine.value, (made.at - mine.at) / DAY)", "before = mine.value"),
        (".exclude(puzzle__in=known)", ""),
        ("    if not holding.hold([player.pk]):\n        raise NoPuzzle\n", ""),
    ),
    *in_file(
        "games/puzzles/choosing.py",
        SOLVING,
        ("filter(~Exists(tried), ~Exists(own))", "filter(~Exists(own))"),
        ("filter(~Exists(tried), ~Exists(own))", "filter(~Exists(tried))"),
        (".exclude(day_of__day__gte=today())", ""),
        ("    PuzzleDay.objects.filter(day=day).exclude(puzzle__in=shown()).delete()\n", ""),
        ("    if day != today():\n        return None\n", ""),
        ("return timezone.now().date()", "return timezone.localdate()"),
    ),
    *in_file(
        "games/positions/__init__.py",
        WORDS,
        ("    family.check(rules, state)\n", ""),
        ("    reader.end()\n", ""),
    ),
    *in_file(
        "games/views/puzzle.py",
        PAGE,
        ("    if made is None or ", "    if made is not None and "),
    ),
    *in_file(
        "games/puzzles/asking.py",
        POSITION,
        ("    _must_not_be_a_puzzle(position, player)\n", ""),
        ("    _must_not_be_played(position, player)\n", ""),
        (", positions.encode(positions.alone(position))", ""),
        ("match.rules.view(match.table, mine.index)", "match.table"),
        ("not hints.helps(match, seats, mine) and ", ""),
    ),
    *in_file(
        "games/positions/cards.py",
        POSITION,
        ("            _ahead(rules, card) == _ahead(rules, theirs)\n", "            card == theirs\n"),
    ),
    *in_file(
        "games/positions/racing.py",
        "tests/games/test_racing.py",
        ("return _totals(one) == _totals(other) or ", "return "),
        (
            "sorted(state.target - state.banked[seat] for seat in playing(state))",
            "sorted(state.target - banked for banked in state.banked)",
        ),
        (" or _lacking(one) == _lacking(other)", ""),
        ("return sorted(state.banked[seat] for seat in playing(state))", "return sorted(state.banked)"),
    ),
    *in_file(
        "games/receivers.py",
        PAGE,
        ("        solving.take_over(request, user)  # before the guest is gone\n", ""),
    ),
    *in_file(
        "games/views/position.py",
        POSITION,
        ("    except BadPosition as error:\n", "    except ZeroDivisionError as error:\n"),
    ),
    *in_file(
        "games/views/replay.py",
        POSITION,
        ("        if reviews.may_be_reviewed(match)\n", "        if True\n"),
    ),
)
