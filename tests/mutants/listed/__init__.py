"""The mutants, by what they guard: a file, the tests that notice, what stands there and becomes what."""

from __future__ import annotations

from tests.mutants import Mutant
from tests.mutants.listed import (
    authority,
    budgets,
    chance,
    deliveries,
    dice,
    entrance,
    events,
    faces,
    hidden,
    keeper,
    log,
    moves,
    organising,
    outside,
    own_numbers,
    rights,
    sealing,
    streams,
    verifying,
    visitors,
    weight,
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
    *own_numbers.NUMBERED,
    *verifying.VERIFYING,
    *(*dice.KEYS, *dice.GUARD, *dice.SIZED),
    *(*log.SIGNING, *log.SIGNED, *log.WATCHING),
    *chance.CHANCE,
    *faces.FACES,
    *weight.WEIGHT,
    *(*sealing.SEALED, *sealing.FOLDING),
    *keeper.KEEPER,
)
