"""Addresses under /dice/."""

from datetime import date

from django.urls import path, register_converter

from dicepool import log_views, tree_views, views


class DayConverter:
    """A day as 2026-11-20."""

    regex = r"\d{4}-\d{2}-\d{2}"

    def to_python(self, value: str) -> date:
        """Raises ValueError for a day that is none, which is a 404."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        """The day in an address."""
        return value.isoformat()


register_converter(DayConverter, "day")

app_name = "dicepool"
urlpatterns = [
    path("", views.index, name="index"),
    path("batches.json", views.batches_json, name="batches_json"),
    path("batch/<int:number>/", views.batch, name="batch"),
    path("batch/<int:number>.json", views.batch_json, name="batch_json"),
    path("roll/<int:serial>/", views.roll, name="roll"),
    path("roll/<int:serial>.json", views.roll_json, name="roll_json"),
    path("proofs.json", views.proofs_json, name="proofs_json"),
    path("observatory/", views.observatory, name="observatory"),
    path("observatory/<day:day>/", views.observatory, name="day"),
    path("log/", log_views.index, name="log"),
    path("log/<int:number>.txt", log_views.segment, name="segment"),
    path("metrics", views.metrics, name="metrics"),
    path("checkpoint", tree_views.checkpoint, name="checkpoint"),
    path("key", tree_views.key, name="key"),
    path("tree/entries.json", tree_views.entries_json, name="entries_json"),
    path("tree/inclusion.json", tree_views.inclusion_json, name="inclusion_json"),
    path("tree/consistency.json", tree_views.consistency_json, name="consistency_json"),
    path("witnesses/", tree_views.index, name="witnesses"),
    path("witnesses.json", tree_views.index_json, name="witnesses_json"),
    path("cosign", tree_views.cosign, name="cosign"),
]
