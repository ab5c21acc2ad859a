"""Players in the Django admin, and what opens their accounts.

Whoever may change a player's address, password or second factor can take the account; whoever gives rights
can take the site. Both are for administrators (superusers) alone: a permission in the admin is not enough.
"""

from __future__ import annotations

from typing import Any, cast

from allauth.account import admin as allauth_account
from allauth.account.models import EmailAddress
from allauth.mfa import admin as allauth_mfa
from allauth.mfa.models import Authenticator
from allauth.usersessions import admin as allauth_sessions
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import admin
from django.contrib.auth import admin as auth_admin
from django.contrib.auth.forms import AdminPasswordChangeForm, AdminUserCreationForm, UserChangeForm
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import (
    admins,
    alphabets,
    applications_admin,  # noqa: F401  (registers programs of others)
    devices,
    letters,
    looking,
    staff_deliveries,  # noqa: F401  (registers what could not be sent)
    staff_outbox,  # noqa: F401  (registers what could not be followed up)
)
from accounts.forum import staff as forum_staff  # noqa: F401  (registers the forum)
from accounts.models import User
from accounts.moderation import (
    remembered,
    staff,  # noqa: F401  (registers the staff's queue)
)
from accounts.papers import staff as enquiries  # noqa: F401  (registers letters to the staff)
from accounts.said import Said, later


class NewPlayerForm(AdminUserCreationForm[User]):
    """A new player."""

    def clean_username(self) -> str:
        """Refuse a name that a suspended player had."""
        return _free_name(super().clean_username() or "")


class PlayerForm(UserChangeForm[User]):
    """A player."""

    def clean_username(self) -> str:
        """Refuse a new name that a suspended player had, or that looks like another's."""
        name: str = self.cleaned_data["username"]
        if "username" in self.changed_data and alphabets.skeleton(name) != self.instance.looking:
            self.instance.looking = alphabets.skeleton(name)
            return _free_name(name)
        return name

    def clean_email(self) -> str:
        """Refuse a new address that a suspended player had."""
        address: str = self.cleaned_data["email"]
        reason = remembered.why_not_address(address) if "email" in self.changed_data and address else ""
        if reason:
            raise forms.ValidationError(reason)
        return address

    def clean(self) -> dict[str, Any] | None:
        """Refuse to take a right from the last who can run the site."""
        given = super().clean()
        kept = all(self.cleaned_data.get(name, True) for name in ("is_active", "is_staff", "is_superuser"))
        if not kept and admins.able().filter(pk=self.instance.pk).exists():
            try:
                admins.must_leave_another(self.instance)
            except admins.LastAdmin as error:
                raise forms.ValidationError(_("This is the last one who can run this site.")) from error
        return given


class PasswordForm(AdminPasswordChangeForm):  # type: ignore[type-arg]
    """A new password for a player, or none."""

    def clean(self) -> Any:
        """Refuse to leave an administrator without one: there might be no other way in."""
        given = super().clean()
        if self.user.is_superuser and not self.cleaned_data.get("set_usable_password", True):
            raise forms.ValidationError(_("Administrators keep a password. Take their rights first."))
        return given


def _free_name(name: str) -> str:
    reason = remembered.why_not_name(name) or (looking.ALIKE if looking.alike(name) else "")
    if reason:
        raise forms.ValidationError(reason)
    return name


