"""The staff's queue and their decisions in the Django admin."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts import appeals, moderation
from accounts.models import News, Report, Sanction, Testimonial, User
from accounts.once import once


class DecisionForm(forms.Form):
    """What to do about a player, until when, and why."""

    kind = forms.ChoiceField(
        choices=[("", gettext_lazy("nothing: only close the report")), *Sanction.Kind.choices], required=False
    )
    days = forms.IntegerField(
        required=False, min_value=1, max_value=3650, help_text=gettext_lazy("All but a warning last.")
    )
    reason = forms.CharField(widget=forms.Textarea(attrs={"rows": 3}), max_length=1000)


class WhyForm(forms.Form):
    """Why a decision is taken back, or stands."""

    reason = forms.CharField(widget=forms.Textarea(attrs={"rows": 3}), max_length=1000)


class ReadOnly(admin.ModelAdmin[Any]):
    """Nothing is changed but through the decisions."""

    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Made by the site alone."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """What was decided stays on record."""
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """All."""
        return [field.name for field in self.model._meta.fields]


@admin.register(Report)
class ReportAdmin(ReadOnly):
    """The queue: what is not decided first."""

    list_display = ("id", "about", "by", "why", "at", "decided_at", "decided_by")
    list_filter = (("decided_at", admin.EmptyFieldListFilter),)
    list_select_related = ("about", "by", "decided_by")
    ordering = ("decided_at", "at")
    change_form_template = "admin/accounts/report.html"

    def get_urls(self) -> list[URLPattern]:
        """The page of the decision beside the usual ones."""
        view = self.admin_site.admin_view(once(self.decide))
        return [path("<int:pk>/decide/", view, name="accounts_report_decide"), *super().get_urls()]

    def decide(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Warn, mute, bar, suspend or do nothing, with a reason."""
        if not self.has_change_permission(request):
            raise PermissionDenied
        report = get_object_or_404(Report, pk=pk)
        form = DecisionForm(request.POST or None)
        if request.method == "POST" and form.is_valid():
            given, staff = form.cleaned_data, cast("User", request.user)
            try:
                if given["kind"]:
                    days = given["days"]
                    until = timezone.now() + timedelta(days=days) if days else None
                    moderation.decide(report.about, given["kind"], given["reason"], staff, until, report)
                else:
                    moderation.close(report, staff, given["reason"])
            except moderation.BadDecision as error:
                form.add_error(None, str(error))
            else:
                self.log_change(request, report, report.decision)
                messages.success(request, _("Decided."))
                return redirect("admin:accounts_report_changelist")
        context = {
            **self.admin_site.each_context(request),
            "form": form,
            "report": report,
            "title": _("Decide %(report)s") % {"report": report},
        }
        return render(request, "admin/accounts/decide.html", context)


