"""Whether chance explains what was rolled."""

from __future__ import annotations

from tests.mutants import in_file

CHANCE = (
    *in_file(
        "dicepool/statistics.py",
        "tests/dicepool/test_statistics.py",
        ("if not 0 <= chi_square < math.inf or df < 1:", "if df < 1:"),
        ("if not 0 <= chi_square < math.inf or df < 1:", "if not 0 <= chi_square < math.inf:"),
        ("    if not half:\n", "    if not chi_square:\n"),
        ("[math.erfc(math.sqrt(half))] if df % 2 else []", "[]"),
        ("range(df % 2, df, 2)", "range(df % 2, df - 2, 2)"),
        ("math.lgamma(power + 1)", "math.lgamma(power + 2)"),
        ("min(1.0, math.fsum(terms))", "math.fsum(terms)"),
    ),
)
