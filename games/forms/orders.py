"""Standing orders as a player gives them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import Match, Seat
from games.rules.orders import Orders
from games.tables import table_of


class OrdersForm(forms.Form):
    """What is to be done for the player in one match; nothing said is no order."""

    roll = forms.BooleanField(
        label=_("Roll at once when my turn begins"),
        required=False,
        help_text=_("Only the first roll."),
    )

    def __init__(self, match: Match, seat: Seat, given: Any = None) -> None:
        orders = Orders.load(seat.orders)
        super().__init__(given, initial={"roll": orders.roll, "bank": orders.bank or None})
        if match.options.get("pick_up"):
            self.fields["roll"].help_text = _(
                "Only the first roll; if there are dice to pick up, that is left to you."
            )
        if table_of(match.rules).banks:
            self.fields["bank"] = forms.IntegerField(
                label=_("Bank as soon as a turn has this many points"),
                required=False,
                min_value=1,
                max_value=int(match.options["target"]),
                help_text=_(
                    "Leave it empty to bank by hand. All that the dice allow is banked. In a last round"
                    " nothing is banked that would not take the lead: whether to roll on is left to you."
                ),
            )

    def orders(self) -> Orders:
        """What was ordered; only of a form that is valid."""
        return Orders(self.cleaned_data["roll"], self.cleaned_data.get("bank") or 0)
