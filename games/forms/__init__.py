"""Forms that check what players send, before anything touches a match."""

from __future__ import annotations

from games.forms.finding import FriendForm, WishForm
from games.forms.moves import MoveForm, PledgesForm, SentForm, TypedForm, VersionForm
from games.forms.new import NewMatchForm
from games.forms.options import option_field

__all__ = [
    "FriendForm",
    "MoveForm",
    "NewMatchForm",
    "PledgesForm",
    "SentForm",
    "TypedForm",
    "VersionForm",
    "WishForm",
    "option_field",
]
