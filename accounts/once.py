"""A form that makes something new makes it once, though it is sent twice: a double tap, Back, a lost answer.

Every page of the site has a CSRF token of its own, which no other page has. So what comes with the same
token and the same words to the same address is the same form once more. What js/send.js sends is left to the
views: there a page stays, and says the same twice where a player means it (accounts.talk.rooms).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib import messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.limits import HOUR, MINUTE

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]
UNDERWAY = ""
"""What is kept of a form that is being worked on; of one that was taken, where its answer led."""


def once(view: View[P]) -> View[P]:
    """Let the view take each form once; sent again it leads to where it led, and says so.

    One that is still being worked on is refused with 409; one that the view refused may come again.
    """

    @wraps(view)
    def take(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if "csrfmiddlewaretoken" not in request.POST or "HX-Request" in request.headers:
            return view(request, *args, **kwargs)
        key = _key(request)
        if not cache.add(key, UNDERWAY, MINUTE):
            return _again(request, cache.get(key, UNDERWAY))
        try:
            response = view(request, *args, **kwargs)
        except BaseException:
            cache.delete(key)
            raise
        if response.status_code == 302:
            cache.set(key, response["Location"], HOUR)
        else:
            cache.delete(key)
        return response

    return take


def _key(request: HttpRequest) -> str:
    whole = f"{request.user.pk}\n{request.get_full_path()}\n{request.POST.urlencode()}"
    return f"once:{hashlib.sha256(whole.encode()).hexdigest()}"


def _again(request: HttpRequest, led_to: str) -> HttpResponse:
    if led_to != UNDERWAY:
        messages.info(request, _("You have already sent this, and it was done once."))
        return redirect(led_to)
    sentence = _("We are already working on what you sent. Go back and see whether it is there.")
    return render(request, "409.html", {"sentence": sentence, "back": request.get_full_path()}, status=409)
