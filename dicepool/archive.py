"""What may be shown of the pool: proofs of sets that were handed out, and batches laid open.

A set is shown once it was committed that everybody may see it (fates.py), or once its whole batch was
published; of any other set nothing is told, not even whether it exists.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Substr
from django.views.decorators.debug import sensitive_variables

from dicepool import homes, keeper, logged, merkle, seal
from dicepool.arrays import np
from dicepool.keys import batch_key
from dicepool.models import Batch, DiceSet, Epoch, Fate, Publication

if TYPE_CHECKING:
    from numpy.typing import NDArray

PROOFS = "boatzee-proofs"
BATCHES = "boatzee-batches"
BATCH = "boatzee-batch"
MOST = 500
"""Proofs in one answer."""

Range = tuple[int, int]


class NotShown(LookupError):
    """The set was not handed out, or does not exist: nothing is told of it."""


class Incomplete(RuntimeError):
    """Sets of a batch are missing from the database."""


def proofs(serials: Iterable[int]) -> dict[str, Any]:
    """The proofs of these sets and the commitments of their batches, as docs/dice.md describes them.

    Raises NotShown when one of them may not be shown, ValueError for none or too many; KeyUnfit,
    keeper.Silent and logfiles.Lost.
    """
    bare, batches = bare_proofs(serials)
    links = _links(set(batches))
    found: dict[str, Any] = {
        "format": versioned(PROOFS, batches.values()),
        "batches": [commitment(batches[number], links[number]) for number in sorted(batches)],
        "proofs": bare,
    }
    logged.join(found, batches)
    return found


def bare_proofs(serials: Iterable[int]) -> tuple[list[dict[str, Any]], dict[int, Batch]]:
    """The proofs of these sets without what the log and the tree say of them, and their batches by number.

    Raises NotShown when one of them may not be shown, ValueError for none or too many; KeyUnfit and
    keeper.Silent.
    """
    wanted = sorted(set(serials))
    if not 1 <= len(wanted) <= MOST:
        raise ValueError(f"Ask for 1 to {MOST} serials.")
    home = homes.batches(wanted)
    if len(home) < len(wanted):
        raise NotShown
    numbers = set(home.values())
    batches = {batch.number: batch for batch in Batch.objects.filter(number__in=numbers)}
    open_to_all = set(Publication.objects.filter(pk__in=numbers).values_list("pk", flat=True))
    secret = [serial for serial in wanted if home[serial] not in open_to_all]
    if secret and _shown(secret) < len(secret):
        raise NotShown
    groups: dict[tuple[int, int], list[int]] = defaultdict(list)
    for serial in wanted:
        batch = batches[home[serial]]
        groups[batch.number, (serial - batch.first) // merkle.GROUP].append(serial)
    return _proved(batches, groups, secret), batches


def _proved(
    batches: dict[int, Batch], groups: dict[tuple[int, int], list[int]], secret: Sequence[int]
) -> list[dict[str, Any]]:
    """The bare proofs; those of `secret` serials need the dice keys."""
    if not (secret and keeper.away()):
        return list(_prove(batches, groups))
    asked = set(secret)
    known = {
        place: rest for place, serials in groups.items() if (rest := [s for s in serials if s not in asked])
    }
    proved = [*keeper.prove(secret), *_prove(batches, known)]
    return sorted(proved, key=lambda proof: int(proof["serial"]))


def _shown(serials: Sequence[int]) -> int:
    """How many of these everybody may see."""
    return Fate.objects.filter(kind=Fate.Kind.SHOWN, serial__in=serials).count()


def versioned(kind: str, batches: Iterable[Batch], *, new: bool = False) -> str:
    """The format of a file with these batches: 1 as long as nothing in it is newer than that."""
    return f"{kind}-{2 if new or any(batch.version > 1 for batch in batches) else 1}"


def commitment(batch: Batch, previous: bytes) -> dict[str, Any]:
    """What was published of a batch before any of it could be drawn."""
    bound = {"version": batch.version, "at": batch.at} if batch.version > 1 else {}
    return {
        **bound,
        "number": batch.number,
        "first": batch.first,
        "last": batch.last,
        "root": bytes(batch.root).hex(),
        "previous": previous.hex(),
        "chain": bytes(batch.chain).hex(),
    }


def described() -> QuerySet[Batch]:
    """Batches without what is large in them, when each was laid open (`published_at`), and whether what
    was left of it was given up (`abandoned`).
    """
    given_up = Epoch.objects.filter(cursor__lt=OuterRef("last"), after__gte=OuterRef("last"))
    return Batch.objects.defer("groups").annotate(
        published_at=F("publication__at"), abandoned=Exists(given_up)
    )


def commitments() -> dict[str, Any]:
    """Every batch's commitment, first to last."""
    listed = []
    previous = merkle.GENESIS
    after_loss = _links_after_loss()
    open_to_all = set(Publication.objects.values_list("pk", flat=True))
    batches = list(Batch.objects.defer("groups").order_by("number"))
    for batch in batches:
        link = after_loss.get(batch.number, previous)
        listed.append(_listed(batch, link, published=batch.number in open_to_all))
        previous = bytes(batch.chain)
    told = [{**epoch, "began": epoch["began"].isoformat(timespec="seconds")} for epoch in epochs()]
    form = versioned(BATCHES, batches, new=bool(told))
    return {"format": form, "batches": listed, **({"epochs": told} if told else {})}


