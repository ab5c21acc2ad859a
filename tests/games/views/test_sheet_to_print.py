"""Empty score sheets: every game has one, with every box of its card."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.rules import RULES
from games.rules.cards.scorecard import Scorecard


@pytest.mark.parametrize("code", RULES)
@pytest.mark.django_db
def test_every_game_has_an_empty_sheet_with_all_its_boxes(client: Client, code: str) -> None:
    rules = RULES[code]
    shown = client.get(reverse("games:rules_sheet", args=[code.lower()])).content.decode()
    assert 'class="pad' in shown
    if isinstance(rules, Scorecard):
        assert [box.label for box in rules.boxes if box.label not in shown] == []
        rows = len(rules.boxes) + 2 + (rules.columns > 1) + bool(rules.extra)
        assert shown.count("<td></td>") == rows * 6 + (6 if rules.columns == 1 else 0)
    assert (
        reverse("games:rules_sheet", args=[code.lower()])
        in client.get(reverse("games:rules_of", args=[code.lower()])).content.decode()
    )


@pytest.mark.django_db
def test_the_code_may_be_written_in_any_case(client: Client) -> None:
    assert client.get("/rules/BZ/sheet/")["Location"] == "/rules/bz/sheet/"
    assert client.get("/rules/zz/sheet/").status_code == 404
