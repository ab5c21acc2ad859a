"""What the shapes of all operations are made of."""

from __future__ import annotations

from typing import Annotated

from ninja import Path
from pydantic import BaseModel, ConfigDict

HIGHEST = 2**63 - 1
Key = Annotated[int, Path(ge=1, le=HIGHEST, description="Its number.", examples=[1])]
"""The number of a row in an address."""


class Sent(BaseModel):
    """What a program sends: nothing beside what is written here, and each value of its own kind."""

    model_config = ConfigDict(extra="forbid", strict=True)
