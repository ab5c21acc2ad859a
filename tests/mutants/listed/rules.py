"""Pure rules: how games score and end, who is paired, what a record may say, and when clocks run out.

Their tests need no database: a sample of these is tried in every run of the tests.
"""

from __future__ import annotations

from tests.mutants import Mutant, in_file

RULES = "tests/games/rules"
SCORECARD = f"{RULES}/test_scorecard.py {RULES}/test_scorecard_leaving.py {RULES}/test_scorecard_play.py"
CARDS = f"{SCORECARD} {RULES}/test_boatzee.py {RULES}/test_boat.py"
TURNS = f"{RULES}/test_dice10000.py {RULES}/test_dice10000_alternative.py {RULES}/test_dice10000_rounds.py"
DICE = f"{TURNS} {RULES}/test_dice10000_scoring.py"
CLOCK = "tests/games/test_clock.py tests/games/test_holiday_hours.py"
FORMATS = "tests/ladders/formats"
LADDER = f"{FORMATS}/test_ladder.py"
LEAGUES = f"{FORMATS}/test_league.py {FORMATS}/test_round_robin.py {FORMATS}/test_counted.py"

SCORED = (
    *in_file(
        "games/rules/ten_thousand/turn.py",
        DICE,
        ("total >= state.target", "total > state.target"),
        ("opens = state.opener is None and total", "opens = total"),
        ("        if seat == state.opener:\n            return replace(state, over=True)\n", ""),
        ("or state.late[state.seat]:", "or not state.late[state.seat]:"),
        (" or not state.on_table[state.seat]:", ":"),
        ("return 0 if state.on_table[state.seat] else max(0, FIRST_BANK - points)", "return 0"),
        ("return state if legal_keeps(state) else _pass_on(state, End.BUST)", "return state"),
    ),
    Mutant(
        "games/rules/ten_thousand/turn.py",
        "if last is None or last.end is not End.BANK or not last.left:",
        "if last is None or not last.left:",
        DICE,
        equivalent="only what is banked leaves dice; said twice, so that it reads as the rule does",
    ),
    Mutant(
        "games/rules/ten_thousand/turn.py",
        "return max(points, BOXCAR - state.hand_points)",
        "return BOXCAR - state.hand_points",
        DICE,
        equivalent="parts of three pairs are worth less than a boxcar; as a whole they are worth just that",
    ),
    *in_file(
        "games/rules/ten_thousand/scoring.py",
        DICE,
        ("((3, 1), (4, 2), (5, 4))", "((3, 1), (4, 2), (5, 3))"),
        ("[0, 0, 0, 2, 2, 2]", "[0, 0, 0, 0, 2, 4]"),
        ("    if scoring is Scoring.ALTERNATIVE:\n", "    if True:\n"),
        ("best = max(best or 0, points + more)", "best = best or points + more"),
    ),
    *in_file(
        "games/rules/cards/scorecard.py",
        CARDS,
        ("        if hand.rolls == ROLLS:\n            return boxes\n", ""),
        ("if len(state.cards) <= 2 or state.timeouts[seat]:", "if len(state.cards) <= 2:"),
        ("places = [min(places, key=self._worth)]", "places = [max(places, key=self._worth)]"),
        ("if seat != viewer)", ")"),
        ("if viewer is not None and not playing(state, viewer):", "if viewer is not None:"),
        ("for seat in reversed(state.resigned)", "for seat in state.resigned"),
        ("state = replace(state, timeouts=put(state.timeouts, seat, 0))\n", "pass\n"),
    ),
    *in_file(
        "games/rules/cards/scorecard_turn.py",
        CARDS,
        (" and kind is not Kind.RESIGN:", ":"),
        ("alone = len(seats) == 1 < len(state.cards)", "alone = len(seats) == 1"),
    ),
    *in_file(
        "games/rules/cards/card.py",
        CARDS,
        ("top_sum >= self.bonus_from * shown", "top_sum > self.bonus_from * shown"),
        ("return columns + self.extra_points(card)", "return columns"),
        ("(top_sum + bonus + bottom_sum) * factor", "(top_sum + bottom_sum) * factor + bonus"),
    ),
    *in_file(
        "games/rules/cards/boatzee.py",
        CARDS,
        ("card.columns[column][row] == 50 and most_alike(dice) == 5", "most_alike(dice) == 5"),
        ("return (own,) if own in boxes else boxes", "return boxes"),
        ("sorted(counts(dice))[-2:] == [2, 3]", "sorted(counts(dice))[-1] >= 3"),
        ("longest_run(dice) >= length", "longest_run(dice) == length"),
    ),
)

