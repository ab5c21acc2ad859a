"""Forms about teams: making one, and its order of play."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.alphabets import in_any_case
from accounts.models import User
from accounts.people import finding
from accounts.single_line import single_line
from ladders.models import Team


def _names(text: str) -> list[str]:
    return [name for name in re.split(r"[,;\s]+", text) if name]


class TeamForm(forms.Form):
    """A team's name, and who shall be in it, in the order of play after the captain."""

    name = forms.CharField(label=gettext_lazy("Name of the team"), max_length=40, validators=[single_line])
    others = forms.CharField(
        label=gettext_lazy("The others"),
        max_length=100,
        help_text=gettext_lazy(
            "One to three names with commas between, in the order in which they play after you."
        ),
    )

    def __init__(self, *args: Any, player: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player
        self.named: list[User] = []

    def clean_others(self) -> str:
        """Find everybody who is named; the users come to stand in `named`."""
        names = _names(self.cleaned_data["others"])
        people = User.objects.filter(is_active=True, robot="")
        for name, user in zip(names, finding.all_called(names, people), strict=True):
            if user is None or user == self.player or user in self.named:
                raise forms.ValidationError(_("“%(name)s” cannot be asked."), params={"name": name})
            self.named.append(user)
        return ", ".join(user.username for user in self.named)


class OrderForm(forms.Form):
    """The members of a team in their order."""

    order_of = forms.CharField(max_length=120)

    def __init__(self, *args: Any, team: Team, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.team = team
        self.order: list[int] = []

    def clean_order_of(self) -> str:
        """The keys of the players come to stand in `order`."""
        text: str = self.cleaned_data["order_of"]
        members = {
            in_any_case(member.player.username): member.player.pk
            for member in self.team.members.select_related("player")
            if member.player
        }
        try:
            self.order = [members[in_any_case(name)] for name in _names(text)]
        except KeyError as missing:
            raise forms.ValidationError(_("Name the members of the team.")) from missing
        return text
