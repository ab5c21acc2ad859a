"""What was told to the player, and how it is told."""

from __future__ import annotations

from typing import cast

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import notices, spending
from accounts.leaves import leaf
from accounts.models import User
from accounts.models.delivery import Delivery
from accounts.models.hook import Hook
from accounts.models.notices import KINDS, Mode, Notice, Preferences, PushSubscription
from accounts.notices import mail, trying
from accounts.notices.forms import BrowserForm, PreferencesForm

PAGE = 30
MOST_BROWSERS = 20
LOST = 5
"""How many of those that did not reach the player are shown."""


@login_required
@require_safe
@never_cache
def index(request: HttpRequest) -> HttpResponse:
    """The list, newest first."""
    page = leaf(notices.listed(cast("User", request.user)), request.GET, PAGE)
    return render(request, "accounts/notices.html", {"page": page})


@login_required
@require_POST
def read(request: HttpRequest, notice_id: int) -> HttpResponse:
    """Open what a notice is about; it is read from then on."""
    notice = get_object_or_404(Notice, pk=notice_id, player=request.user)
    notices.read(notice)
    return redirect(notice.address)


@login_required
@require_POST
def read_all(request: HttpRequest) -> HttpResponse:
    """Mark all as read."""
    notices.read_all(cast("User", request.user))
    return redirect("notices")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def ways(request: HttpRequest) -> HttpResponse:
    """Show or change how one is told: mail, browsers, webhook, calendar; and what did not come through."""
    player = cast("User", request.user)
    preferences = _preferences(player)
    form = PreferencesForm(request.POST or None, instance=preferences)
    if request.method == "POST" and form.is_valid():
        spending.spend("preferences", player)
        form.save()
        messages.success(request, _("Saved."))
        return redirect("notices_settings")
    context = {
        "form": form,
        "preferences": preferences,
        "browsers": player.push_subscriptions.filter(dropped_at=None).count(),
        "dropped": player.push_subscriptions.exclude(dropped_at=None).order_by("-dropped_at")[:LOST],
        "lost": _lost(player)[:LOST],
        "posts": trying.posts_of(preferences.webhook),
        "push_key": settings.VAPID_PUBLIC_KEY,
        "confirmed": EmailAddress.objects.filter(user=player, primary=True, verified=True).exists(),
        "calendar": request.build_absolute_uri(f"/calendar/{preferences.calendar}.ics"),
    }
    return render(request, "accounts/notice_settings.html", context, status=400 if form.errors else 200)


def _preferences(player: User) -> Preferences:
    return Preferences.objects.select_related("webhook").get_or_create(player=player)[0]


def _lost(player: User) -> QuerySet[Delivery]:
    """What was given up of the player's, but for posts: of those the webhook itself tells."""
    found = Delivery.objects.filter(notice__player=player, given_up_at__isnull=False)
    return found.exclude(way=Delivery.Way.HOOK).select_related("notice").order_by("-given_up_at")


@login_required
@require_POST
def hook_on(request: HttpRequest) -> HttpResponse:
    """Switch the webhook on again after it failed too often."""
    hook = _own_hook(request)
    trying.switch_on(hook)
    messages.success(request, _("The webhook is on again."))
    return redirect(hook.page)


@login_required
@require_POST
def try_hook(request: HttpRequest) -> HttpResponse:
    """Post a test to the webhook now, and say what came of it."""
    hook = _own_hook(request)
    show_tried(request, trying.try_now(hook, cast("User", request.user)))
    return redirect(hook.page)


def show_tried(request: HttpRequest, tried: trying.Tried) -> None:
    """Say on the next page what came of a test."""
    (messages.success if tried.arrived else messages.error)(request, tried.sentence)


def _own_hook(request: HttpRequest) -> Hook:
    """The player's own webhook. Raises Http404."""
    return get_object_or_404(Hook, preferences__player=request.user)


@login_required
@require_POST
def new_secrets(request: HttpRequest) -> HttpResponse:
    """Other addresses and another signing secret: whoever has the old ones has nothing."""
    player = cast("User", request.user)
    spending.spend("preferences", player)
    preferences = _preferences(player)
    preferences.renew()
    messages.success(request, _("Your calendar has a new address, and your webhook a new secret."))
    return redirect("notices_settings")


@login_required
@require_POST
def subscribe(request: HttpRequest) -> HttpResponse:
    """Take a browser's push subscription; the same browser again only changes hands."""
    form = BrowserForm(request.POST)
    if not form.is_valid():
        return JsonResponse({"error": form.sentence()}, status=400)
    player = cast("User", request.user)
    spending.spend("preferences", player)
    given = form.cleaned_data
    PushSubscription.objects.update_or_create(
        endpoint=given["endpoint"],
        defaults={
            "player": player,
            "p256dh": given["p256dh"],
            "auth": given["auth"],
            "dropped_at": None,
            "why": "",
        },
    )
    old = player.push_subscriptions.order_by("-pk").values_list("pk", flat=True)[MOST_BROWSERS:]
    PushSubscription.objects.filter(pk__in=list(old)).delete()
    return JsonResponse({"said": _("From now on this browser gets your notices.")})


@login_required
@require_POST
def unsubscribe(request: HttpRequest) -> HttpResponse:
    """Forget all browsers of the player."""
    cast("User", request.user).push_subscriptions.all().delete()
    messages.success(request, _("Your notices no longer go to any browser."))
    return redirect("notices_settings")


@csrf_exempt  # mail programs post here by themselves (RFC 8058); the signed address is the leave
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def off(request: HttpRequest, token: str) -> HttpResponse:
    """No more mail of a kind: one click, also without signing in."""
    try:
        player, kind = mail.unsubscribe(token)
    except (signing.BadSignature, ValueError, User.DoesNotExist) as bad:
        raise Http404 from bad
    label = _("the daily mail") if kind == mail.ALL else f"“{KINDS[kind].label}”"
    if request.method == "POST":
        preferences = _preferences(player)
        for key in KINDS:
            if key == kind or (kind == mail.ALL and preferences.mode(key) == Mode.DIGEST):
                preferences.mail[key] = Mode.NEVER.value
        preferences.save(update_fields=["mail"])
        way = Delivery.objects.filter(notice__player=player, given_up_at=None)
        if kind == mail.ALL:
            way.filter(way=Delivery.Way.DIGEST).delete()
        else:
            way.filter(way__in=[Delivery.Way.MAIL, Delivery.Way.DIGEST], notice__kind=kind).delete()
    return render(
        request,
        "accounts/notices_off.html",
        {"label": label, "done": request.method == "POST", "who": player},
    )
