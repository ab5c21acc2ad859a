"""The pool in the admin: figures, refills and a button to top up; never a value, never a key."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError

from dicepool import tasks
from dicepool.models import Batch, Refill
from dicepool.stock import stock


class ReadOnly(admin.ModelAdmin[Any]):
    """Looked at, never changed: what the pool writes is its own."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody."""
        return False


@admin.register(Batch)
class BatchAdmin(ReadOnly):
    """Commitments; nonces stay out of sight."""

    list_display = ["number", "first", "last", "key_id", "made_at"]
    fields = ["number", "first", "last", "key_id", "made_at"]
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> Any:
        """Without the kept nodes of the trees, which are large."""
        return super().get_queryset(request).defer("groups", "nonce")


@admin.register(Refill)
class RefillAdmin(ReadOnly):
    """The level above the list of refills, and the button."""

    list_display = ["started_at", "ended_at", "reason", "sets", "outcome"]
    list_filter = ["reason"]
    change_list_template = "admin/dicepool/refill/change_list.html"

    @admin.display(description=_("outcome"))
    def outcome(self, run: Refill) -> str:
        """How it ended."""
        return run.failure or (_("done") if run.ended_at else _("not finished"))

    def get_urls(self) -> list[URLPattern]:
        """With the page of the button."""
        top_up = path("top-up/", self.admin_site.admin_view(self.top_up), name="dicepool_refill_top_up")
        return [top_up, *super().get_urls()]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """The list under the state of the pool."""
        state = {"stock": stock(), "low": settings.DICE_LOW_WATER, "high": settings.DICE_HIGH_WATER}
        failed = Refill.objects.exclude(failure="").first()
        return super().changelist_view(request, {**(extra_context or {}), **state, "failed": failed})

    def top_up(self, request: HttpRequest) -> HttpResponse:
        """Ask, then start a refill up to the high-water mark in the background."""
        if not request.user.has_perm("dicepool.add_refill"):
            raise PermissionDenied
        if request.method != "POST":
            context = {
                **self.admin_site.each_context(request),
                "title": _("Top up the dice pool"),
                "stock": stock(),
                "high": settings.DICE_HIGH_WATER,
                "opts": self.opts,
            }
            return TemplateResponse(request, "admin/dicepool/refill/top_up.html", context)
        try:
            tasks.top_up.delay(full=True)
        except OperationalError:
            messages.error(request, _("The refill could not be started: the task queue does not answer."))
        else:
            messages.success(request, _("A refill was started. Look at the list below in a moment."))
        return HttpResponseRedirect(reverse("admin:dicepool_refill_changelist"))
