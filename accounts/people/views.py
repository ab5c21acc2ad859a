"""People: search, who is here, buddies and ignored players, and their pictures."""

from __future__ import annotations

import hashlib
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import spending
from accounts.models import TYPED_LENGTH, Picture, Profile, User
from accounts.moderation.muting import MayNotWrite, must_not_be_muted
from accounts.people import finding, relations
from accounts.people.forms import PictureForm, ProfileForm


@require_safe
@never_cache
def index(request: HttpRequest) -> HttpResponse:
    """Search by name; without one, who is here, which is all that a visitor is shown."""
    words = request.GET.get("q", "")[:TYPED_LENGTH] if request.user.is_authenticated else ""
    if words:
        spending.spend("search", cast("User", request.user))
    context = {"words": words, "found": finding.search(words) if words else None, "here": finding.here()}
    return render(request, "accounts/people.html", context)


@login_required
@require_safe
@never_cache
def buddies(request: HttpRequest) -> HttpResponse:
    """The player's two lists."""
    player = cast("User", request.user)
    context = {"buddies": relations.buddies(player), "ignored": relations.ignored(player)}
    return render(request, "accounts/buddies.html", context)


@login_required
@require_POST
def relate(request: HttpRequest, name: str) -> HttpResponse:
    """Make somebody a buddy, ignore them, or neither."""
    player = cast("User", request.user)
    spending.spend("relate", player)
    other = get_object_or_404(User, username__iexact=name, is_active=True)
    what = request.POST.get("what", "")
    acts = {"buddy": relations.buddy, "ignore": relations.ignore, "forget": relations.forget}
    if what not in acts:
        return render(request, "400.html", {"sentence": _("Choose what to do."), "back": "/"}, status=400)
    try:
        acts[what](player, other)
    except (relations.TooManyRelations, relations.NotYourself) as error:
        return render(request, "409.html", {"sentence": str(error), "back": "/"}, status=409)
    said = {
        "buddy": _("%(player)s is among your buddies.") % {"player": other},
        "ignore": _("You ignore %(player)s: no messages, no invitations, neither way.") % {"player": other},
        "forget": _("%(player)s is neither a buddy nor ignored.") % {"player": other},
    }
    messages.success(request, said[what])
    back = request.POST.get("back", "")
    safe = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    return redirect(back if safe else "buddies")


@require_safe
def picture(request: HttpRequest, name: str) -> HttpResponse:
    """A player's picture; browsers ask again whether it has changed."""
    found = get_object_or_404(
        Picture.objects.select_related("player"), player__username__iexact=name, player__is_active=True
    )
    if found.player.muted and found.player != request.user:
        raise Http404
    data = bytes(found.data)
    tag = f'"{hashlib.sha256(data).hexdigest()[:20]}"'
    if request.headers.get("If-None-Match") == tag:
        return HttpResponseNotModified()
    response = HttpResponse(data, content_type="image/webp")
    response["ETag"] = tag
    response["Cache-Control"] = "no-store" if found.player.muted else "public, max-age=300"
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def edit(request: HttpRequest) -> HttpResponse:
    """Show or change what one shows of oneself."""
    player = cast("User", request.user)
    profile, _made = Profile.objects.get_or_create(player=player)
    form = ProfileForm(request.POST or None, instance=profile)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Your profile is saved."))
        return redirect("profile_edit")
    context = {"form": form, "picture": PictureForm(), "has_picture": finding.has_picture(player)}
    return render(request, "accounts/profile_edit.html", context, status=400 if form.errors else 200)


@login_required
@require_POST
def upload(request: HttpRequest) -> HttpResponse:
    """Take a picture, or away with it."""
    player = cast("User", request.user)
    if request.POST.get("what") == "remove":
        Picture.objects.filter(player=player).delete()
        messages.success(request, _("Your picture has been removed."))
        return redirect("profile_edit")
    try:
        must_not_be_muted(player)
    except MayNotWrite as error:
        refused = {"sentence": str(error), "back": reverse("profile_edit")}
        return render(request, "403.html", refused, status=403)
    spending.spend("picture", player)
    form = PictureForm(request.POST, request.FILES)
    if not form.is_valid():
        context = {
            "form": ProfileForm(instance=finding.profile_of(player)),
            "picture": form,
            "has_picture": finding.has_picture(player),
        }
        return render(request, "accounts/profile_edit.html", context, status=400)
    Picture.objects.update_or_create(player=player, defaults={"data": form.cleaned_data["picture"]})
    messages.success(request, _("Your picture is saved."))
    return redirect("profile_edit")
