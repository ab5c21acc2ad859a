"""What could not be sent, and webhooks, in the Django admin; neither words nor addresses are shown."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import F, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import Delivery, Hook
from accounts.moderation.staff import ReadOnly


@admin.register(Delivery)
class LostAdmin(ReadOnly):
    """What was given up: by which way, to whom, why; newest first."""

    list_display = ("given_up_at", "way", "whom", "tries", "why", "detail")
    list_filter = ("way",)
    search_fields = ("notice__player__username", "hook__owner__username", "to")
    list_select_related = ("notice__player", "hook__owner")
    ordering = ("-given_up_at",)
    fields = ("way", "whom", "created_at", "given_up_at", "tries", "why", "detail")
    actions = ("try_again",)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """All that are shown."""
        return list(self.fields)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Delivery]:
        """Only what was given up: the rest is on its way."""
        return super().get_queryset(request).filter(given_up_at__isnull=False)

    @admin.display(description=gettext_lazy("whom"))
    def whom(self, delivery: Delivery) -> str:
        """The player, or the address of a letter."""
        if delivery.notice is not None:
            return delivery.notice.player.username
        return delivery.to or (str(delivery.hook) if delivery.hook is not None else "")

    @admin.action(description=gettext_lazy("Try again"), permissions=["change"])
    def try_again(self, request: HttpRequest, chosen: QuerySet[Delivery]) -> None:
        """Send it once more; a letter's words are gone, and so is what was of no way."""
        whole = chosen.filter(notice__isnull=False).exclude(way=Delivery.Way.NONE)
        sendable = whole.filter(Q(browser=None) | Q(browser__dropped_at=None))
        keys = list(sendable.values_list("pk", flat=True))
        Delivery.objects.filter(pk__in=keys).update(given_up_at=None, tries=0, due=timezone.now())
        said = ngettext("%(count)s is tried again.", "%(count)s are tried again.", len(keys))
        messages.success(request, said % {"count": len(keys)})
        if len(keys) < len(chosen):
            messages.warning(request, _("Letters and announcements were emptied, and cannot be sent again."))


@admin.register(Hook)
class HookAdmin(ReadOnly):
    """Webhooks, those that are off first. Their addresses are secrets of their owners: the host must do."""

    list_display = ("id", "owner", "host", "shape", "fails", "failed_at", "why", "off_at")
    list_filter = (("off_at", admin.EmptyFieldListFilter), "shape")
    search_fields = ("owner__username",)
    list_select_related = ("owner",)
    ordering = (F("off_at").desc(nulls_last=True), "-fails", "-pk")
    fields = ("owner", "host", "shape", "fails", "failed_at", "why", "rest_until", "off_at", "created_at")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """All that are shown."""
        return list(self.fields)
