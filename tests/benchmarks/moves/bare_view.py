"""The site beside its yardstick, in one process: a bare view of Django's own for somebody who is signed in,
which says the name or makes one durable insert, behind the middleware that Django puts into a new project.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test.utils import override_settings
from django.urls import path

from boatzee_site.wsgi import application as site

TABLE = "bench_bare"


class Here:
    """Middleware: the addresses of this module are those that count."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.urlconf = __name__
        return self.get_response(request)


def bare(request: HttpRequest) -> HttpResponse:
    """Whoever is signed in reads the name, or makes one insert by a form."""
    if not request.user.is_authenticated:
        return HttpResponse("Nobody is signed in.", status=403)
    if request.method != "POST":
        return HttpResponse(f"<p>{request.user}</p>")
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO {TABLE} (player, at) VALUES (%s, now())", [request.user.pk])
    return HttpResponse("done")


urlpatterns = [path("bare/", bare)]
DJANGO = [
    f"{__name__}.Here",
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
with override_settings(MIDDLEWARE=DJANGO, SESSION_ENGINE="django.contrib.sessions.backends.db"):
    yardstick = WSGIHandler()


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """The yardstick at /bare/, the site everywhere else."""
    return (yardstick if environ["PATH_INFO"] == "/bare/" else site)(environ, start_response)
