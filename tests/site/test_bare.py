"""What other sites show in a frame carries its own style there, and knows nobody."""

from __future__ import annotations

import pytest
from django.http import HttpRequest, HttpResponse

from boatzee_site import bare
from boatzee_site.headers import Headers


@pytest.mark.parametrize(
    ("url", "everywhere"),
    [
        ("/static/css/embed.css", True),
        ("/static/css/embed.0a1b2c.css", True),
        ("/static/css/every.css", False),
        ("/static/js/every.js", False),
    ],
)
def test_its_style_alone_may_be_loaded_by_a_frame_without_rights(url: str, everywhere: bool) -> None:
    request = HttpRequest()
    request.path = url
    answer = Headers(lambda _: HttpResponse(content_type="text/css"))(request)
    assert answer["Cross-Origin-Resource-Policy"] == ("cross-origin" if everywhere else "same-origin")


@pytest.mark.parametrize(("path", "kept"), [("/embed/1/", False), ("/oembed", False), ("/matches/1/", True)])
def test_cookies_are_forgotten_there_and_only_there(path: str, kept: bool) -> None:
    request = HttpRequest()
    request.path = path
    request.META["HTTP_COOKIE"] = "session=a"
    request.COOKIES = {"session": "a"}

    def answer(asked: HttpRequest) -> HttpResponse:
        response = HttpResponse()
        response.set_cookie("seen", str(asked.COOKIES.get("session")))
        return response

    response = bare.Bare(answer)(request)
    assert bool(request.COOKIES) is bool(response.cookies) is kept
