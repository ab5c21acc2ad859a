"""Foreign keys point the same way as imports: down."""

from __future__ import annotations

from django.apps import apps

FLOORS = {"boatzee_site": 3, "ladders": 2, "games": 1, "dicepool": 0, "accounts": 0}


def test_every_foreign_key_points_down() -> None:
    seen = 0
    for model in apps.get_models(include_auto_created=True):
        app = model._meta.app_label
        if app not in FLOORS:
            continue
        for field in model._meta.get_fields():
            if not field.is_relation or field.auto_created or field.related_model is None:
                continue
            target = field.related_model._meta.app_label
            if target not in FLOORS:
                continue
            seen += 1
            allowed = target == app or FLOORS[target] < FLOORS[app]
            assert allowed, f"{model.__name__}.{field.name} points from {app} to {target}"
    assert seen > 3
