"""My bots: made, opened to programs by their tokens, closed (docs/bots.md)."""

from __future__ import annotations

from typing import cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from accounts import bots, leaving, limits
from accounts.models import NAME_LENGTH, User
from accounts.models.user import BOT_ENDS


class BotForm(forms.Form):
    """What a new bot is called."""

    name = forms.CharField(
        label=gettext_lazy("What is it called?"),
        max_length=NAME_LENGTH,
        help_text=gettext_lazy(
            "3 to 20 letters, digits, hyphens or underscores in all. “-bot” is added at the end, so that"
            " everybody sees what it is."
        ),
        widget=forms.TextInput(
            attrs={"autocapitalize": "none", "spellcheck": "false", "autocomplete": "off"}
        ),
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def my_bots(request: HttpRequest) -> HttpResponse:
    """List them, and make one."""
    owner = cast("User", request.user)
    form, status = BotForm(request.POST or None, label_suffix=""), 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                made = bots.make(owner, form.cleaned_data["name"])
            except bots.NoBot as error:
                form.add_error("name", str(error))
            else:
                messages.success(
                    request, _("%(bot)s is made. Now make a token for its program.") % {"bot": made.account}
                )
                return redirect("my_bots")
    context = {"form": form, "bots": bots.of(owner), "most": limits.BOTS, "ends": BOT_ENDS}
    return render(request, "accounts/bots.html", context, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def close_bot(request: HttpRequest, bot: str) -> HttpResponse:
    """Say what closing it means, or do it."""
    closed = get_object_or_404(User, as_bot__owner=cast("User", request.user), username__iexact=bot)
    if request.method == "POST":
        leaving.close(closed)
        messages.success(request, _("%(bot)s is closed.") % {"bot": closed})
        return redirect("my_bots")
    return render(request, "accounts/bot_close.html", {"bot": closed})
