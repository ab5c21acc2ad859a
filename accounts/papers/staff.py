"""Letters to the staff in the Django admin: those that nobody has answered first."""

from __future__ import annotations

from typing import cast

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Enquiry, User
from accounts.models.enquiry import LONGEST_ENQUIRY
from accounts.moderation.staff import ReadOnly
from accounts.once import once
from accounts.papers import enquiring


class AnswerForm(forms.Form):
    """What is answered by mail; nothing where the letter is only closed."""

    answer = forms.CharField(
        widget=forms.Textarea(attrs={"rows": 8}),
        max_length=LONGEST_ENQUIRY,
        required=False,
        help_text=gettext_lazy("It goes out by mail, with their letter below it."),
    )
    close = forms.BooleanField(required=False, label=gettext_lazy("Close it without an answer"))


@admin.register(Enquiry)
class EnquiryAdmin(ReadOnly):
    """The queue of letters; each is answered once."""

    list_display = ("id", "subject", "player", "email", "at", "answered_at", "answered_by")
    list_filter = (("answered_at", admin.EmptyFieldListFilter),)
    list_select_related = ("player", "answered_by")
    search_fields = ("subject", "email", "player__username")
    ordering = ("answered_at", "at")
    change_form_template = "admin/accounts/enquiry.html"

    def get_urls(self) -> list[URLPattern]:
        """The page of the answer beside the usual ones."""
        view = self.admin_site.admin_view(once(self.answer))
        return [path("<int:pk>/answer/", view, name="accounts_enquiry_answer"), *super().get_urls()]

    def answer(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Answer by mail, or close it."""
        if not self.has_change_permission(request):
            raise PermissionDenied
        enquiry = get_object_or_404(Enquiry, pk=pk)
        form = AnswerForm(request.POST or None)
        if request.method == "POST" and form.is_valid():
            given, staff = form.cleaned_data, cast("User", request.user)
            try:
                if given["close"]:
                    enquiring.close(pk, staff)
                else:
                    enquiring.answer(pk, staff, given["answer"])
            except enquiring.BadAnswer as error:
                form.add_error(None, str(error))
            else:
                said = "Closed." if given["close"] else "Answered."
                self.log_change(request, enquiry, said)
                messages.success(request, said)
                return redirect("admin:accounts_enquiry_changelist")
        context = {
            **self.admin_site.each_context(request),
            "form": form,
            "enquiry": enquiry,
            "title": _("Answer %(enquiry)s") % {"enquiry": enquiry},
        }
        return render(request, "admin/accounts/answer.html", context)
