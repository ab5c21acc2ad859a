"""Refusals as programs read them (RFC 9457): the page's own sentence, a status, and a word that stays."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils.functional import Promise
from pydantic import BaseModel, Field

MEDIA_TYPE = "application/problem+json"


class Problem(Exception):
    """The request is refused. `more` are members beside the usual, such as the `version` of now."""

    def __init__(
        self,
        status: int,
        code: str,
        detail: str | Promise,
        *,
        headers: Mapping[str, str] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(str(detail))
        self.status, self.code, self.detail = status, code, str(detail)
        self.headers, self.more = dict(headers or {}), more

    def response(self) -> HttpResponse:
        """The answer that tells of it."""
        told = {
            "type": type_of(self.code),
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "code": self.code,
            "detail": self.detail,
            **self.more,
        }
        return HttpResponse(
            json.dumps(told), status=self.status, content_type=MEDIA_TYPE, headers=self.headers
        )


def type_of(code: str) -> str:
    """Where it is written what this kind of problem is."""
    return f"{settings.SITE_URL}/help/api/#{code}"


class FieldError(BaseModel):
    """What is wrong with one thing that was sent."""

    where: str = Field(description="Where it stands in the request.", examples=["body.version"])
    detail: str = Field(description="What is wrong with it.", examples=["Input should be a valid integer"])


class ProblemDetails(BaseModel):
    """What a refused request is answered with (RFC 9457). Go by `code`: it stays, sentences may change."""

    type: str = Field(
        description="Where the kind of problem is explained.", examples=["https://site/help/api/#stale"]
    )
    title: str = Field(description="The status in words.", examples=["Conflict"])
    status: int = Field(description="The HTTP status.", examples=[409])
    code: str = Field(description="The kind of problem, one word that stays.", examples=["stale"])
    detail: str = Field(
        description="What is so and what to do next, in a sentence for people.",
        examples=["The table has changed since this page was made. This is how it stands now."],
    )
    errors: list[FieldError] | None = Field(None, description="With `invalid`: what is wrong, one by one.")
    version: int | None = Field(None, description="With `stale`: the version of now, to be sent next.")
    retry_after: int | None = Field(None, description="Seconds after which it may be tried again.")
