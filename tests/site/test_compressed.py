"""Pages are compressed as Django does it, padded at random, by another library."""

from __future__ import annotations

import gzip
import random
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.middleware.gzip import GZipMiddleware
from django.test import RequestFactory

from boatzee_site.compressed import Compressed, padded

PAGE = b"<p>A page that says the same again and again.</p>" * 40


def answers(response: HttpResponse, accepts: str = "gzip, br") -> list[Any]:
    """What the middleware makes of an answer, and what Django's makes of the same."""
    request = RequestFactory().get("/", headers={"accept-encoding": accepts})
    kept = {**response.headers}
    found: list[Any] = []
    for kind in (Compressed, GZipMiddleware):
        one = HttpResponse(response.content, headers=kept)

        def view(_request: HttpRequest, one: HttpResponse = one) -> HttpResponse:
            return one

        found.append(kind(view)(request))
    return found


@pytest.mark.parametrize("accepts", ["gzip, br", "br", ""])
@pytest.mark.parametrize(
    "response",
    [
        HttpResponse(PAGE),
        HttpResponse(PAGE, headers={"ETag": '"one"'}),
        HttpResponse(PAGE, headers={"ETag": 'W/"one"', "Vary": "Cookie"}),
        HttpResponse(PAGE, headers={"Content-Encoding": "br"}),
        HttpResponse(b"short"),
        HttpResponse(random.Random(1).randbytes(300)),
    ],
)
def test_a_page_has_the_headers_that_django_gives_it(response: HttpResponse, accepts: str) -> None:
    ours, djangos = answers(response, accepts)
    lengths = [int(one.get("Content-Length", 0)) for one in (ours, djangos)]
    del ours["Content-Length"], djangos["Content-Length"]
    assert dict(ours.items()) == dict(djangos.items())
    assert bool(lengths[0]) == bool(lengths[1])
    if ours.headers.get("Content-Encoding") == "gzip":
        assert gzip.decompress(ours.content) == gzip.decompress(djangos.content) == response.content
        assert lengths[0] == len(ours.content) < len(response.content)
    else:
        assert ours.content == response.content


def test_how_long_a_page_is_tells_nothing_of_what_it_repeats() -> None:
    lengths = {len(answers(HttpResponse(PAGE))[0].content) for _ in range(60)}
    assert len(lengths) > 20
    assert max(lengths) - min(lengths) < 100


def test_a_name_stands_where_it_belongs() -> None:
    made = gzip.compress(PAGE, mtime=0)
    for _ in range(20):
        assert gzip.decompress(padded(made, 5)) == PAGE


def test_what_flows_is_left_to_django() -> None:
    request = RequestFactory().get("/", headers={"accept-encoding": "gzip"})
    answer: Any = Compressed(lambda _request: StreamingHttpResponse([PAGE, PAGE]))(request)
    assert gzip.decompress(b"".join(answer.streaming_content)) == PAGE * 2
