"""The description of the API, as programs ask for it."""

from __future__ import annotations

from functools import cache

from django.http import HttpRequest, HttpResponse

from boatzee_site.api import openapi
from boatzee_site.api.operations import api


def description(request: HttpRequest) -> HttpResponse:
    """The same as docs/openapi.json, for anybody."""
    if request.method != "GET":
        return HttpResponse(status=405, headers={"Allow": "GET"})
    return HttpResponse(_written(), content_type="application/json")


@cache
def _written() -> str:
    return openapi.written(api)
