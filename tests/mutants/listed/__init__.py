"""The mutants, by what they guard: a file, the tests that notice, what stands there and becomes what."""

from __future__ import annotations

from tests.mutants import Mutant
from tests.mutants.listed import (
    authority,
    budgets,
    deliveries,
    dice,
    entrance,
    events,
    hidden,
    keeper,
    moves,
    organising,
    outside,
    rights,
    streams,
    verifying,
    visitors,
)

MUTANTS: tuple[Mutant, ...] = (
    *moves.FOLLOW_UP,
    *deliveries.DELIVERIES,
    *outside.ADDRESSES,
    *visitors.VISITORS,
    *(*budgets.DONE, *budgets.READ, *budgets.SIGNING_IN),
    *(*streams.STREAMING, *streams.PAINTED, *streams.KEPT, *streams.CLEARED),
    *authority.AUTHORITIES,
    *(*rights.RIGHTS, *rights.DECIDED, *rights.HUSHED),
    *(*entrance.GUESSED, *entrance.TOLD, *entrance.FACTORS, *entrance.PAGES),
    *(*organising.DECIDING, *organising.AT_ONCE, *organising.SET_BY_HAND, *organising.ASKED),
    *(*events.ENDING, *events.ALONE, *events.COUNTING),
    *(*events.LEAVING, *events.ENDING_EARLY),
    *hidden.HIDDEN,
    *verifying.VERIFYING,
    *(*dice.KEYS, *dice.GUARD, *dice.SIZED),
    *keeper.KEEPER,
)
