"""ETags: what has not changed since a program read it last is not sent again."""

from __future__ import annotations

import hashlib

from django.http import HttpRequest, HttpResponse
from django.utils.http import parse_etags, quote_etag


def unless_known(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The answer with its ETag; 304 without its body to whoever named that. Of refusals there is none."""
    if response.status_code != 200:
        return response
    if "ETag" not in response:
        response["ETag"] = quote_etag(hashlib.sha256(response.content).hexdigest()[:32])
    known = parse_etags(request.headers.get("If-None-Match", ""))
    if response["ETag"] not in known and f"W/{response['ETag']}" not in known and "*" not in known:
        return response
    kept = {name: value for name, value in response.items() if name in {"ETag", "Link", "Cache-Control"}}
    return HttpResponse(status=304, headers=kept)