@admin.register(Sanction)
class SanctionAdmin(ReadOnly):
    """All decisions; one can be taken back, and an appeal against it answered."""

    list_display = ("id", "player", "kind", "until", "by", "at", "appealed_at", "upheld_at", "lifted_at")
    list_filter = (
        "kind",
        ("appealed_at", admin.EmptyFieldListFilter),
        ("upheld_at", admin.EmptyFieldListFilter),
        ("lifted_at", admin.EmptyFieldListFilter),
    )
    list_select_related = ("player", "by")
    search_fields = ("player__username",)
    change_form_template = "admin/accounts/sanction.html"

    def get_urls(self) -> list[URLPattern]:
        """The pages of taking back and of upholding beside the usual ones."""
        lift, uphold = (self.admin_site.admin_view(view) for view in (self.lift, self.uphold))
        return [
            path("<int:pk>/lift/", lift, name="accounts_sanction_lift"),
            path("<int:pk>/uphold/", uphold, name="accounts_sanction_uphold"),
            *super().get_urls(),
        ]

    def lift(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Take the decision back, with a reason."""
        title = _("Take back %(sanction)s")
        return self._look_again(request, pk, moderation.lift, title, "Taken back", _("Taken back."))

    def uphold(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Answer the appeal: the decision stands, with a reason."""
        title = _("Uphold %(sanction)s")
        return self._look_again(request, pk, moderation.uphold, title, "Upheld", _("The player is told."))

    def _look_again(
        self,
        request: HttpRequest,
        pk: int,
        decide: Callable[[Sanction, User, str], None],
        title: str,
        logged: str,
        said: str,
    ) -> HttpResponse:
        if not self.has_change_permission(request):
            raise PermissionDenied
        sanction = get_object_or_404(Sanction.objects.select_related("player", "by", "report"), pk=pk)
        staff = cast("User", request.user)
        form = WhyForm(request.POST or None)
        if request.method == "POST" and form.is_valid():
            try:
                decide(sanction, staff, form.cleaned_data["reason"])
            except moderation.BadDecision as error:
                form.add_error(None, str(error))
            else:
                self.log_change(request, sanction, f"{logged}: {form.cleaned_data['reason']}")
                messages.success(request, said)
                return redirect(reverse("admin:accounts_sanction_change", args=[pk]))
        context = {
            **self.admin_site.each_context(request),
            "form": form,
            "sanction": sanction,
            "may": appeals.may_answer(sanction, staff),
            "own": staff.pk in appeals.concerned(sanction),
            "title": title % {"sanction": sanction},
        }
        return render(request, "admin/accounts/decide.html", context)


@admin.register(News)
class NewsAdmin(admin.ModelAdmin[News]):
    """Write news, then publish: whoever wants to hear of news is told."""

    list_display = ("title", "published_at", "by")
    readonly_fields = ("by", "published_at")
    actions = ("publish",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Not who may not write."""
        return super().has_add_permission(request) and not cast("User", request.user).muted

    def has_change_permission(self, request: HttpRequest, obj: News | None = None) -> bool:
        """Not who may not write."""
        return super().has_change_permission(request, obj) and not cast("User", request.user).muted

    def save_model(self, request: HttpRequest, obj: News, form: Any, change: bool) -> None:
        """Note who wrote it."""
        obj.by = obj.by or cast("User", request.user)
        super().save_model(request, obj, form, change)

    @admin.action(description=_("Publish"), permissions=["change"])
    def publish(self, request: HttpRequest, chosen: QuerySet[News]) -> None:
        """Show them; the worker tells."""
        count = chosen.filter(published_at=None).update(published_at=timezone.now())
        messages.success(
            request,
            ngettext(
                "%(count)s published. Whoever wants to hear of it is told within seconds.",
                "%(count)s published. Whoever wants to hear of it is told within seconds.",
                count,
            )
            % {"count": count},
        )


@admin.register(Testimonial)
class TestimonialAdmin(ReadOnly):
    """What players say: shown once it is approved."""

    list_display = ("player", "text", "at", "approved_at", "approved_by")
    list_filter = (("approved_at", admin.EmptyFieldListFilter),)
    list_select_related = ("player", "approved_by")
    actions = ("approve", "withdraw")

    @admin.action(description=_("Show it"), permissions=["change"])
    def approve(self, request: HttpRequest, chosen: QuerySet[Testimonial]) -> None:
        """From now on it is shown."""
        count = chosen.update(approved_at=timezone.now(), approved_by=request.user)
        messages.success(request, ngettext("%(count)s shown.", "%(count)s shown.", count) % {"count": count})

    @admin.action(description=_("No longer show it"), permissions=["change"])
    def withdraw(self, request: HttpRequest, chosen: QuerySet[Testimonial]) -> None:
        """From now on it is not."""
        count = chosen.update(approved_at=None, approved_by=None)
        messages.success(
            request,
            ngettext("%(count)s no longer shown.", "%(count)s no longer shown.", count) % {"count": count},
        )
