"""A request has an id, which its answer, its lines in the log and its tasks have, too."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import LazySettings
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from boatzee_site import logged
from boatzee_site.celery import app
from tests.site.test_settings import PRODUCTION, start

NGINX = "0123456789abcdef0123456789abcdef"
logger = logging.getLogger("tests.logged")


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """What is logged as JSON meanwhile."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(logged.Json())
    handler.addFilter(logged.OfRequest())
    logger.addHandler(handler)
    yield out
    logger.removeHandler(handler)


def ask(header: str | None, response: HttpResponse | None = None) -> HttpResponse:
    """Ask a view that logs a line."""

    def view(request: HttpRequest) -> HttpResponse:
        logger.warning("Something was asked for.")
        return response or HttpResponse("")

    headers = {"X-Request-ID": header} if header is not None else {}
    return logged.RequestId(view)(RequestFactory().get("/?secret=4711", headers=headers))


def test_the_id_of_the_proxy_is_that_of_the_answer_and_of_each_line(
    settings: LazySettings, lines: io.StringIO
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert ask(NGINX)["X-Request-ID"] == NGINX
    said = json.loads(lines.getvalue())
    assert (said["request_id"], said["message"]) == (NGINX, "Something was asked for.")
    assert "4711" not in lines.getvalue()
    logger.warning("Nobody asked for this.")
    assert "request_id" not in json.loads(lines.getvalue().splitlines()[1])


@pytest.mark.parametrize("header", [None, "", "short", "x" * 65, 'a"b\nc, {d}eeee', NGINX + "\u00e9"])
def test_what_is_no_id_is_not_taken(settings: LazySettings, lines: io.StringIO, header: str | None) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    made = ask(header)["X-Request-ID"]
    assert len(made) == 32
    assert made != header
    assert json.loads(lines.getvalue())["request_id"] == made


def test_without_a_proxy_no_visitor_chooses_it_and_each_request_has_another(settings: LazySettings) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 0
    assert len({ask(NGINX)["X-Request-ID"], ask(NGINX)["X-Request-ID"], NGINX}) == 3


def test_what_is_kept_for_all_has_none() -> None:
    assert "X-Request-ID" not in ask(None, HttpResponse("", headers={"Cache-Control": "public, max-age=60"}))


def test_a_task_goes_on_under_the_id_of_whoever_asked_for_it(
    settings: LazySettings, lines: io.StringIO
) -> None:
    """By way of what really lies in the queue."""
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    queue = "tests-logged"

    @app.task(name="tests.logged.say")
    def task() -> None:
        logger.warning("It was done.")

    def view(request: HttpRequest) -> HttpResponse:
        task.apply_async(queue=queue)
        return HttpResponse("")

    with app.connection_for_write() as line:
        channel: Any = line.default_channel
        channel.queue_declare(queue=queue)
        try:
            logged.RequestId(view)(RequestFactory().get("/", headers={"X-Request-ID": NGINX}))
            message = channel.basic_get(queue, no_ack=True)
            assert message.headers[logged.KEY] == NGINX
            task.push_request(headers=message.headers, **message.headers)
            logged._take_up(task=task)
            task.run()
            logged._lay_down()
            task.pop_request()
        finally:
            channel.queue_delete(queue)
            app.tasks.pop(task.name)
    assert json.loads(lines.getvalue())["request_id"] == NGINX
    logger.warning("Another.")
    assert "request_id" not in json.loads(lines.getvalue().splitlines()[1])


def test_a_line_is_one_line_with_its_trace(lines: io.StringIO) -> None:
    try:
        raise ValueError("of\nthree\nlines")
    except ValueError:
        logger.exception("It\nbroke")
    said = json.loads(lines.getvalue())
    assert lines.getvalue().count("\n") == 1
    assert "ValueError: of\nthree\nlines" in said["trace"]
    assert (said["level"], said["logger"], said["message"]) == ("ERROR", "tests.logged", "It\nbroke")


def test_the_setting_decides_how_lines_look() -> None:
    code = "import django, logging; django.setup(); logging.getLogger('x').warning('A word')"
    assert json.loads(start(code, **PRODUCTION, LOG_FORMAT="json").stderr)["message"] == "A word"
    assert start(code, **PRODUCTION).stderr.endswith("WARNING x: A word\n")
    refused = start(code, **PRODUCTION, LOG_FORMAT="xml")
    assert refused.stderr == "Boatzee cannot start: LOG_FORMAT is line or json.\n"