@admin.register(User)
class PlayerAdmin(auth_admin.UserAdmin[User]):
    """Find players, stop an account, give staff their rights.

    Accounts are closed by their owners alone, through accounts.leaving, which ends their matches
    first; the admin stops an account instead.
    """

    form = PlayerForm
    add_form = NewPlayerForm
    change_password_form = PasswordForm
    list_display = ("username", "email", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = ("is_active", "is_staff", "is_superuser")
    search_fields = ("username", "email")
    ordering = ("-date_joined",)
    list_per_page = 50
    show_full_result_count = False
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (gettext_lazy("Player"), {"fields": ("email", "time_zone", "supporter_until")}),
        (gettext_lazy("Decisions"), {"fields": ("muted_until", "barred_until", "suspended_until")}),
        (
            gettext_lazy("Rights"),
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        (gettext_lazy("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    readonly_fields = ("last_login", "date_joined", "muted_until", "barred_until", "suspended_until")
    ADMINISTRATORS = ("email", "is_staff", "is_superuser", "groups", "user_permissions")
    """What only administrators change, of anybody."""

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Never: a deleted account would leave its matches hanging."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Administrators change everybody, other staff only who is no colleague."""
        allowed: bool = super().has_change_permission(request, obj)
        colleague = obj is not None and (obj.is_staff or obj.is_superuser)
        return allowed and (_administers(request) or not colleague)

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Nobody but administrators sees the way to a password."""
        found = super().get_fieldsets(request, obj)
        if obj is None or _administers(request):
            return found
        return [(None, {"fields": ("username",)}), *found[1:]]

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """What was decided elsewhere, and what the staff member may not give."""
        always = tuple(super().get_readonly_fields(request, obj))
        return always if _administers(request) else (*always, *self.ADMINISTRATORS)

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Save it; whoever gets another address is told at the old one."""
        old = letters.address_of(User.objects.get(pk=obj.pk)) if change else ""
        super().save_model(request, obj, form, change)
        if change and "email" in form.changed_data and old:
            _take_over_address(obj)
            subject, said = letters.CHANGES["account/email/email_changed"]
            words = Said(lambda: str(said)) % {"from_email": old, "to_email": obj.email or "–"}
            letters.warn(obj, subject, words, later("an administrator’s"), "", to=old)

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:  # noqa: A002
        """Only administrators; the player is told."""
        if not _administers(request):
            raise PermissionDenied
        player = self.get_object(request, id)
        before = player.password if player is not None else ""
        response = super().user_change_password(request, id, form_url)
        if player is not None and User.objects.filter(pk=player.pk).exclude(password=before).exists():
            subject, said = letters.CHANGES["account/email/password_changed"]
            letters.warn(player, subject, said, devices.browser_of(request), "")
        return response


def _administers(request: HttpRequest) -> bool:
    return cast("User", request.user).is_superuser


def _take_over_address(player: User) -> None:
    """The address that an administrator gave is the primary one, yet to be confirmed."""
    EmailAddress.objects.filter(user=player, primary=True).update(primary=False)
    if player.email:
        EmailAddress.objects.update_or_create(
            user=player, email=player.email.lower(), defaults={"primary": True}
        )


class _ForAdministrators(admin.ModelAdmin[Any]):
    """Nobody else sees or changes it."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Administrators alone."""
        return _administers(request) and super().has_module_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Administrators alone."""
        return _administers(request) and super().has_view_permission(request, obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Administrators alone."""
        return _administers(request) and super().has_add_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Administrators alone."""
        return _administers(request) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Administrators alone."""
        return _administers(request) and super().has_delete_permission(request, obj)


admin.site.unregister([EmailAddress, Authenticator, UserSession, Group])


@admin.register(EmailAddress)
class AddressAdmin(_ForAdministrators, allauth_account.EmailAddressAdmin):  # type: ignore[misc]
    """Addresses: by another one an account is taken over."""


@admin.register(Authenticator)
class FactorAdmin(_ForAdministrators, allauth_mfa.AuthenticatorAdmin):  # type: ignore[misc]
    """Second factors: they can be taken away from who has lost them; their secrets are shown to nobody."""

    exclude = ("data",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Their owners add them."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """They are what they are."""
        return False


@admin.register(UserSession)
class SessionAdmin(_ForAdministrators, allauth_sessions.UserSessionAdmin):  # type: ignore[misc]
    """Sessions: their keys open accounts, so none is shown."""

    exclude = ("session_key", "data")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Signing in makes them."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """They are what they are."""
        return False


@admin.register(Group)
class RightsAdmin(_ForAdministrators, auth_admin.GroupAdmin):
    """Groups: whoever changes one changes what its members may."""