def commitments_after(number: int, count: int) -> list[dict[str, Any]]:
    """So many commitments of batches behind this one, each as `commitments` has it. Four queries at most."""
    batches = list(Batch.objects.defer("groups").filter(number__gt=number).order_by("number")[:count])
    numbers = {batch.number for batch in batches}
    open_to_all = set(Publication.objects.filter(pk__in=numbers).values_list("pk", flat=True))
    links = _links(numbers)
    return [_listed(batch, links[batch.number], published=batch.number in open_to_all) for batch in batches]


def _listed(batch: Batch, previous: bytes, *, published: bool) -> dict[str, Any]:
    made = batch.made_at.isoformat(timespec="seconds")
    return {**commitment(batch, previous), "made": made, "published": published}


def link_before(number: int) -> bytes:
    """The link that this batch follows."""
    return _links({number})[number]


def _links_after_loss() -> dict[int, bytes]:
    """The link before each batch that follows one which is lost."""
    return {number + 1: bytes(chain) for number, chain in Epoch.objects.values_list("batch", "chain")}


def epochs() -> list[dict[str, Any]]:
    """Where dealing began anew, first to last, and which batches were given up there or lost before."""
    begun = list(Epoch.objects.order_by("pk"))
    if not begun:
        return []
    numbers = list(Batch.objects.order_by("number").values_list("number", "last"))
    told = []
    for epoch in begun:
        here = max((number for number, _ in numbers if number <= epoch.batch), default=0)
        told.append(
            {
                "began": epoch.began_at,
                "cursor": epoch.cursor,
                "after": epoch.after,
                "batch": epoch.batch,
                "chain": bytes(epoch.chain).hex(),
                "abandoned": [number for number, last in numbers if epoch.cursor < last <= epoch.after],
                "lost": list(range(here + 1, epoch.batch + 1)),
                "remembered": epoch.known,
            }
        )
    return told


def laid_open(number: int) -> dict[str, Any]:
    """A used-up batch with its key and all of its sets. Raises NotShown."""
    published = Publication.objects.select_related("batch").filter(pk=number).first()
    if published is None:
        raise NotShown
    indexes = np.frombuffer(bytes(published.sets), dtype=">u2").astype(np.uint16)
    digits = (seal.dice_of(indexes) + ord("0")).tobytes().decode("ascii")
    return {
        "format": versioned(BATCH, [published.batch]),
        **commitment(published.batch, _links({number})[number]),
        "key": bytes(published.key).hex(),
        "dice": digits,
    }


@sensitive_variables()
def dice_of_shown(serials: Sequence[int]) -> NDArray[np.uint8]:
    """The dice, shape (n, 5), of sets that everybody may see, in their order, all of one batch.

    Whoever asks need not know that they may be seen. Raises NotShown, and what `opened` raises.
    """
    home = homes.batches(sorted(set(serials)))
    numbers = set(home.values())
    open_to_all = Publication.objects.filter(pk__in=numbers).exists()
    if len(numbers) != 1 or not home.keys() >= set(serials):
        raise NotShown
    if not open_to_all and _shown(list(home)) < len(home):
        raise NotShown
    span = (min(serials), max(serials))
    dice = opened(Batch.objects.get(pk=numbers.pop()), [span])[span]
    return dice[np.array(serials, dtype=np.int64) - span[0]]


