"""Somebody who comes to the site through the proxy: practises, signs up, and plays a first move.

`python visitor.py CERTIFICATE`, in a container of its own. Prints what happened, a word a line.
"""

# ruff: noqa: T201  (what it prints is what the test reads)
from __future__ import annotations

import re
import sys
import time

import requests

SITE = "https://boatzee.example"
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
VERSION = r'data-version="(\d+)"'


class Visitor:
    """A browser without scripts."""

    def __init__(self, certificate: str) -> None:
        self.line = requests.Session()
        self.line.verify = certificate
        self.page = ""

    def get(self, path: str) -> requests.Response:
        """Look at a page."""
        answer = self.line.get(f"{SITE}{path}", timeout=30)
        self.page = answer.text
        return answer

    def post(self, path: str, **form: str) -> requests.Response:
        """Send a form of the page that was looked at last."""
        [token, *_] = TOKEN.findall(self.page)
        answer = self.line.post(
            f"{SITE}{path}",
            {"csrfmiddlewaretoken": token, **form},
            headers={"Referer": f"{SITE}{path}"},
            timeout=30,
        )
        self.page = answer.text
        return answer


def main(certificate: str) -> None:
    """Come, practise, sign up, roll, hear of it."""
    me = Visitor(certificate)
    plain = me.line.get("http://boatzee.example/rules/", timeout=30)
    assert plain.url == f"{SITE}/rules/", plain.url
    address = practise(me)
    me.get("/accounts/signup/")
    me.post("/accounts/signup/", login="dora", password1="correct horse 1")
    print("signed up" if "dora" in me.get(address).text else me.page[:3000])
    [version] = re.findall(VERSION, me.page)
    answer = me.post(f"{address}move/", do="roll", version=version)
    [later] = re.findall(VERSION, me.get(address).text)
    print("rolled" if int(later) == int(version) + 1 else f"{answer.status_code} {answer.text[:3000]}")
    hear(me)


def practise(me: Visitor) -> str:
    """Lay a table. The pool is still empty: that calls for dice, which come from a worker."""
    limit = time.monotonic() + 60
    while True:
        assert me.get("/").status_code == 200
        table = me.post("/practice/")
        if table.status_code == 200 and re.fullmatch(rf"{SITE}/matches/\d+/", table.url):
            return table.url.removeprefix(SITE)
        print(f"refused {table.status_code}")
        assert time.monotonic() < limit, f"{table.url} {table.text[:3000]}"
        time.sleep(1)


def hear(me: Visitor) -> None:
    """The stream of the table opens through the proxy, and is not held back there."""
    [[token, path]] = re.findall(r'data-live="([^"]+)" data-stream="([^"]+)"', me.page)
    with me.line.get(f"{SITE}{path}", params={"t": token}, stream=True, timeout=10) as stream:
        assert stream.headers["Content-Type"].startswith("text/event-stream"), stream.status_code
        print(next(stream.iter_lines(chunk_size=1)).decode())


if __name__ == "__main__":
    main(sys.argv[1])
