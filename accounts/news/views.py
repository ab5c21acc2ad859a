"""News of the site, as a page and as a feed, and what players say of it."""

from __future__ import annotations

from datetime import datetime
from typing import cast

from django.conf import settings
from django.contrib import messages
from django.contrib.syndication.views import Feed
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import News, Testimonial, User
from accounts.people.forms import TestimonialForm

PAGE = 10
VOICES = 30


def _published() -> QuerySet[News]:
    return News.objects.filter(published_at__isnull=False).order_by("-published_at")


@require_safe
def news(request: HttpRequest) -> HttpResponse:
    """All news, the latest first."""
    page = Paginator(_published(), PAGE).get_page(request.GET.get("page"))
    return render(request, "accounts/news.html", {"page": page})


class NewsFeed(Feed[News, News]):
    """The same for feed readers."""

    feed_type = Atom1Feed
    title = settings.SITE_NAME
    link = reverse_lazy("news")

    def subtitle(self) -> str:
        """What it is about."""
        return _("News of %(site)s, dice games by turns") % {"site": settings.SITE_NAME}

    def items(self) -> QuerySet[News]:
        """The latest."""
        return _published()[:PAGE]

    def item_title(self, item: News) -> str:
        """Its title."""
        return item.title

    def item_description(self, item: News) -> str:
        """Its text."""
        return item.text

    def item_updateddate(self, item: News) -> datetime:
        """When it was published."""
        assert item.published_at
        return item.published_at

    def item_pubdate(self, item: News) -> datetime:
        """When it was published."""
        assert item.published_at
        return item.published_at


@require_http_methods(["GET", "HEAD", "POST"])
def voices(request: HttpRequest) -> HttpResponse:
    """What players say, once staff have read it."""
    approved = Testimonial.objects.filter(approved_at__isnull=False, player__is_active=True).exclude(
        player__muted_until__gt=timezone.now()
    )
    context: dict[str, object] = {
        "voices": approved.select_related("player").order_by("-approved_at")[:VOICES]
    }
    if request.user.is_authenticated:
        mine = Testimonial.objects.filter(player=request.user).first()
        form = TestimonialForm(request.POST or None, instance=mine, player=request.user)
        if request.method == "POST":
            return _say(request, form, context, mine)
        context |= {"form": form, "mine": mine}
    elif request.method == "POST":
        return redirect("account_login")
    return render(request, "accounts/voices.html", context)


def _say(
    request: HttpRequest, form: TestimonialForm, context: dict[str, object], mine: Testimonial | None
) -> HttpResponse:
    player = cast("User", request.user)
    if request.POST.get("what") == "remove":
        Testimonial.objects.filter(player=player).delete()
        messages.success(request, _("It is gone."))
        return redirect("voices")
    if not form.is_valid():
        return render(request, "accounts/voices.html", {**context, "form": form, "mine": mine}, status=400)
    said = form.save(commit=False)
    said.player, said.approved_at, said.approved_by = player, None, None
    said.save()
    messages.success(request, _("Thank you. It will appear once the staff have read it."))
    return redirect("voices")
