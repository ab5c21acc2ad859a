"""What staff are asked before they decide on a ladder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from accounts.models import User
from accounts.people import finding
from ladders.ladder import order, refereeing
from ladders.models import Challenge, Ladder

SHOWN = 200
"""Challenges, removals and frozen rungs to choose from: those that wait longest."""


class LadderForm(forms.Form):
    """The reason, which everybody can read."""

    why = forms.CharField(
        label=gettext_lazy("Why"), widget=forms.Textarea(attrs={"rows": 3}), max_length=1000
    )

    def __init__(self, data: Any, *, ladder: Ladder) -> None:
        super().__init__(data)
        self.ladder = ladder

    def find(self, name: str, *, on_ladder: bool) -> User:
        """The player of this name. Raises ValidationError."""
        player = finding.called(name, User.objects.filter(is_active=True, robot="", guest=False))
        if player is None:
            raise forms.ValidationError(
                gettext("There is no player called “%(name)s”."), params={"name": name}
            )
        if on_ladder and not self.ladder.rungs.filter(player=player).exists():
            raise forms.ValidationError(gettext("%(name)s is not on this ladder."), params={"name": name})
        return player


class PlaceForm(LadderForm):
    """Who, and on which rung."""

    player = forms.CharField(
        label=gettext_lazy("Player"),
        help_text=gettext_lazy("By name. A player who is not on the ladder yet comes in on this rung."),
    )
    rung = forms.IntegerField(
        label=gettext_lazy("Rung"),
        min_value=1,
        max_value=2**31 - 1,
        help_text=gettext_lazy("1 is the top. Those in between move by one."),
    )
    field_order = ("player", "rung", "why")

    def clean_player(self) -> User:
        """Find the player."""
        return self.find(self.cleaned_data["player"], on_ladder=False)


class RemoveForm(LadderForm):
    """Who, and for how long."""

    player = forms.CharField(label=gettext_lazy("Player"), help_text=gettext_lazy("By name."))
    days = forms.IntegerField(
        label=gettext_lazy("Days"),
        min_value=1,
        max_value=3650,
        required=False,
        help_text=gettext_lazy("After so many the player can join again. Empty: until you restore them."),
    )
    field_order = ("player", "days", "why")

    def clean_player(self) -> User:
        """Find the player."""
        return self.find(self.cleaned_data["player"], on_ladder=True)


class FreezeForm(LadderForm):
    """One rung, or the whole ladder."""

    player = forms.CharField(
        label=gettext_lazy("Player"),
        required=False,
        help_text=gettext_lazy(
            "By name: nobody challenges this player, who challenges nobody and does not slide."
            " Empty: the whole ladder is frozen. Challenges that run go on."
        ),
    )
    field_order = ("player", "why")

    def clean_player(self) -> User | None:
        """Find the player, if one is named."""
        name = self.cleaned_data["player"]
        return self.find(name, on_ladder=True) if name else None


class RestoreForm(LadderForm):
    """What was frozen or removed."""

    what = forms.ChoiceField(label=gettext_lazy("What"))
    field_order = ("what", "why")

    def __init__(self, data: Any, *, ladder: Ladder) -> None:
        super().__init__(data, ladder=ladder)
        found = [("", gettext("the whole ladder, which is frozen"))] if ladder.frozen_at else []
        removed = ladder.removals.select_related("player").order_by("at")[:SHOWN]
        cold = ladder.rungs.select_related("player").filter(frozen_at__isnull=False).order_by("frozen_at")
        for removal in removed:
            said = gettext("%(player)s, removed from rung %(rung)s")
            found.append((str(removal.player_id), said % {"player": removal.player, "rung": removal.rung}))
        for rung in cold[:SHOWN]:
            found.append((str(rung.player_id), gettext("%(player)s, frozen") % {"player": rung.player}))
        what = self.fields["what"]
        assert isinstance(what, forms.ChoiceField)
        what.choices, what.required = found, not ladder.frozen_at

    def clean(self) -> dict[str, Any]:
        """The player comes to stand in `player`; None for the whole ladder."""
        cleaned = super().clean() or {}
        key = cleaned.get("what")
        cleaned["player"] = User.objects.get(pk=int(key)) if key else None
        return cleaned


class ChallengeForm(LadderForm):
    """Which challenge, and who wins it."""

    challenge = forms.ChoiceField(label=pgettext_lazy("a noun", "Challenge"))
    winner = forms.ChoiceField(
        label=gettext_lazy("Winner"),
        choices=[
            (refereeing.Winner.CHALLENGER.value, gettext_lazy("the challenger, who is named first")),
            (refereeing.Winner.DEFENDER.value, gettext_lazy("the defender")),
            (refereeing.Winner.NOBODY.value, gettext_lazy("nobody: it counts for nobody")),
        ],
        help_text=gettext_lazy(
            "A winner also wins the matches that still run; for nobody, they are void and not played again."
            " A rung that moves can only be put back by placing the player."
        ),
    )
    field_order = ("challenge", "winner", "why")

    def __init__(self, data: Any, *, ladder: Ladder) -> None:
        super().__init__(data, ladder=ladder)
        open_now = ladder.challenges.select_related("challenger", "defender").filter(over_at=None)
        found = list(open_now.order_by("at")[:SHOWN])
        players = {one.challenger_id or 0 for one in found} | {one.defender_id or 0 for one in found}
        ranks = order.ranks(ladder.pk, players)
        challenge = self.fields["challenge"]
        assert isinstance(challenge, forms.ChoiceField)
        challenge.choices = [(str(one.pk), _described(one, ranks)) for one in found]


def _described(one: Challenge, ranks: Mapping[int, int]) -> str:
    """A challenge as the list to choose from has it."""

    def named(player: User | None) -> str:
        if player is None:
            return gettext("a closed account")
        rung = ranks.get(player.pk)
        return (
            gettext("%(player)s (rung %(rung)s)") % {"player": player, "rung": rung} if rung else str(player)
        )

    said = gettext("%(challenger)s against %(defender)s, since %(day)s, %(over)s of 2 matches over")
    return said % {
        "challenger": named(one.challenger),
        "defender": named(one.defender),
        "day": f"{one.at:%Y-%m-%d}",
        "over": len(one.results),
    }


@dataclass(frozen=True, slots=True)
class Decision:
    """One thing that staff decide: its name, its form, when it can be, what it does, how it is undone."""

    name: Any
    form: type[LadderForm]
    fits: Callable[[Ladder], bool]
    act: Callable[[Ladder, Mapping[str, Any], User], None]
    undo: str | Promise = ""
    """Empty where it cannot be undone."""


DECISIONS: dict[str, Decision] = {
    "place": Decision(
        gettext_lazy("Place a player"),
        PlaceForm,
        lambda ladder: ladder.closed_at is None,
        lambda ladder, given, by: refereeing.place(
            ladder.pk, given["player"], given["rung"], by, given["why"]
        ),
        gettext_lazy("Place the player back, or remove who was not on the ladder."),
    ),
    "remove": Decision(
        gettext_lazy("Remove a player"),
        RemoveForm,
        lambda ladder: ladder.size > 0,
        lambda ladder, given, by: refereeing.remove(
            ladder.pk, given["player"], given["days"], by, given["why"]
        ),
        gettext_lazy("Restore the player."),
    ),
    "freeze": Decision(
        gettext_lazy("Freeze a rung or the ladder"),
        FreezeForm,
        lambda ladder: ladder.frozen_at is None or ladder.rungs.filter(frozen_at=None).exists(),
        lambda ladder, given, by: refereeing.freeze(ladder.pk, given["player"], by, given["why"]),
        gettext_lazy("Restore what is frozen."),
    ),
    "restore": Decision(
        gettext_lazy("Restore what was frozen or removed"),
        RestoreForm,
        lambda ladder: (
            ladder.frozen_at is not None
            or ladder.removals.exists()
            or ladder.rungs.exclude(frozen_at=None).exists()
        ),
        lambda ladder, given, by: refereeing.restore(ladder.pk, given["player"], by, given["why"]),
        gettext_lazy("Freeze or remove it again."),
    ),
    "decide": Decision(
        gettext_lazy("Decide a challenge"),
        ChallengeForm,
        lambda ladder: ladder.challenges.filter(Q(over_at=None)).exists(),
        lambda ladder, given, by: refereeing.decide(
            int(given["challenge"]), refereeing.Winner(given["winner"]), by, given["why"]
        ),
    ),
}
