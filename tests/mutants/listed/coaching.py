"""Where the coach may speak, and to whom; what is taken back in practice; lessons."""

from __future__ import annotations

from tests.mutants import in_file

PRACTICE = "tests/games/test_taken_back.py"
AFTER = "tests/games/test_taken_back_after.py"
LESSON = "tests/games/views/test_lesson.py"

COACHED = (
    *in_file(
        "games/match/practising.py",
        "tests/games/views/test_hint.py",
        (" or match.status != Match.Status.RUNNING", ""),
        (" or match.organised", ""),
        ("if others and match.rated:", "if False:"),
        (
            "return all(seat.player is not None and seat.player.level",
            "return all(seat.player is None or seat.player.level",
        ),
        ("return all(seat.player is not None and seat.player.level", "return all(seat.player is not None"),
    ),
    *in_file(
        "games/match/practising.py",
        PRACTICE,
        ("    if not practises(match, seats, seat):\n        raise", "    if False:\n        raise"),
        ("play.must_have_seen(locked, player, version)", "locked.seat_of(player)"),
        ("    if seat.orders:\n", "    if False:\n"),
        (">= MOST:", ">= 10 * MOST:"),
        ("    if not taken:\n", "    if False:\n"),
        ("one.total = total", "pass"),
        ("if move.kind in FINAL:", "if move.kind == Kind.ROLL:"),
    ),
    *in_file("games/match/latest.py", PRACTICE, ("one.turns, one.latest = 0, {}", "one.latest = {}")),
    *in_file("games/match/practising.py", AFTER, ("match.taken_back = True", "match.taken_back = False")),
    *in_file(
        "games/taken_back.py",
        PRACTICE,
        ("        if step.kind in FINAL:\n            return ()\n", ""),
        ("len(rules.moves(step.before, seat)) > 1", "rules.moves(step.before, seat)"),
        ("step.seat == seat and len", "len"),
        ("left -= act(found.pop()).seat == acted.seat", "left -= bool(found.pop())"),
    ),
    *in_file(
        "games/replay.py",
        f"{PRACTICE} {AFTER}",
        ("if not taken or entry.move != taking_back(taken, entry.seat):", "if not taken:"),
        ("    if entry.dice or entry.serials or entry.numbers or entry.ordered:\n", "    if False:\n"),
        ("    del there[-len(taken) :]\n", ""),
        ("        turns[one.seat] = one.turn\n", "        pass\n"),
    ),
    *in_file("games/coach/playing.py", AFTER, (", match__taken_back=False)", ")")),
    *in_file("games/match/careers.py", AFTER, (", match__taken_back=False)", ")")),
    *in_file("games/coach/reviews.py", AFTER, (" and not match.taken_back", "")),
    *in_file("games/coach/making.py", AFTER, ("list(standing(replay(whole)))", "list(replay(whole))")),
    *in_file(
        "games/coach/learning.py",
        LESSON,
        ("if self.steps_of(lesson) != seen:", "if False:"),
        (" if slug in LESSONS\n", "\n"),
        ("min(steps, len(LESSONS[slug].steps))", "steps"),
        (" and row.finished_at is None", ""),
        ("Learnt.objects.filter(player=self.player)", "Learnt.objects.all()"),
    ),
    *in_file(
        "games/views/lesson.py",
        LESSON,
        ('done != form.cleaned_data["version"] or ', ""),
        (" or done >= len(found.steps)", ""),
        ("        if word:\n", "        if False:\n"),
        ('spending.spend("lesson", visitors.address_of(request))', "pass"),
        ("if request.session.session_key is None and not", "if not"),
    ),
    *in_file(
        "games/lessons/base.py",
        LESSON,
        ("        rules.dice_wanted(self.stand(done).state, YOU, move)\n", ""),
    ),
    *in_file(
        "games/coach/hints.py",
        "tests/games/views/test_hint.py",
        ("if mine is None or not helps(match, seats, mine):", "if mine is None:"),
        (">= limit else None", ">= 0 else None"),
        (">= limit else None", ">= 1000 else None"),
    ),
    *in_file(
        "games/views/table.py",
        "tests/games/views/test_hint.py",
        ('player.looks.warn and "sure"', '"sure"'),
        ('"sure" not in request.POST and ', ""),
        ('if others.filter(Q(player=None) | Q(player__robot="")).exists():', "if False:"),
    ),
    *in_file(
        "games/coach/advice.py",
        "tests/games/coach/test_building.py",
        (" or (_builder is not None and _builder.poll() is None):", ":"),
        ("        start_new_session=True,  # whatever ends this task does not end it\n", ""),
    ),
    *in_file(
        "games/views/hint.py",
        "tests/games/views/test_hint.py",
        ('    spending.spend("hint", player)\n', ""),
    ),
)
