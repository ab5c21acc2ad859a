"""Checking the pool against what was published of it."""

from __future__ import annotations

from django.views.decorators.debug import sensitive_variables

from dicepool import archive, folding, keeper, keys, log, logbook, logfiles, merkle, rfc6962, seal, tree
from dicepool.models import Batch, Head, Leaf, Publication, Segment


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


def log_holds(head: Head) -> bool:
    """Whether the entries of the public log, hashed anew one by one, still give the root that was signed."""
    entries = Leaf.objects.filter(tree=head.tree, index__lt=head.size).order_by("index")
    level = [rfc6962.leaf(entry) for entry in entries.values_list("entry", flat=True).iterator()]
    return len(level) == head.size and merkle.root_of(level) == bytes(head.root)


def reads(segment: Segment) -> bool:
    """Whether a segment stands in the public log, and its file is there, or can be written anew, and gives
    the root that was sealed.
    """
    entry = log.entry_of(segment)
    if entry not in tree.find([entry]):
        return False
    try:
        found = logbook.Segment.read(log.text(segment))
    except logfiles.Lost:
        return False
    return len(found.lines) == segment.lines and found.root == bytes(segment.root)


def folded(publication: Publication) -> bool:
    """Whether the file is whole into which the books of a batch were folded; also where they were not yet."""
    if publication.ledger is None:
        return True
    try:
        logfiles.load_parts(folding.KIND, publication.pk, bytes(publication.ledger))
    except logfiles.Lost:
        return False
    return True
