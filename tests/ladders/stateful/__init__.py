"""Events under all that can happen to them, in any order, on the real database with a clock of its own.

`steps` is what can happen, `checks` what must hold after every step, `play` runs one world from its seed.
`make season` plays thousands of events, tests/ladders/stateful/test_stateful.py a few of every format.
"""