@sensitive_variables()
def opened(batch: Batch, ranges: Sequence[Range]) -> dict[Range, NDArray[np.uint8]]:
    """The dice, shape (n, 5), of ranges of serials (both ends in) of one batch.

    For code of this app that knows what may be shown. Raises Incomplete, and KeyUnfit.
    """
    found = _published(batch, ranges) or _sealed(batch, ranges)
    # A batch may be laid open and its partition dropped between the two looks.
    found = found or _published(batch, ranges)
    if not found:
        raise Incomplete(f"Sets of batch {batch.number} are missing.")
    return {span: seal.dice_of(indexes) for span, indexes in found.items()}


def _published(batch: Batch, ranges: Sequence[Range]) -> dict[Range, NDArray[np.uint16]]:
    found = {}
    row = Publication.objects.filter(pk=batch.number)
    for first, last in ranges:
        place, size = 2 * (first - batch.first) + 1, 2 * (last - first + 1)
        part = row.values_list(Substr("sets", place, size), flat=True).first()
        if part is None:
            return {}
        found[first, last] = np.frombuffer(bytes(part), dtype=">u2").astype(np.uint16)
    return found


@sensitive_variables()
def _sealed(batch: Batch, ranges: Sequence[Range]) -> dict[Range, NDArray[np.uint16]]:
    spans = Q()
    for span in ranges:
        spans |= Q(serial__range=span)
    rows = list(DiceSet.objects.filter(spans).order_by("serial").values_list("serial", "value"))
    table = np.array(rows, dtype=np.int64).reshape(-1, 2)
    found, key = {}, batch_key(batch)
    for first, last in ranges:
        low, high = np.searchsorted(table[:, 0], [first, last + 1])
        count = last - first + 1
        if high - low != count:
            return {}
        values = table[low:high, 1].astype(np.uint16)
        found[first, last] = seal.open_values(values, seal.stream(key, first, count))
    return found


def _prove(batches: dict[int, Batch], groups: dict[tuple[int, int], list[int]]) -> Iterator[dict[str, Any]]:
    by_batch: dict[int, list[int]] = defaultdict(list)
    for number, group in groups:
        by_batch[number].append(group)
    for number, places in by_batch.items():
        batch = batches[number]
        ranges = [_span(batch, group) for group in places]
        dice = opened(batch, ranges)
        kept = _upper(bytes(batch.groups))
        for group, span in zip(places, ranges, strict=True):
            faces = dice[span]
            salts = seal.salts(seal.stream(batch_key(batch), span[0], len(faces)))
            levels = merkle.tree(merkle.leaves(span[0], faces, salts))
            for serial in groups[number, group]:
                at = serial - span[0]
                yield {
                    "serial": serial,
                    "batch": number,
                    "dice": faces[at].tolist(),
                    "salt": salts[at].tobytes().hex(),
                    "path": [
                        step.hex() for step in merkle.path_in_groups(levels, kept, serial - batch.first)
                    ],
                }


@lru_cache(maxsize=64)
def _upper(groups: bytes) -> tuple[tuple[bytes, ...], ...]:
    """The tree over the kept nodes of a batch, some 30 kB: they are public, and never change."""
    return merkle.tree([groups[at : at + 32] for at in range(0, len(groups), 32)])


def _span(batch: Batch, group: int) -> Range:
    first = batch.first + group * merkle.GROUP
    return first, min(first + merkle.GROUP - 1, batch.last)


def _links(numbers: set[int]) -> dict[int, bytes]:
    """The link before each of these batches."""
    before = Batch.objects.filter(number__in=[number - 1 for number in numbers])
    found = {number + 1: bytes(chain) for number, chain in before.values_list("number", "chain")}
    if any(number > 1 and number not in found for number in numbers):
        found = _links_after_loss() | found
    return {number: found.get(number, merkle.GENESIS) for number in numbers}
