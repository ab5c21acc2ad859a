"""Checking the pool against what was published of it."""

from __future__ import annotations

from collections.abc import Callable

from django.views.decorators.debug import sensitive_variables

from dicepool import (
    archive,
    books,
    keeper,
    keys,
    log,
    logbook,
    logfiles,
    merkle,
    openings,
    rfc6962,
    seal,
    tree,
)
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
        logfiles.load_parts(books.KIND, publication.pk, bytes(publication.ledger))
    except logfiles.Lost:
        return False
    return True


def faults(holds: Callable[[Batch], bool] = holds, counted: Callable[[int], object] = int) -> list[str]:
    """All that is not as it was published, a sentence each. `counted` is told how many sets were looked at.

    Raises seal.KeyUnfit, keeper.Silent.
    """
    found, wrong = [], []
    for batch in Batch.objects.order_by("number"):
        if not holds(batch):
            wrong.append(str(batch.number))
        counted(batch.size)
    if wrong:
        found.append(f"The sets don't match the commitment of batch {', '.join(wrong)}.")
    head = tree.head()
    if head and not log_holds(head):
        found.append("The entries of the public log don't give the root that was signed.")
    lost = [str(one.number) for one in Segment.objects.order_by("number").iterator() if not reads(one)]
    if lost:
        found.append(f"The file of a segment is lost, or not what was sealed: {', '.join(lost)}.")
    laid_open = Publication.objects.defer("sets").order_by("pk")
    lost = [str(one.pk) for one in laid_open.iterator() if not folded(one)]
    if lost:
        found.append(f"The file is lost with the folded books of batch {', '.join(lost)}.")
    otherwise = openings.counts().otherwise
    if otherwise:
        found.append(f"{otherwise:,} sets were shown with another number than they were opened with.")
    return found
