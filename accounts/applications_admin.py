"""Applications in the Django admin: staff look through them, change what they are called, and remove them.

They are registered by players (accounts/applications.py). allauth's own pages show more than staff need, and
take what no column takes.
"""

from __future__ import annotations

from typing import Any

from allauth.idp.oidc import admin as allauth_applications
from allauth.idp.oidc.models import Client, Token
from django.contrib import admin
from django.http import HttpRequest

assert allauth_applications  # it registers its own pages first, in place of which these come
admin.site.unregister([Client, Token])


@admin.register(Client)
class ApplicationAdmin(admin.ModelAdmin[Client]):
    """One application."""

    list_display = ["name", "id", "owner", "type", "created_at"]
    search_fields = ["id", "name", "owner__username"]
    fields = ["id", "name", "owner", "type", "redirect_uris", "scopes", "skip_consent", "created_at"]
    readonly_fields = ["id", "owner", "type", "created_at"]

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Players register them."""
        return False


@admin.register(Token)
class LetInAdmin(admin.ModelAdmin[Token]):
    """What an application holds of a player: to be taken away, and nothing else."""

    list_display = ["client", "type", "user", "created_at", "expires_at"]
    fields = ["client", "type", "user", "scopes", "created_at", "expires_at"]

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Players let them in."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Players say what they may."""
        return False
