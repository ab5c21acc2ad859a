"""Checking the pool against what was published of it."""

from __future__ import annotations

from django.views.decorators.debug import sensitive_variables

from dicepool import archive, keeper, keys, merkle, seal
from dicepool.models import Batch


@sensitive_variables()
def holds(batch: Batch) -> bool:
    """Whether the batch's sets still give the root and the link it was published with.

    Raises seal.KeyUnfit, keeper.Silent.
    """
    if keeper.away():
        return keeper.holds(batch.number)
    span = (batch.first, batch.last)
    try:
        dice = archive.opened(batch, [span])[span]
    except archive.Incomplete:
        return False
    salts = seal.salts(seal.stream(keys.batch_key(batch), batch.first, batch.size))
    root = merkle.root_of(merkle.leaves(batch.first, dice, salts))
    previous = archive.link_before(batch.number)
    return root == bytes(batch.root) and bytes(batch.chain) == batch.link(previous, root)
