"""The columns of a model in a statement, and the rows of the model that come of their values."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Generic, TypeVar

from django.contrib.postgres.fields import ArrayField
from django.db import DEFAULT_DB_ALIAS
from django.db.models import CharField, Field, Model
from django.db.models.base import ModelState

Kind = TypeVar("Kind", bound=Model)


class Columns(Generic[Kind]):
    """All columns of a model's table, or `only` some, by the names of their fields; the key is one of them.

    What is left out is asked for where it is needed after all, as with `QuerySet.only`.

    A row is made as Django makes one (Model.from_db), without its thirty steps for each: of a model of ours
    nobody hears that a row is made, and none makes its rows otherwise.
    """

    def __init__(self, model: type[Kind], only: Collection[str] = ()) -> None:
        fields = [field for field in model._meta.concrete_fields if not only or field.attname in only]
        self.model = model
        self.names = [field.attname for field in fields]
        self.columns = [(field.column, _cast(field)) for field in fields]

    def __len__(self) -> int:
        return len(self.names)

    def of(self, alias: str) -> str:
        """How a statement names them, of the table that it calls so: words as `text`, however long a varchar
        may be, and arrays of words likewise (statement.py says why).
        """
        return ", ".join(f'{alias}."{column}"{cast}' for column, cast in self.columns)

    def make(self, values: Sequence[Any]) -> Kind:
        """The row that the first of these values make; what stands behind them is for others."""
        found: Kind = self.model.__new__(self.model)
        found.__dict__.update(zip(self.names, values, strict=False))
        state = found._state = ModelState()
        state.adding, state.db = False, DEFAULT_DB_ALIAS
        return found

    def split(self, values: Sequence[Any]) -> tuple[Kind, Sequence[Any]]:
        """That row, and what stands behind it."""
        return self.make(values), values[len(self) :]


def _cast(field: Field[Any, Any]) -> str:
    """What lets a column be read as a kind without a length; of most kinds, none has one."""
    if isinstance(field, ArrayField):
        inside = _cast(field.base_field)
        return inside and f"{inside.removesuffix('[]')}[]"
    return "::text" if isinstance(field, CharField) else ""
