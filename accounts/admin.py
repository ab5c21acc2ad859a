"""Players in the Django admin."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

from accounts import staff, staff_deliveries  # noqa: F401  (they register the staff's lists)
from accounts.models import User


@admin.register(User)
class PlayerAdmin(UserAdmin[User]):
    """Find players, stop an account, give staff their rights.

    Accounts are closed by their owners alone, through accounts.leaving, which ends their matches
    first; the admin stops an account instead.
    """

    list_display = ("username", "email", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = ("is_active", "is_staff", "is_superuser")
    search_fields = ("username", "email")
    ordering = ("-date_joined",)
    list_per_page = 50
    show_full_result_count = False
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        ("Player", {"fields": ("email", "time_zone", "supporter_until")}),
        ("Decisions", {"fields": ("muted_until", "barred_until", "suspended_until")}),
        ("Rights", {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        ("Dates", {"fields": ("last_login", "date_joined")}),
    )
    readonly_fields = ("last_login", "date_joined", "muted_until", "barred_until", "suspended_until")

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Never: a deleted account would leave its matches hanging."""
        return False
