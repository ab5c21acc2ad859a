"""The form by which anybody writes to the staff."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import letters, spending, visitors
from accounts.models import User
from accounts.models.enquiry import LONGEST_ENQUIRY
from accounts.once import once
from accounts.papers import enquiring
from accounts.single_line import single_line
from accounts.talk.words import BadText, clean

TRAP = "website"
"""A field that nobody sees: what fills it in is a program."""


class ContactForm(forms.Form):
    """A letter to the staff."""

    email = forms.EmailField(
        label=gettext_lazy("Your e-mail address"),
        max_length=254,
        help_text=gettext_lazy("The answer goes there. Nobody but the staff sees it."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    subject = forms.CharField(
        label=gettext_lazy("What is it about?"),
        max_length=120,
        validators=[single_line],
        strip=False,  # a line break at the end is one, too
    )
    text = forms.CharField(
        label=gettext_lazy("Your letter"),
        widget=forms.Textarea(attrs={"rows": 8}),
        max_length=LONGEST_ENQUIRY,
    )

    def clean_subject(self) -> str:
        """Something must be left of it."""
        subject: str = self.cleaned_data["subject"].strip()
        if not subject:
            raise forms.ValidationError(_("Write something first."))
        return subject

    def clean_text(self) -> str:
        """Lines stay; what is no text goes."""
        try:
            return clean(self.cleaned_data["text"], LONGEST_ENQUIRY)
        except BadText as error:
            raise forms.ValidationError(str(error)) from error


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@once
def contact(request: HttpRequest) -> HttpResponse:
    """Write to the staff, signed in or not."""
    player = request.user if request.user.is_authenticated else None
    initial = {"email": letters.address_of(player)} if player and request.method != "POST" else {}
    form = ContactForm(request.POST or None, initial=initial, label_suffix="")
    refused: dict[str, Any] = {}
    if request.method == "POST" and form.is_valid():
        try:
            _take(request, form.cleaned_data, player)
        except spending.TooOften as error:
            refused = {"sentence": str(error), "wait": error.retry_after}
        else:
            messages.success(request, _("Thank you. The staff will read it and answer by mail."))
            return redirect("contact")
    status = 429 if refused else 400 if form.errors else 200
    response = render(request, "papers/contact.html", {"form": form, "trap": TRAP, **refused}, status=status)
    return spending.told(response, refused.get("wait", 0))


def _take(request: HttpRequest, given: dict[str, str], player: User | None) -> None:
    """Keep the letter, unless a program wrote it: that is thanked, too, and learns nothing."""
    spending.spend("contact", visitors.of(request).name)
    if not request.POST.get(TRAP):
        enquiring.take(given["email"], given["subject"], given["text"], player)
