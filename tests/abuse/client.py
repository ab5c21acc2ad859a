"""A visitor at an address of the loopback: one connection that is kept, cookies, and forms."""

from __future__ import annotations

import asyncio
import re
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from urllib.parse import urlencode

from tests.abuse.shape import HOST

Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]
TRUSTING = ssl.create_default_context()
TRUSTING.check_hostname = False
TRUSTING.verify_mode = ssl.CERT_NONE  # the site's certificate signs itself


@dataclass
class Answer:
    """What came back. Status 0 is a line that was cut."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    text: str = ""

    def field(self, name: str) -> str:
        """The value of a hidden field, or of an attribute."""
        found = re.search(rf'name="{name}" value="([^"]*)"', self.text) or re.search(
            rf'{name}="([^"]*)"', self.text
        )
        return found.group(1) if found else ""


class Client:
    """Asks for pages, one after the other."""

    def __init__(self, port: int, home: str) -> None:
        self.port = port
        self.home = home
        self.cookies: dict[str, str] = {}
        self.sent = 0
        self._line: Line | None = None

    async def connect(self) -> Line:
        """A line of its own to the proxy."""
        return await asyncio.open_connection(
            "127.0.0.1", self.port, ssl=TRUSTING, server_hostname=HOST, local_addr=(self.home, 0)
        )

    def head(self, method: str, path: str, headers: Mapping[str, str]) -> bytes:
        """A request up to its body."""
        given = {"Host": HOST, "Referer": f"https://{HOST}/", "Accept-Encoding": "identity", **headers}
        if self.cookies:
            given["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        lines = "".join(f"{name}: {value}\r\n" for name, value in given.items())
        return f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode()

    async def get(self, path: str, **headers: str) -> Answer:
        """A page; `headers` by their names with _ for -."""
        return await self.ask("GET", path, b"", {n.replace("_", "-"): v for n, v in headers.items()})

    async def post(self, path: str, form: Mapping[str, str], **headers: str) -> Answer:
        """Send a form with the token of the cookie; no two are the same, so that each is taken by itself."""
        token, self.sent = self.cookies.get("__Host-csrf", ""), self.sent + 1
        body = urlencode({"csrfmiddlewaretoken": token, **form, "sent": str(self.sent)}).encode()
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return await self.ask(
            "POST", path, body, {**kind, **{n.replace("_", "-"): v for n, v in headers.items()}}
        )

    async def ask(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        """Send it, on a new line where the old one is gone."""
        length = {"Content-Length": str(len(body))} if method == "POST" else {}
        sent = self.head(method, path, {**length, **headers}) + body
        for _ in range(2):
            fresh = self._line is None
            try:
                self._line = self._line or await self.connect()
                self._line[1].write(sent)
                await self._line[1].drain()
                return await asyncio.wait_for(self._read(self._line[0]), 60)
            except (OSError, asyncio.IncompleteReadError, TimeoutError, ValueError):
                self.hang_up()
                if fresh:
                    break
        return Answer(0)

    def hang_up(self) -> None:
        """Let the line go."""
        if self._line is not None:
            self._line[1].close()
        self._line = None

    async def _read(self, reader: asyncio.StreamReader) -> Answer:
        answer = await read_head(reader, self.cookies)
        if "chunked" in answer.headers.get("transfer-encoding", ""):
            parts = []
            while size := int((await reader.readline()).strip() or b"0", 16):
                parts.append(await reader.readexactly(size))
                await reader.readline()
            await reader.readline()
            body = b"".join(parts)
        else:
            body = await reader.readexactly(int(answer.headers.get("content-length", "0")))
        if answer.headers.get("connection") == "close":
            self.hang_up()
        answer.text = body.decode(errors="replace")
        return answer

    async def sign_in(self, name: str, password: str) -> None:
        """By the form."""
        await self.get("/accounts/login/")
        answer = await self.post("/accounts/login/", {"login": name, "password": password})
        assert answer.status == 302, (name, answer.status, answer.text[:500])


async def read_head(reader: asyncio.StreamReader, cookies: dict[str, str] | None = None) -> Answer:
    """Status and headers; cookies that are set are kept."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    answer = Answer(int(head[0].split()[1]))
    for line in head[1:]:
        name, _, value = line.partition(": ")
        answer.headers[name.lower()] = value
        if name.lower() == "set-cookie" and cookies is not None:
            for key, morsel in SimpleCookie(value).items():
                cookies[key] = morsel.value
    return answer
