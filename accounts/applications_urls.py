"""Where applications ask to be let in: allauth's own views under allauth's own names.

They bring along what reads and signs requests of OAuth, which no page needs: each is loaded when it is asked
for.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

FORMS = "form-action 'self'"
FOR_PEOPLE = require_http_methods(["GET", "HEAD", "POST"])


def _later(name: str) -> Callable[..., HttpResponse]:
    """allauth's view of this name, loaded when it is asked for. Without a key there is none."""

    def view(request: HttpRequest) -> HttpResponse:
        if not settings.IDP_OIDC_PRIVATE_KEY:
            raise Http404
        found: Callable[..., HttpResponse] = getattr(import_module("allauth.idp.oidc.views"), name)
        return found(request)

    view.__name__ = name
    return view


def authorization(request: HttpRequest) -> HttpResponse:
    """Ask the player. Browsers hold the policy for forms against where these lead to, the application."""
    response = _later("authorization")(request)
    back = urlsplit(request.GET.get("redirect_uri", ""))
    if hasattr(response, "context_data") and request.method == "GET" and back.scheme:  # it is asked
        place = f"{back.scheme}://{back.netloc}" if back.scheme in {"http", "https"} else f"{back.scheme}:"
        response["Content-Security-Policy"] = settings.CONTENT_SECURITY_POLICY.replace(
            FORMS, f"{FORMS} {place}"
        )
    return response


_programs = [
    path("token", csrf_exempt(_later("token")), name="token"),
    path("revoke", csrf_exempt(_later("revoke")), name="revoke"),
    path("userinfo", csrf_exempt(_later("user_info")), name="userinfo"),
    path("device/code", csrf_exempt(_later("device_code")), name="device_code"),
]
_oidc: list[URLPattern | URLResolver] = [
    path(".well-known/openid-configuration", _later("configuration"), name="configuration"),
    path(".well-known/jwks.json", _later("jwks"), name="jwks"),
    path("identity/o/authorize", csrf_exempt(FOR_PEOPLE(authorization)), name="authorization"),
    path("identity/o/device", FOR_PEOPLE(_later("device_authorization")), name="device_authorization"),
    path("identity/o/logout", FOR_PEOPLE(_later("logout")), name="logout"),
    path("identity/o/api/", include(_programs)),
]
urlpatterns = [path("", include(([path("", include((_oidc, "oidc")))], "idp")))]
