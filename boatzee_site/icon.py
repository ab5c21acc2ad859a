"""The picture of the site, where browsers and feed readers look for it unasked."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.views.decorators.http import require_safe


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Pages name their icon; the admin's pages, feeds and downloads do not."""
    return redirect(static("img/boatzee.svg"))
