"""Robots: what they may see, what they answer to, and when a match with one is rated."""

from __future__ import annotations

from tests.mutants import in_file

ROBOTS = (
    *in_file(
        "games/tables/robots.py",
        "tests/games/test_robots.py",
        ("    seen = rules.view(state, seat)\n", "    seen = state\n"),
        ("rules, rules.view(state, seat), seat)", "rules, state, seat)"),
        ("    if seat not in rules.to_act(state):\n", "    if seat < 0:\n"),
    ),
    *in_file(
        "games/seats/robot_play.py",
        "tests/games/test_robot_play.py",
        ("except (advice.NotReady, LookupError):", "except LookupError:"),
    ),
    *in_file(
        "games/seats/robot_play.py",
        "tests/games/test_robot_play.py",
        ("            _reached[whose] = match_id\n", ""),
        ("match__gt=_reached[whose]", "match__gt=0"),
    ),
    *in_file(
        "games/forms/new.py",
        "tests/games/views/test_new.py",
        (" and not any(player.level for player in self.named)", ""),
        ('return bool(self.cleaned_data["rated_robot"])', 'return bool(self.cleaned_data["rated"])'),
    ),
)
