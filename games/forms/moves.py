"""What a table sends: a move, and the numbers and pledges that go with it."""

from __future__ import annotations

import re
from typing import Any, TypeVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from dicepool.turning import NUMBER_BYTES, PLEDGE_BYTES
from games.match.numbers import STOCK, Sent
from games.rules.base import Kind, Move

ACTIONS = (Kind.ROLL, Kind.SCORE, Kind.BANK, Kind.PICK_UP)
F = TypeVar("F", bound=forms.Form)
MOST_SETS = 2
"""That one roll takes."""
FACES = [(str(face), str(face)) for face in range(1, 7)]


class _Shared(dict[str, forms.Field]):
    """The fields of forms that are never shown: one of theirs is like another, and nothing changes it."""

    def __deepcopy__(self, memo: object) -> _Shared:
        return self


def only_read(form: type[F]) -> type[F]:
    """Mark a form that is filled in by pages of ours, and read here. Django would copy all of its fields for
    each that is sent, which takes longer than to read it.
    """
    form.base_fields = _Shared(form.base_fields)
    return form


class HexField(forms.CharField):
    """Some values of so many bytes each, in hex with spaces between; no two alike."""

    def __init__(self, *, size: int, most: int, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=most * (2 * size + 1), **kwargs)
        self.one, self.most = re.compile(f"[0-9a-f]{{{2 * size}}}"), most

    def clean(self, value: Any) -> Any:
        """The values as bytes."""
        words = super().clean(value).split()
        if len(words) > self.most or len(set(words)) < len(words) or not all(map(self.one.fullmatch, words)):
            raise forms.ValidationError(_("These are not numbers for dice."))
        return tuple(map(bytes.fromhex, words))


@only_read
class SentForm(forms.Form):
    """What a script adds to a form that may roll; without one both fields are empty, and the roll goes on."""

    numbers = HexField(size=NUMBER_BYTES, most=MOST_SETS)
    pledges = HexField(size=PLEDGE_BYTES, most=MOST_SETS)

    def sent(self) -> Sent:
        """The numbers and pledges that came."""
        return Sent(self.cleaned_data["numbers"], self.cleaned_data["pledges"])


@only_read
class PledgesForm(forms.Form):
    """Pledges for the first rolls of matches to come."""

    pledges = HexField(size=PLEDGE_BYTES, most=STOCK)


@only_read
class MoveForm(SentForm):
    """One move as the table sends it: the faces kept, the box chosen, and what to do with them."""

    version = forms.IntegerField(min_value=0)
    do = forms.ChoiceField(choices=[(kind.value, kind.value) for kind in ACTIONS])
    keep = forms.MultipleChoiceField(choices=FACES, required=False)
    box = forms.CharField(max_length=20, required=False)

    def clean(self) -> dict[str, Any]:
        """Ask for the box where it was forgotten."""
        if self.cleaned_data.get("do") == Kind.SCORE and not self.cleaned_data.get("box"):
            self.add_error("box", gettext("Choose the box you want to score. Nothing was changed."))
        return self.cleaned_data

    def sentence(self) -> str:
        """What to tell the player of a form that is not valid."""
        if set(self.errors) == {"box"}:
            return str(self.errors["box"][0])
        return gettext("That form cannot be read. Nothing was changed: choose again.")

    def move(self) -> Move:
        """The move that was asked for; dice or a box that do not belong to it are left out.

        One form holds them all, so a page may send a chosen box along with a roll.
        """
        kind = Kind(self.cleaned_data["do"])
        keep = tuple(int(face) for face in self.cleaned_data["keep"])
        return Move(
            kind,
            keep=keep if kind in {Kind.ROLL, Kind.BANK} else (),
            box=self.cleaned_data["box"] if kind is Kind.SCORE else "",
        )


@only_read
class TypedForm(SentForm):
    """One move in words."""

    version = forms.IntegerField(min_value=0)
    typed = forms.CharField(max_length=200)


@only_read
class VersionForm(forms.Form):
    """A form that only says which table it has seen."""

    version = forms.IntegerField(min_value=0)
