"""What tests of records share: everything kept, and that it is what the matches have."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from games.feats import checking
from games.models import Deed, Earned, Spread, Standing, Tally
from games.standings import keeping


def faults() -> list[str]:
    """What is kept otherwise than the records of the matches have it."""
    found = [one for player in checking.players() for one in checking.differences(player)]
    found += [one for player in User.objects.all() for one in keeping.differences(player)]
    return [*found, *checking.mend_boards(write=False)]


def kept() -> dict[str, list[Any]]:
    """All that is kept, but for keys and what counts to nothing."""
    tallies = Tally.objects.filter(matches__gt=0)
    return {
        model.__name__: sorted(
            (tuple(value for name, value in sorted(row.items()) if name != "id") for row in rows.values()),
            key=repr,
        )
        for model, rows in (
            (Deed, Deed.objects.all()),
            (Tally, tallies),
            (Earned, Earned.objects.all()),
            (Standing, Standing.objects.all()),
            (Spread, Spread.objects.exclude(count=0)),
        )
    }


def forget() -> None:
    """Lose all of it."""
    for model in (Deed, Tally, Earned, Standing, Spread):
        model.objects.all().delete()
