"""How a site is asked: by Python's own means alone. What may be asked is in `operations`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from http.client import HTTPResponse
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

Value = str | int | float | bool | Sequence[str | int] | None
LONGEST_REFUSAL = 1 << 20
"""Bytes that are read of what a site says as it refuses."""


class Refused(Exception):
    """The site has said no: `code` says why, and stays; `detail` says it in a sentence."""

    def __init__(
        self, status: int, code: str, detail: str, told: Mapping[str, Any], wait: float | None
    ) -> None:
        super().__init__(detail)
        self.status, self.code, self.detail = status, code, detail
        self.told = told
        """All that was said, such as the `version` of a table that has changed."""
        self.wait = wait
        """In how many seconds the same may be asked again, where that is so."""


class Told(NamedTuple):
    """What a stream has told: `id` is where to go on after it (`last`)."""

    event: str
    id: str
    data: Any


class _StayHere(HTTPRedirectHandler):
    """A token is for the site it was given for, and is carried nowhere else."""

    def redirect_request(self, *_args: Any, **_named: Any) -> None:
        return None


class Asker:
    """A site, and whose token it is asked with; without one it shows what everybody may see.

    Nothing is sent twice: whoever wants that catches `OSError` and `Refused.wait`, and names a `key`.
    """

    def __init__(self, address: str, token: str = "", *, timeout: float = 30.0) -> None:
        if urlsplit(address).scheme not in {"http", "https"}:
            raise ValueError(f"{address} is no address of a site: it begins with https:// or http://.")
        self._address, self._token, self.timeout = address.rstrip("/"), token, timeout
        self._opener = build_opener(_StayHere())

    def _open(
        self,
        method: str,
        path: Sequence[str | int],
        query: Mapping[str, Value],
        sent: Mapping[str, Any] | None,
        headers: Mapping[str, str | None],
    ) -> HTTPResponse:
        """Ask. Raises Refused, and OSError where nobody answers."""
        said = [(name, _written(value)) for name, value in query.items() if value is not None]
        address = f"{self._address}/{'/'.join(quote(str(part), safe='') for part in path)}"
        whole = f"{address}?{urlencode(said, doseq=True)}" if said else address
        body = None if sent is None else json.dumps(sent).encode()
        request = Request(whole, body, method=method)  # noqa: S310  (__init__ has looked at its scheme)
        request.add_header("Content-Type", "application/json")
        if self._token:
            request.add_header("Authorization", f"Bearer {self._token}")
        for name, value in headers.items():
            if value is not None:
                request.add_header(name, value)
        try:
            answer: HTTPResponse = self._opener.open(request, timeout=self.timeout)
        except HTTPError as no:
            with no:
                raise _refused(no) from None
        return answer

    def _ask(
        self,
        method: str,
        path: Sequence[str | int],
        query: Mapping[str, Value] | None = None,
        sent: Mapping[str, Any] | None = None,
        key: str | None = None,
    ) -> Any:
        """What was answered: nothing, text, or what JSON says."""
        with self._open(method, path, query or {}, sent, {"Idempotency-Key": key}) as answer:
            body = answer.read()
            if not body:
                return None
            return json.loads(body) if "json" in answer.headers.get_content_subtype() else body.decode()

    def _lines(self, path: Sequence[str | int], query: Mapping[str, Value]) -> Iterator[Any]:
        """What each line of an answer says, as it comes."""
        with self._open("GET", path, query, None, {}) as answer:
            for line in answer:
                if line.strip():
                    yield json.loads(line)

    def _told(
        self, path: Sequence[str | int], query: Mapping[str, Value], last: str | None
    ) -> Iterator[Told]:
        """What a stream tells, as it comes, until it ends."""
        with self._open("GET", path, query, None, {"Last-Event-ID": last}) as answer:
            said: dict[str, str] = {}
            for line in answer:
                name, _colon, value = line.decode().rstrip("\r\n").partition(":")
                if name or value:  # without a name it is a remark, by which the line is held
                    said[name] = value.removeprefix(" ")
                elif said.get("data"):
                    yield Told(said.get("event", "message"), said.get("id", ""), json.loads(said["data"]))
                    said = {}


def _written(value: Value) -> Any:
    return str(value).lower() if isinstance(value, bool) else value


def _refused(no: HTTPError) -> Refused:
    try:
        told = json.loads(no.read(LONGEST_REFUSAL))
    except ValueError:
        told = {}  # somebody before the site has answered
    told = told if isinstance(told, dict) else {}
    after = no.headers.get("Retry-After", "")
    code, detail = str(told.get("code", "unknown")), str(told.get("detail", no.reason))
    return Refused(no.code, code, detail, told, float(after) if after.isdecimal() else None)