PAIRED = (
    *in_file(
        "games/pairing.py",
        "tests/games/test_pairing.py",
        ("(-hours[near], players[near]) < (-hours[best], players[best])", "players[near] < players[best]"),
        ("key=lambda at: (-ordered[at].waited, ordered[at].player)", "key=lambda at: ordered[at].player"),
        ("_bounds(max(_hours(a), _hours(b)))", "_bounds(min(_hours(a), _hours(b)))"),
        ("                    and not barred(player, players[near])\n", ""),
        ("if apart > best_apart:", "if apart >= best_apart:"),
        ("for _ in range(NEIGHBOURS):", "for _ in range(1):"),
        ("            room.take(choice)\n", ""),
    ),
)

READ = (
    *in_file(
        "games/replay.py",
        "tests/games/test_record.py",
        ("if match.version != rules.version:", "if match.version > rules.version:"),
        ("if match.version != rules.version:", "if match.version < rules.version:"),
        ("if len(entry.serials) != -(-len(entry.dice) // DICE_IN_SET):", "if False:"),
        (
            "    used = Used(match.code, match.pace, thrown)\n",
            "    used = Used(match.code, match.pace, ())\n",
        ),
    ),
    *in_file(
        "games/used_sets.py",
        "tests/games/test_record.py",
        ("            self._serials.update(serials)\n", ""),
    ),
)
"""What `replay` takes."""

RATED = (
    *in_file(
        "games/rating.py",
        "tests/games/test_rating.py",
        ("after_period(b, [(a, 1 - score)])", "after_period(b, [(a, score)])"),
        ("min(widened, start.deviation)", "widened"),
        ("max(days, 0.0) / PERIOD", "days / PERIOD"),
    ),
)

TIMED = (
    *in_file(
        "games/clock/__init__.py",
        CLOCK,
        ("return due(now, max(bank, least), calendar)", "return due(now, bank, calendar)"),
        ("max(left, timedelta(0)) + preset.increment, preset.cap)", "left + preset.increment, preset.cap)"),
        ("if silence >= OUTAGE else", "if silence > OUTAGE else"),
    ),
    *in_file(
        "games/clock/calendar.py",
        CLOCK,
        (" if passed > timedelta(0))", ")"),
        ("    while end - begin < bank:\n", "    if end - begin < bank:\n"),
        ("or len(self.days_off) > DAYS_OFF:", "or False:"),
    ),
    *in_file(
        "games/clock/holiday.py",
        CLOCK,
        ("    if deadline > now or not holiday.on:\n", "    if deadline > now:\n"),
        ("of_event.span > HOLIDAY_IN_EVENT", "of_event.span > HOLIDAY"),
        ("    if of_year.span > HOLIDAY or (", "    if ("),
        ("max(begin, self.until or begin)", "begin"),
        ("    if year > holiday.year:\n", "    if False:\n"),
    ),
)

FORMED = (
    *in_file(
        "ladders/formats/counted.py",
        LEAGUES,
        ("2 * over[entrant] < planned.get(entrant, 0)", "2 * over[entrant] <= planned.get(entrant, 0)"),
        (" and entrant not in stands\n", "\n"),
        ("return result is not None and result.at <= instant", "return result is not None"),
        ("    if result.for_nobody:\n        return {}\n", ""),
    ),
    *in_file(
        "ladders/formats/standings.py",
        FORMATS,
        ("-value if column.fewer else value", "value"),
        ("rank = len(rows) + 1", "rank = len(rows)"),
    ),
    *in_file(
        "ladders/formats/swiss.py",
        f"{FORMATS}/test_swiss.py {FORMATS}/test_swiss_pairing.py",
        ("matches - byes[entrant.id]", "matches"),
        ("ranked=entrant.id not in void and not entrant.disqualified", "ranked=entrant.id not in void"),
        (
            "rounds_made(event) >= _planned(event) or len(active(event)) < 2",
            "rounds_made(event) >= _planned(event)",
        ),
    ),
    *in_file(
        "ladders/ladder/rules.py",
        LADDER,
        ("now < last + REST", "now <= last + REST"),
        ("if me.outgoing >= OUTGOING:", "if me.outgoing > OUTGOING:"),
        ("if other.incoming >= most:", "if other.incoming > most:"),
        ("now >= other.seen_at + ABSENCE", "now > other.seen_at + ABSENCE"),
        ("if other.rung < reach(me.rung):", "if other.rung <= reach(me.rung):"),
        ("    if other.suspended:\n", "    if False:\n"),
        ("return challenger_won and challenger > defender", "return challenger_won"),
        ("    if absent >= {challenger, defender}:\n        return None\n", ""),
        ("result.absent | result.timed_out", "result.absent"),
    ),
)
