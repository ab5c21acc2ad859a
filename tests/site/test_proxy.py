"""The proxy's files hold what the site's own limits say, and nginx itself takes them."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from accounts import limits
from boatzee_site.local import ROOT
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
    located = SITE[SITE.index("location ~ ^/events") :]
    assert "proxy_set_header" not in located, "one in a location would undo all above it"
