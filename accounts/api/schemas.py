"""What the shapes of all operations are made of."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Annotated, Any

from django.utils.translation import gettext as _
from ninja import Path
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

HIGHEST = 2**63 - 1
Key = Annotated[int, Path(ge=1, le=HIGHEST, description="Its number.", examples=[1])]
"""The number of a row in an address."""
DATED = re.compile(r"\d{4}-\d{2}-\d{2}")


def _dated(said: Any) -> Any:
    """Refuse a mere number, which pydantic would take for seconds since 1970. Raises ValueError."""
    if isinstance(said, str) and not DATED.match(said):
        raise ValueError(_("Write a day as 2026-11-24, a moment as 2026-11-24T18:00:00Z."))
    return said


Day = Annotated[date, BeforeValidator(_dated)]
"""A day in an address."""
Moment = Annotated[datetime, BeforeValidator(_dated)]
"""A moment in an address."""


def _said(said: Any) -> Any:
    if not isinstance(said, str):
        raise ValueError(_("Write a moment as 2026-11-24T18:00:00Z."))
    return _dated(said)


SentMoment = Annotated[datetime, BeforeValidator(_said), Field(strict=False)]
"""A moment in what is sent."""


class Sent(BaseModel):
    """What a program sends: nothing beside what is written here, and each value of its own kind."""

    model_config = ConfigDict(extra="forbid", strict=True)
