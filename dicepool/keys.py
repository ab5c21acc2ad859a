"""Whether the dice keys are those that the batches were sealed with, before anything is opened.

A wrong key under the right id opens every set, to false dice. So each batch keeps a check value of its own
key. Batches that are older than these values have their tree: the leaves of its first sets need the salts
that only the right key gives, so that a key proves itself by them, and its check value is kept then.

The value binds the serials of the batch, too: whoever writes to the database could else set the nonce of a
batch in play beside the serials of one that is used up, and have it laid open (answering.py).
"""

from __future__ import annotations

import hmac
from functools import lru_cache

from django.conf import settings
from django.views.decorators.debug import sensitive_variables

from dicepool import keeper, merkle, seal
from dicepool.arrays import np
from dicepool.models import Batch, DiceSet, Publication

_insists = False


@sensitive_variables()
def batch_key(batch: Batch) -> bytes:
    """The batch's own key, which is known to be right. Raises KeyMissing, KeyWrong.

    Where another process holds the keys (keeper.py) there is none here but of what is laid open.
    """
    if keeper.away():
        return _laid_open(batch)
    key = seal.parse_keys(settings.DICE_KEYS).batch_key(batch.key_id, bytes(batch.nonce))
    found = seal.check_value(key, batch.first, batch.last)
    if hmac.compare_digest(bytes(batch.key_check), found):
        return key
    if not _is_proved(batch, key):
        raise seal.KeyWrong(
            f"The dice key {batch.key_id} in DICE_KEYS is not the one that"
            f" batch {batch.number} was sealed with."
        )
    batch.key_check = found
    Batch.objects.filter(pk=batch.pk).update(key_check=found)
    return key


def insist() -> None:
    """From now on believe no batch in play whose check value does not bind its serials: all of them have one
    that does, since this process has looked at them (`unfit`).
    """
    global _insists  # noqa: PLW0603  (it is never taken back)
    _insists = True


def _laid_open(batch: Batch) -> bytes:
    key = Publication.objects.filter(pk=batch.pk).values_list("key", flat=True).first()
    if key is None:
        raise seal.KeyMissing("The dice keys are held by another process (DICE_KEEPER).")
    return bytes(key)


def names(*, anew: bool = False) -> bytes:
    """The names of the dice keys there are, joined; `anew` asks whoever holds them once more.

    Raises keeper.Silent.
    """
    return bytes.fromhex(keeper.names(anew=anew)) if keeper.away() else seal.names(settings.DICE_KEYS)


@lru_cache(maxsize=256)
@sensitive_variables()
def kept_key(keys: str, key_id: int, nonce: bytes) -> bytes:
    """The key of the batch with this nonce, among these keys as they stand in DICE_KEYS, known to be right.

    Asks the database once for each batch. Raises KeyMissing, KeyWrong.
    """
    seal.parse_keys(keys).batch_key(key_id, nonce)
    return batch_key(Batch.objects.get(key_id=key_id, nonce=nonce))


@sensitive_variables()
def _is_proved(batch: Batch, key: bytes) -> bool:
    """Whether this is the key of a batch that has no check value which binds its serials: by an older one, or
    because its first sets, opened with this key, lead to the first node kept of its tree.
    """
    laid_open = Publication.objects.filter(pk=batch.pk).values_list("key", flat=True).first()
    if laid_open is not None:
        return hmac.compare_digest(bytes(laid_open), key)
    if _insists:
        return False
    if batch.key_check:
        return hmac.compare_digest(bytes(batch.key_check), seal.unbound_check_value(key))
    count = min(merkle.GROUP, batch.size)
    sealed = DiceSet.objects.filter(serial__range=(batch.first, batch.first + count - 1)).order_by("serial")
    values = np.array(sealed.values_list("value", flat=True), dtype=np.uint16)
    if len(values) < count:
        return False
    rows = seal.stream(key, batch.first, count)
    dice = seal.dice_of(seal.open_values(values, rows))
    leaves = merkle.leaves(batch.first, dice, seal.salts(rows))
    return merkle.root_of(leaves) == bytes(batch.groups)[:32]


def unfit() -> list[seal.KeyUnfit]:
    """What is wrong with the keys of batches that are not laid open: one of each kind and key is enough.

    Raises keeper.Silent.
    """
    if keeper.away():
        return keeper.unfit()
    wrong: dict[tuple[type[seal.KeyUnfit], int], seal.KeyUnfit] = {}
    live = Batch.objects.filter(publication__isnull=True).order_by("number")
    for batch in live.exclude(key_check=b"").defer("groups"):
        _try(batch, wrong)
    for batch in live.filter(key_check=b""):
        _try(batch, wrong)
    return list(wrong.values())


def _try(batch: Batch, wrong: dict[tuple[type[seal.KeyUnfit], int], seal.KeyUnfit]) -> None:
    try:
        batch_key(batch)
    except seal.KeyUnfit as error:
        wrong.setdefault((type(error), batch.key_id), error)


def newest() -> int:
    """The id of the key that seals new batches, which is the right one under its id. Raises KeyWrong."""
    found = seal.parse_keys(settings.DICE_KEYS).newest
    last = Batch.objects.filter(key_id=found).order_by("-number").first()
    if last is not None:
        batch_key(last)
    return found
