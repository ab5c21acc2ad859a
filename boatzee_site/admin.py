"""The parts of the site in the admin: which are at work, which are silent."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _

from boatzee_site import heartbeats
from boatzee_site.models import Heartbeat
from dicepool.admin import ReadOnly


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnly):
    """One line a part."""

    list_display = ["part", "status", "beat_at", "told_at", "meaning"]
    list_display_links = None
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Heartbeat]:
        """The parts that are watched, with the time of their silence."""
        return heartbeats.rows()

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """The list, with every part in it."""
        heartbeats.look()
        return super().changelist_view(request, extra_context)

    @admin.display(description=_("status"))
    def status(self, row: Heartbeat) -> str:
        """Up, late or down."""
        return heartbeats.judge(row).status

    @admin.display(description=_("without it"))
    def meaning(self, row: Heartbeat) -> str:
        """What stands still without it, and where to look."""
        return heartbeats.MEANING.get(row.part, "")
