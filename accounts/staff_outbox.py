"""What follows from moves and results and could not be made yet, in the Django admin."""

from __future__ import annotations

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import Errand
from accounts.moderation.staff import ReadOnly


@admin.register(Errand)
class ErrandAdmin(ReadOnly):
    """What failed, and why: what was given up first. What did not fail is on its way."""

    list_display = ("kind", "subject", "tries", "error", "due", "created_at", "given_up_at")
    list_filter = ("kind", ("given_up_at", admin.EmptyFieldListFilter))
    ordering = ("-given_up_at", "-tries")
    actions = ("try_again",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Errand]:
        """Only what failed once at least."""
        return super().get_queryset(request).filter(tries__gt=0)

    @admin.action(description=gettext_lazy("Try again now"), permissions=["change"])
    def try_again(self, request: HttpRequest, chosen: QuerySet[Errand]) -> None:
        """Whatever stood in the way has been mended."""
        count = chosen.update(due=timezone.now(), created_at=timezone.now(), given_up_at=None)
        said = ngettext("%(count)s is tried again.", "%(count)s are tried again.", count)
        messages.success(request, said % {"count": count})
