"""What was told to the player, and how it is told."""

from __future__ import annotations

from typing import cast

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import notices, spending
from accounts.forms_notices import BrowserForm, TellingForm
from accounts.models import User
from accounts.models.notices import KINDS, Delivery, Mode, Notice, PushSubscription, Telling
from accounts.notices import mail

PAGE = 30
MOST_BROWSERS = 20


@login_required
@require_safe
@never_cache
def index(request: HttpRequest) -> HttpResponse:
    """The list, newest first."""
    page = Paginator(notices.listed(cast("User", request.user)), PAGE).get_page(request.GET.get("page"))
    return render(request, "accounts/notices.html", {"page": page})


@login_required
@require_POST
def read(request: HttpRequest, notice_id: int) -> HttpResponse:
    """Open what a notice is about; it is read from then on."""
    notice = get_object_or_404(Notice, pk=notice_id, player=request.user)
    if notice.read_at is None:
        notice.read_at = timezone.now()
        notice.save(update_fields=["read_at"])
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
    """Show or change how one is told: mail, browsers, webhook, calendar."""
    player = cast("User", request.user)
    telling, _ = Telling.objects.get_or_create(player=player)
    form = TellingForm(request.POST or None, instance=telling)
    if request.method == "POST" and form.is_valid():
        spending.spend("telling", player)
        form.save()
        messages.success(request, "Saved.")
        return redirect("notices_settings")
    context = {
        "form": form,
        "telling": telling,
        "browsers": player.push_subscriptions.order_by("pk"),
        "push_key": settings.VAPID_PUBLIC_KEY,
        "confirmed": EmailAddress.objects.filter(user=player, primary=True, verified=True).exists(),
        "calendar": request.build_absolute_uri(f"/calendar/{telling.calendar}.ics"),
    }
    return render(request, "accounts/notice_settings.html", context, status=400 if form.errors else 200)


@login_required
@require_POST
def new_secrets(request: HttpRequest) -> HttpResponse:
    """Other addresses and another signing secret: whoever has the old ones has nothing."""
    spending.spend("telling", cast("User", request.user))
    telling, _ = Telling.objects.get_or_create(player=cast("User", request.user))
    telling.renew()
    messages.success(request, "The calendar has a new address and the webhook a new secret.")
    return redirect("notices_settings")


@login_required
@require_POST
def subscribe(request: HttpRequest) -> HttpResponse:
    """Take a browser's push subscription; the same browser again only changes hands."""
    form = BrowserForm(request.POST)
    if not form.is_valid():
        return JsonResponse({"error": "This browser cannot be reached by push."}, status=400)
    player = cast("User", request.user)
    spending.spend("telling", player)
    given = form.cleaned_data
    PushSubscription.objects.update_or_create(
        endpoint=given["endpoint"],
        defaults={"player": player, "p256dh": given["p256dh"], "auth": given["auth"]},
    )
    old = player.push_subscriptions.order_by("-pk").values_list("pk", flat=True)[MOST_BROWSERS:]
    PushSubscription.objects.filter(pk__in=list(old)).delete()
    return JsonResponse({"said": "This browser is told from now on."})


@login_required
@require_POST
def unsubscribe(request: HttpRequest) -> HttpResponse:
    """Forget all browsers of the player."""
    cast("User", request.user).push_subscriptions.all().delete()
    messages.success(request, "No browser is told any more.")
    return redirect("notices_settings")


@csrf_exempt  # mail programs post here by themselves (RFC 8058); the signed address is the leave
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def off(request: HttpRequest, token: str) -> HttpResponse:
    """No more mails of a kind: one click, also without signing in."""
    try:
        player, kind = mail.unsubscribe(token)
    except (signing.BadSignature, ValueError, User.DoesNotExist) as bad:
        raise Http404 from bad
    label = "the daily mail" if kind == mail.ALL else f"“{KINDS[kind].label}”"
    if request.method == "POST":
        telling, _ = Telling.objects.get_or_create(player=player)
        for key in KINDS:
            if key == kind or (kind == mail.ALL and telling.mode(key) == Mode.DIGEST):
                telling.mail[key] = Mode.NEVER.value
        telling.save(update_fields=["mail"])
        way = Delivery.objects.filter(notice__player=player)
        if kind == mail.ALL:
            way.filter(way=Delivery.Way.DIGEST).delete()
        else:
            way.filter(way__in=[Delivery.Way.MAIL, Delivery.Way.DIGEST], notice__kind=kind).delete()
    return render(
        request,
        "accounts/notices_off.html",
        {"label": label, "done": request.method == "POST", "who": player},
    )
