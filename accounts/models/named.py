"""Columns for names, and for what they look like."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import lookups

from accounts import alphabets


class Name(models.CharField[str, str]):
    """A name as it is kept (`alphabets.tidy`), also where it is looked for, however it was typed."""

    def get_prep_value(self, value: Any) -> Any:
        """As the database has it."""
        return super().get_prep_value(alphabets.tidy(value) if isinstance(value, str) else value)


@Name.register_lookup
class Called(lookups.IExact[Any]):
    """In any case: of itself Django leaves what is compared so as it was typed."""

    prepare_rhs = True


@Name.register_lookup
class Holds(lookups.IContains):
    """The same of a part of a name."""

    prepare_rhs = True


class Looking(models.CharField[str | None, str | None]):
    """What a new account's name looks like (`alphabets.skeleton`): no two are alike. It stays as it is when
    the row is saved again: whoever renames somebody writes it with the name (accounts.looking). None while
    nobody has looked, empty where an older name had looked so before.
    """

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        """Read it off the name, unless it is there."""
        if add and getattr(model_instance, self.attname) is None:
            setattr(model_instance, self.attname, alphabets.skeleton(vars(model_instance)["username"]))
        return super().pre_save(model_instance, add)
