"""From a request to its operation, and from whatever comes of it to an answer that programs can read."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cache
from http import HTTPMethod

from django.conf import settings
from django.core.signals import got_request_exception
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, ResolverMatch, URLResolver, path
from django.urls.resolvers import RoutePattern
from django.utils.translation import gettext as _

from accounts.api.problems import Problem
from boatzee_site.api import errors, etags
from boatzee_site.api.described import description
from boatzee_site.api.operations import api
from boatzee_site.api.place import PREFIX

logger = logging.getLogger("django.request")
WITH_BODY = {HTTPMethod.POST, HTTPMethod.PATCH, HTTPMethod.PUT}
JSON = "application/json"


def answer(request: HttpRequest) -> HttpResponse:
    """What the operation answers, or the problem that it has with the request."""
    try:
        return _found(request)
    except Exception as error:  # whatever it is, a program is told in its own way
        problem = errors.problem_of(error)
        if problem is None:
            logger.exception("Internal Server Error: %s", request.path, extra={"request": request})
            got_request_exception.send(sender=None, request=request)
            problem = errors.broken()
        elif problem.status >= 500:
            logger.error("%s: %s", request.path, error, extra={"request": request})
        return problem.response()


def _found(request: HttpRequest) -> HttpResponse:
    """What the operation at this address answers. Raises what the operation does, and Problem."""
    _must_be_readable(request)
    match = request.resolver_match = _match(request)
    looks = request.method == HTTPMethod.HEAD
    if looks:
        request.method = HTTPMethod.GET
    view: Callable[..., HttpResponse] = match.func
    response = view(request, *match.args, **match.kwargs)
    if response.status_code == 405:
        allowed = ", ".join(sorted({*response["Allow"].split(", "), "OPTIONS"}))
        sentence = _("This address does not take %(method)s.") % {"method": request.method}
        raise Problem(405, "bad-method", sentence, headers={"Allow": allowed})
    if request.method == HTTPMethod.GET and not response.streaming:
        response = etags.unless_known(request, response)
    return _without_content(response) if looks else response


def _without_content(response: HttpResponse) -> HttpResponse:
    """What HEAD is answered. What would be streamed is not even made."""
    if response.streaming:
        response.close()
        return HttpResponse(headers=dict(response.items()))
    length = str(len(response.content))
    response.content = b""
    response["Content-Length"] = length
    return response


def _match(request: HttpRequest) -> ResolverMatch:
    try:
        return _addresses().resolve(request.path_info[1:])
    except Resolver404 as missing:
        raise Problem(404, "no-address", _("There is nothing at this address.")) from missing


def _must_be_readable(request: HttpRequest) -> None:
    """Refuse what nobody has to look at. Raises Problem."""
    if "%00" in request.META.get("QUERY_STRING", "") or "\0" in request.path_info:
        raise Problem(400, "bad-address", _("This address has a character in it that no text can have."))
    if request.method not in WITH_BODY:
        return
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not length.isdecimal() or int(length) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
        raise Problem(413, "too-large", _("This is more than may be sent at once. Nothing was changed."))
    if int(length) and request.content_type != JSON:
        raise Problem(415, "not-json", _("Send JSON: Content-Type: application/json. Nothing was changed."))


@cache
def _addresses() -> URLResolver:
    """All operations by their addresses."""
    return URLResolver(RoutePattern(PREFIX), [path("openapi.json", description), *api.urls[0]])
