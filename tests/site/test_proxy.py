"""The proxy's files hold what the site's own limits say, and nginx itself takes them."""

from __future__ import annotations

import http.client
import http.server
import re
import ssl
import subprocess
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from accounts import limits
from boatzee_site.local import ROOT
from boatzee_site.local.services import free_port
from boatzee_site.local.starting import until
from tests.abuse.shape import NGINX, certify, configure
from tests.abuse.test_abuse import must_have_nginx

SITE = (ROOT / "deploy" / "nginx.conf").read_text()
MAIN = (ROOT / "deploy" / "nginx-main.conf").read_text()


def number(pattern: str, text: str) -> int:
    found = re.search(pattern, text)
    assert found, pattern
    return int(found.group(1))


def test_nginx_takes_them(tmp_path: Path) -> None:
    must_have_nginx()
    certify(tmp_path)
    main = configure(tmp_path, 18443, 18000, 18001)
    command = [str(NGINX), "-t", "-c", str(main), "-e", str(tmp_path / "nginx.log")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "[warn]" not in done.stderr


def test_streams_leave_room_for_pages() -> None:
    """Each stream takes two connections, and one worker may have them all."""
    streams = number(r"limit_conn all_streams (\d+);", SITE)
    connections = number(r"worker_connections (\d+);", MAIN)
    assert 2 * streams <= connections / 2
    assert connections <= number(r"worker_rlimit_nofile (\d+);", MAIN) / 2


def test_the_proxy_and_the_stream_count_alike() -> None:
    assert number(r"limit_conn streams (\d+);", SITE) == limits.STREAMS_AN_ADDRESS
    assert number(r"client_max_body_size (\d+)m;", SITE) * 2**20 > limits.PICTURE_BYTES


def test_names_are_looked_up_when_they_are_used() -> None:
    assert not re.search(r"^upstream ", SITE, re.MULTILINE)
    assert re.search(r"^resolver \S+ valid=\d+s", SITE, re.MULTILINE)
    assert set(re.findall(r"proxy_pass (\S+);", SITE)) == {"http://$web", "http://$stream"}


def test_what_a_visitor_claims_is_overwritten() -> None:
    assert SITE.count("X-Forwarded-For $remote_addr;") == SITE.count("X-Forwarded-For") == 1
    located = SITE[SITE.index("location ~ ^/(events") :]
    assert "proxy_set_header" not in located, "one in a location would undo all above it"


class Backend(http.server.ThreadingHTTPServer):
    """A server of pages that counts what it was asked. One that is `rude` hangs up without an answer."""

    def __init__(self, *, rude: bool = False) -> None:
        super().__init__(("127.0.0.1", 0), Asked)
        self.rude = rude
        self.asked: list[str] = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.server_address[1])


class Asked(http.server.BaseHTTPRequestHandler):
    """One request."""

    server: Backend

    def handle_one_request(self) -> None:
        """Read it whole, count it, and answer if this one does."""
        self.raw_requestline = self.rfile.readline()
        self.close_connection = True
        if not self.parse_request():
            return
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.asked.append(self.command)
        if not self.server.rude:
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  (its own name)
        """Say nothing."""


@contextmanager
def proxy(home: Path, *ports: int) -> Iterator[int]:
    """The proxy before servers at these ports, which have one name; yields its own."""
    must_have_nginx()
    certify(home)
    port = free_port()
    main = configure(home, port, 18000, 18001)
    site = (home / "site.conf").read_text()
    assert "set $web 127.0.0.1:18000;" in site
    servers = " ".join(f"server 127.0.0.1:{one} max_fails=0;" for one in ports)
    text = site.replace("set $web 127.0.0.1:18000;", "set $web all_of_them;")
    (home / "site.conf").write_text(f"{text}\nupstream all_of_them {{ {servers} }}\n")
    process = subprocess.Popen([str(NGINX), "-c", str(main), "-e", str(home / "nginx.log")])
    try:
        until(lambda: ask(port) > 0, 20, "nginx does not start")
        yield port
    finally:
        process.terminate()
        process.wait(20)


def ask(port: int, method: str = "HEAD") -> int:
    """The status of an answer by the proxy; 0 where there is none."""
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    line = http.client.HTTPSConnection("127.0.0.1", port, timeout=30, context=trusting)
    with closing(line), suppress(OSError):
        line.request(method, "/", "a=b" if method == "POST" else None)
        with line.getresponse() as answer:
            return answer.status
    return 0


def test_where_a_server_is_gone_the_next_one_is_asked(tmp_path: Path) -> None:
    there = Backend()
    with proxy(tmp_path, free_port(), there.port) as port:
        there.asked.clear()
        assert [ask(port, method) for method in ["GET", "POST"] * 3] == [200] * 6
    assert there.asked == ["GET", "POST"] * 3


def test_a_form_that_somebody_has_seen_is_sent_to_nobody_else(tmp_path: Path) -> None:
    there, rude = Backend(), Backend(rude=True)
    with proxy(tmp_path, there.port, rude.port) as port:
        there.asked.clear()
        rude.asked.clear()
        found = Counter(ask(port, "POST") for _ in range(4))
    assert found == {200: 2, 502: 2}
    assert (there.asked, rude.asked) == (["POST"] * 2, ["POST"] * 2)
