"""The forum in the Django admin: boards, threads and posts, what is done about them, and the log of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.forum import staffing
from accounts.models import User
from accounts.models.forum import Board, ForumAct, Post, Topic
from accounts.moderation.staff import ReadOnly
from accounts.once import once


class ActForm(forms.Form):
    """What to do about a thread, and why."""

    what = forms.ChoiceField(
        choices=[*((what, what) for what in staffing.ACTS), ("move", gettext_lazy("move"))]
    )
    board = forms.ModelChoiceField(
        Board.objects.all(), required=False, help_text=gettext_lazy("Where it is moved to.")
    )
    why = forms.CharField(
        widget=forms.Textarea(attrs={"rows": 3}), max_length=1000, help_text=gettext_lazy("For the log.")
    )

    def clean(self) -> dict[str, Any]:
        """Whoever moves a thread says where to."""
        given = super().clean() or {}
        if given.get("what") == "move" and given.get("board") is None:
            self.add_error("board", _("Say where to."))
        return given


class PostActForm(forms.Form):
    """What to do about a post, and why."""

    what = forms.ChoiceField(choices=[("hide", gettext_lazy("hide")), ("restore", gettext_lazy("restore"))])
    why = forms.CharField(
        widget=forms.Textarea(attrs={"rows": 3}), max_length=1000, help_text=gettext_lazy("For the log.")
    )


class _Decided(ReadOnly):
    """Read, and decided about on a page of its own."""

    change_form_template = "admin/accounts/forum.html"
    form_of: type[forms.Form]

    def get_urls(self) -> list[URLPattern]:
        """The page of the decision beside the usual ones."""
        view = self.admin_site.admin_view(once(self.decide))
        name = f"accounts_{self.model._meta.model_name}_decide"
        return [path("<int:pk>/decide/", view, name=name), *super().get_urls()]

    def decide(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Do it, with a reason."""
        if not self.has_change_permission(request):
            raise PermissionDenied
        found = get_object_or_404(self.model, pk=pk)
        form = self.form_of(request.POST or None)
        if request.method == "POST" and form.is_valid():
            try:
                changed = self.act(pk, form.cleaned_data, cast("User", request.user))
            except staffing.BadAct as error:
                form.add_error(None, str(error))
            else:
                if changed:
                    self.log_change(
                        request, found, f"{form.cleaned_data['what']}: {form.cleaned_data['why']}"
                    )
                messages.success(request, _("Done.") if changed else _("That was so already."))
                return redirect(reverse(f"admin:accounts_{self.model._meta.model_name}_change", args=[pk]))
        context = {
            **self.admin_site.each_context(request),
            "form": form,
            "found": found,
            "title": _("Decide %(found)s") % {"found": found},
        }
        return render(request, "admin/accounts/forum_decide.html", context)

    def act(self, pk: int, given: dict[str, Any], staff: User) -> bool:
        """Do what was decided. Returns whether anything changed. Raises BadAct."""
        raise NotImplementedError


@admin.register(Topic)
class TopicAdmin(_Decided):
    """Threads, the latest first."""

    form_of = ActForm
    list_display = ("title", "board", "player", "posts", "last_at", "pinned", "locked", "hidden")
    list_filter = ("board", "pinned", "locked", "hidden")
    list_select_related = ("board", "player")
    search_fields = ("title",)
    ordering = ("-pk",)

    def act(self, pk: int, given: dict[str, Any], staff: User) -> bool:
        """On the thread."""
        if given["what"] == "move":
            return staffing.move(pk, given["board"], staff, given["why"])
        return staffing.act(pk, given["what"], staff, given["why"])


@admin.register(Post)
class PostAdmin(_Decided):
    """Posts, the latest first."""

    form_of = PostActForm
    list_display = ("id", "topic", "player", "at", "edited_at", "deleted_at", "hidden_at")
    list_filter = (("hidden_at", admin.EmptyFieldListFilter), ("deleted_at", admin.EmptyFieldListFilter))
    list_select_related = ("topic", "player")
    ordering = ("-pk",)
    search_fields = ("player__username",)

    def act(self, pk: int, given: dict[str, Any], staff: User) -> bool:
        """On the post."""
        acts: dict[str, Callable[[int, User, str], bool]] = {
            "hide": staffing.hide_post,
            "restore": staffing.restore_post,
        }
        return acts[given["what"]](pk, staff, given["why"])


@admin.register(Board)
class BoardAdmin(admin.ModelAdmin[Board]):
    """The boards. One that has threads stays."""

    list_display = ("name", "slug", "position", "staff_only", "threads", "posts")
    readonly_fields = ("threads", "posts")

    def has_delete_permission(self, request: HttpRequest, obj: Board | None = None) -> bool:
        """Only what nobody has written in."""
        return super().has_delete_permission(request, obj) and (obj is not None and not obj.topics.exists())


@admin.register(ForumAct)
class ForumActAdmin(ReadOnly):
    """The log."""

    list_display = ("id", "what", "topic", "post", "by", "at", "why")
    list_filter = ("what",)
    list_select_related = ("topic", "post", "by")
    ordering = ("-pk",)
