"""The field of an event: who may begin, how it is split into sections, and who is still in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from games.said import gettext as _
from ladders.formats.base import BadField, Entrant, Event, Format, RollOff, Settings


def check_field(form: Format, entrants: int, seats: int) -> None:
    """Raise BadField unless so many entrants can begin; `seats` is the most players the game takes."""
    if entrants < form.FEWEST:
        raise BadField(
            _("%(name)s: at least %(fewest)s are needed, %(entrants)s are confirmed.")
            % {"name": _(form.NAME), "fewest": form.FEWEST, "entrants": entrants}
        )
    if form.MOST is not None:
        most = min(form.MOST, seats) if form.ONE_TABLE else form.MOST
        if entrants > most:
            raise BadField(
                _("%(name)s: at most %(most)s can play, %(entrants)s are confirmed.")
                % {"name": _(form.NAME), "most": most, "entrants": entrants}
            )


def seeded(entrants: Iterable[Entrant]) -> tuple[Entrant, ...]:
    """The entrants, the strongest seed first."""
    return tuple(sorted(entrants, key=lambda entrant: entrant.seed))


def active(event: Event) -> tuple[Entrant, ...]:
    """Who has neither withdrawn nor been disqualified, the strongest seed first."""
    return seeded(entrant for entrant in event.entrants if entrant.left_at is None)


def sizes(entrants: int, sections: int) -> list[int]:
    """How large each of so many sections is: they differ by one at most, the larger ones first."""
    least, larger = divmod(entrants, sections)
    return [least + 1] * larger + [least] * (sections - larger)


def one_section(entrants: Sequence[Entrant], settings: Settings) -> tuple[tuple[Entrant, ...], ...]:
    """The `sections` of a format that does not split its field."""
    return (seeded(entrants),)


def no_roll_offs(event: Event) -> tuple[RollOff, ...]:
    """The `roll_offs` of a format whose equals share the rank."""
    return ()


def last_stage(events: Sequence[Event]) -> tuple[int, ...]:
    """The `advance` of a format with one stage."""
    return ()


def no_moment(event: Event) -> datetime | None:
    """The `wakes` of a format in which only results and withdrawals change anything."""
    return None
