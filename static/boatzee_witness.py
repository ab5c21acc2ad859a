#!/usr/bin/env python3
"""Watch over a Boatzee site's log of its dice. Needs Python 3.9 or later and `cryptography`.

    python boatzee_witness.py https://boatzee.example --name your.site/witness --every 300

A site publishes what it promises of its dice as entries of one log, and signs the log as it stands. This
program looks again and again whether what is signed now goes on from what was signed before, entry by entry;
signs it too, with a key of its own, and sends that to the site. It keeps what it has seen in a folder.

When two things that the site has signed contradict each other, it says ALARM, leaves both signed heads as
files in its folder, and ends with status 1; started again, it says so again until you take the folder away.
Keep those files: they prove it to everybody.

--peer names a file or an address where another witness shows the newest head that it has signed (the file
`newest.note` of its folder): a site that tells you one story and the other witness another one is found out.

--key is the site's key, which begins with its name. Without it the program trusts the key that the site shows
at the first look, and keeps to that.

Status: 0 all is well; 1 ALARM; 2 the site could not be asked, or does not prove what it says (nothing is
signed then), or the program was not told what to do. The formats are described in docs/dice.md; this program
shares no code with the site.
"""

# ruff: noqa: T201, UP031, UP045  (it prints, and runs on a Python older than the site's)

from __future__ import annotations

import argparse
import base64
import binascii
import fcntl
import hashlib
import http.client
import json
import os
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Optional

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
except ImportError:
    sys.exit("This needs the package cryptography: python -m pip install cryptography")

PLAIN, COSIGNATURE = 1, 4
SECONDS = 30  # for which an answer is waited for
LARGEST = 16 * 1024 * 1024  # bytes of an answer
PAGE = 1000  # entries asked for at a time
KNOWN = 10_000  # batches of which it is kept how their entry was
HEX = "[0-9a-f]{64}"
WHOLE = "(0|[1-9][0-9]{0,17})"
BATCH = re.compile("batch %s %s %s (%s) %s (%s)" % (WHOLE, WHOLE, WHOLE, HEX, WHOLE, HEX))
SEGMENT = re.compile("segment %s %s %s %s (%s) %s" % (WHOLE, WHOLE, WHOLE, WHOLE, HEX, WHOLE))
AFTER = re.compile("after ([^ ]+) %s (%s) [a-z-]+" % (WHOLE, HEX))
EMPTY = hashlib.sha256(b"").digest()


class Away(Exception):
    """The site could not be asked, or does not answer as it should. Nothing is concluded from that."""


class Alarm(Exception):
    """The site contradicts itself. The message says how."""

    def __init__(self, why: str, *notes: str) -> None:
        super().__init__(why)
        self.notes = notes
        """The signed heads that show it."""


def sha256(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01", left, right)


# Keys and notes


class Key:
    """Somebody's public key: `name+id+base64 of type and key`."""

    def __init__(self, text: str) -> None:
        try:
            self.name, given, encoded = text.strip().split("+", 2)
            raw = base64.b64decode(encoded, validate=True)
        except (ValueError, binascii.Error):
            raise ValueError("%r is no key" % text) from None
        self.kind, self.public = raw[:1], raw[1:]
        if self.kind not in (b"\x01", b"\x04") or len(self.public) != 32:
            raise ValueError("%r is no Ed25519 key" % text)
        self.id = sha256(self.name.encode(), b"\n", raw)[:4]
        if given != self.id.hex():
            raise ValueError("%r has not the id that follows from it" % text)

    def __str__(self) -> str:
        return "%s+%s+%s" % (self.name, self.id.hex(), base64.b64encode(self.kind + self.public).decode())

    def signed(self, note: str) -> bool:
        """Whether it has signed this note. Raises Away for what is no note, or a signature that is wrong."""
        text, lines = split(note)
        found = False
        for line in lines:
            dash, name, encoded = [*line.split(" "), "", ""][:3]
            try:
                raw = base64.b64decode(encoded, validate=True)
            except (ValueError, binascii.Error):
                raise Away("a signature that cannot be read") from None
            if dash != "—" or len(raw) < 5:
                raise Away("a signature that cannot be read")
            if name != self.name or raw[:4] != self.id:
                continue
            try:
                Ed25519PublicKey.from_public_bytes(self.public).verify(raw[4:], text.encode())
            except InvalidSignature:
                raise Away("a signature of %s that does not fit" % self.name) from None
            found = True
        return found


def split(note: str) -> tuple[str, list[str]]:
    """A note's text, and the lines of its signatures."""
    text, gap, below = note.rpartition("\n\n")
    if not gap or not below.endswith("\n") or re.search("[\x00-\x09\x0b-\x1f]", note):
        raise Away("what should be a signed note is none")
    return text + "\n", below[:-1].split("\n")


class Head:
    """What a signed head says, once its signature was checked."""

    def __init__(self, note: str, key: Key) -> None:
        if not key.signed(note):
            raise Away("a head that is not signed with the key of %s" % key.name)
        self.note, self.text = note, split(note)[0]
        lines = self.text.split("\n")
        if len(lines) != 4 or not re.fullmatch(WHOLE, lines[1]):
            raise Away("a head that cannot be read")
        self.origin, self.size = lines[0], int(lines[1])
        try:
            self.root = base64.b64decode(lines[2], validate=True)
        except (ValueError, binascii.Error):
            raise Away("a head whose root cannot be read") from None
        number = re.fullmatch(re.escape(key.name) + "(?:/([1-9][0-9]{0,8}))?", self.origin)
        if number is None or number[1] == "1":
            raise Away("a head of %s, which is another log" % self.origin)
        self.tree = int(number[1] or 1)
        if self.size == 0 and self.root != EMPTY:
            raise Away("a head without entries that has a root")

    def __str__(self) -> str:
        return "%s with %d entries" % (self.origin, self.size)


# The tree


class Frontier:
    """The perfect nodes over all entries so far, largest first: enough to add more and to know the root."""

    def __init__(self, size: int = 0, nodes: Sequence[bytes] = ()) -> None:
        self.size, self.nodes = size, list(nodes)

    def add(self, entry: str) -> None:
        found, size = sha256(b"\x00", entry.encode()), self.size
        while size & 1:
            found, size = node(self.nodes.pop(), found), size >> 1
        self.nodes.append(found)
        self.size += 1

    def root(self) -> bytes:
        if not self.nodes:
            return EMPTY
        found = self.nodes[-1]
        for left in reversed(self.nodes[:-1]):
            found = node(left, found)
        return found


def is_consistent(old: int, old_root: bytes, new: int, new_root: bytes, path: Sequence[bytes]) -> bool:
    """Whether a proof shows that the larger tree begins with the smaller one (RFC 9162, 2.1.4.2)."""
    if old == new:
        return not path and old_root == new_root
    if old == 0:
        return not path
    rest = list(path)
    if old & (old - 1) == 0:
        rest.insert(0, old_root)
    if not rest:
        return False
    before, after = old - 1, new - 1
    while before & 1:
        before, after = before >> 1, after >> 1
    first = second = rest[0]
    for step in rest[1:]:
        if after == 0:
            return False
        if before & 1 or before == after:
            first, second = node(step, first), node(step, second)
            while not before & 1 and before:
                before, after = before >> 1, after >> 1
        else:
            second = node(second, step)
        before, after = before >> 1, after >> 1
    return after == 0 and first == old_root and second == new_root


# What the entries say


class Story:
    """What was read of the entries, so that the next ones can be held against it. As JSON in the state."""

    def __init__(self, told: Optional[dict[str, Any]] = None) -> None:
        told = told or {}
        self.batch: Optional[list[Any]] = told.get("batch")  # number, last serial, link, whether of version 2
        self.segment: Optional[list[Any]] = told.get("segment")  # number, last serial
        self.batches: dict[str, str] = told.get("batches", {})  # number: the hash of its entry
        self.loose: bool = told.get("loose", False)  # a new tree has begun, and entries may be missing

    def dump(self) -> dict[str, Any]:
        while len(self.batches) > KNOWN:
            del self.batches[next(iter(self.batches))]
        return {
            "batch": self.batch,
            "segment": self.segment,
            "batches": self.batches,
            "loose": self.loose,
        }

    def read(self, entry: str) -> None:
        """The next entry. Raises ValueError, with what is wrong."""
        batch, segment = BATCH.fullmatch(entry), SEGMENT.fullmatch(entry)
        if batch:
            self._batch(entry, batch)
        elif segment:
            self._segment(segment)
        elif entry.startswith(("batch ", "segment ")):
            raise ValueError("an entry that cannot be read: %s" % entry[:200])

    def _batch(self, entry: str, found: re.Match[str]) -> None:
        number, first, last, at = (int(found[place]) for place in (1, 2, 3, 5))
        root, chain = bytes.fromhex(found[4]), bytes.fromhex(found[6])
        known, own = self.batches.get(str(number)), sha256(entry.encode()).hex()[:32]
        if known is not None:
            if known != own:
                raise ValueError("batch %d is another one than before" % number)
            if self.loose:
                return  # a new tree says again what none of the old one's heads covered
            raise ValueError("batch %d stands in the log twice" % number)
        if first > last:
            raise ValueError("batch %d has no sets" % number)
        if self.batch is not None:
            self._follows(number, first, last, at, root, chain)
        elif number == 1 and chain not in links(bytes(32), root, first, last, number, at):
            raise ValueError("batch 1 does not begin the chain")
        bound = self.batch is not None and self.batch[3]
        self.batch = [
            number,
            last,
            chain.hex(),
            bound or self._is_bound(number, first, last, at, root, chain),
        ]
        self.batches[str(number)] = own

    def _follows(self, number: int, first: int, last: int, at: int, root: bytes, chain: bytes) -> None:
        before, last_before, link, bound = self.batch or [0, 0, "", False]
        if number <= before or (number > before + 1 and not self.loose):
            raise ValueError("batch %d follows batch %d" % (number, before))
        if first <= last_before:
            raise ValueError("batch %d begins before the end of batch %d" % (number, before))
        if number == before + 1:
            new, old = links(bytes.fromhex(link), root, first, last, number, at)
            if chain != new and (bound or chain != old):
                raise ValueError("batch %d is not linked to batch %d" % (number, before))

    def _is_bound(self, number: int, first: int, last: int, at: int, root: bytes, chain: bytes) -> bool:
        previous = bytes.fromhex(self.batch[2]) if self.batch else bytes(32)
        return chain == links(previous, root, first, last, number, at)[0]

    def _segment(self, found: re.Match[str]) -> None:
        number, first, last = int(found[1]), int(found[2]), int(found[3])
        before, end = self.segment or [0, 0]
        if not self.loose:
            if number != before + 1:
                raise ValueError("segment %d follows segment %d" % (number, before))
            if first != end + 1 or last < first - 1:
                raise ValueError("segment %d does not go on where the one before ended" % number)
        self.segment = [number, last]
        self.loose = False


def links(previous: bytes, root: bytes, first: int, last: int, number: int, at: int) -> tuple[bytes, bytes]:
    """The link of a batch after `previous`, in version 2 and in version 1."""
    eight = [value.to_bytes(8, "big") for value in (first, last, number, at)]
    return sha256(b"\x03", previous, root, *eight), sha256(b"\x02", previous, root, *eight[:2])


# The site


class Site:
    """What a site answers."""

    def __init__(self, address: str) -> None:
        if urllib.parse.urlsplit(address).scheme not in ("http", "https"):
            raise ValueError("%r is no address of a site" % address)
        self.address = address.rstrip("/")

    def ask(self, path: str, note: Optional[str] = None, /, **query: object) -> str:
        """The answer to GET, or to POST of a note. Raises Away."""
        address = self.address + "/dice/" + path
        return fetch(address + ("?" + urllib.parse.urlencode(query) if query else ""), note)

    def json(self, path: str, /, **query: object) -> dict[str, Any]:
        """An answer in JSON. Raises Away."""
        try:
            found = json.loads(self.ask(path, **query))
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise Away("%s is no JSON" % path)
        return found

    def head(self, key: Key, tree: Optional[int] = None) -> Optional[Head]:
        """The newest head, or None before the first."""
        try:
            return Head(self.ask("checkpoint", **({} if tree is None else {"tree": tree})), key)
        except Missing:
            return None

    def entries(self, tree: int, first: int, end: int) -> Iterator[str]:
        """The entries from `first` to the one before `end`."""
        while first < end:
            told = self.json("tree/entries.json", tree=tree, first=first, count=min(PAGE, end - first))
            found = told.get("entries")
            if not isinstance(found, list) or not 0 < len(found) <= end - first:
                raise Away("entries from %d on are not to be had" % first)
            if not all(isinstance(entry, str) and "\n" not in entry for entry in found):
                raise Away("entries from %d on cannot be read" % first)
            yield from found
            first += len(found)

    def consistency(self, tree: int, old: int, new: int) -> list[bytes]:
        """A proof, whatever it is worth."""
        steps = self.json("tree/consistency.json", tree=tree, old=old, new=new).get("path")
        if not isinstance(steps, list) or not all(
            isinstance(step, str) and re.fullmatch(HEX, step) for step in steps
        ):
            raise Away("a proof that cannot be read")
        return [bytes.fromhex(step) for step in steps]


class Missing(Away):
    """The site says that it has no such thing."""


class Refused(Away):
    """The site does not take what it was sent."""


def fetch(address: str, note: Optional[str] = None) -> str:
    """What stands at an address. Waits where the site says that it was asked too often. Raises Away."""
    data = None if note is None else note.encode()
    headers = {"User-Agent": "boatzee-witness", "Content-Type": "text/plain; charset=utf-8"}
    for _ in range(5):
        try:
            request = urllib.request.Request(address, data=data, headers=headers)  # noqa: S310  (http, https)
            code, told, wait = answered(request)
        except (OSError, http.client.HTTPException) as error:  # also one that breaks off in the middle
            raise Away("%s: %s" % (address, error or type(error).__name__)) from None
        if code == 404:
            raise Missing("%s: there is nothing" % address)
        if code == 429:
            time.sleep(min(int(wait), 300) if re.fullmatch("[0-9]{1,9}", wait) else 60)
            continue
        if code != 200:
            raise Refused("%s: %d %s" % (address, code, told.decode(errors="replace").strip()[:200]))
        if len(told) > LARGEST:
            raise Away("%s is too long" % address)
        try:
            return told.decode()
        except UnicodeDecodeError as error:
            raise Away("%s: %s" % (address, error)) from None
    raise Away("%s: asked too often" % address)


def answered(request: urllib.request.Request) -> tuple[int, bytes, str]:
    """Status, content (not all of what is too long) and Retry-After. Raises OSError, HTTPException."""
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:  # noqa: S310  (http, https)
            return 200, answer.read(LARGEST + 1), ""
    except urllib.error.HTTPError as error:
        return error.code, error.read(1000), error.headers.get("Retry-After", "")


# The witness


class Witness:
    """Its folder, and what it does at each look."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder = folder
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.secret = self._secret()
        public = self.secret.public_key().public_bytes_raw()
        raw = bytes([COSIGNATURE]) + public
        own_id = sha256(name.encode(), b"\n", raw)[:4]
        self.key = Key("%s+%s+%s" % (name, own_id.hex(), base64.b64encode(raw).decode()))
        self.state: dict[str, Any] = {}
        place = folder / "state.json"
        if place.exists():
            self.state = json.loads(place.read_text(encoding="utf-8"))

    def _secret(self) -> Ed25519PrivateKey:
        place = self.folder / "secret.key"
        if not place.exists():
            write(place, base64.b64encode(os.urandom(32)).decode() + "\n")
        return Ed25519PrivateKey.from_private_bytes(base64.b64decode(place.read_text()))

    def site_key(self, site: Site, given: Optional[str]) -> Key:
        """The site's key: the one that was given, or else the one that was shown first.

        Raises Away, ValueError.
        """
        kept = self.state.get("site")
        if given and kept and str(Key(given)) != kept:
            raise ValueError("this folder belongs to another site: %s" % kept)
        text = given or kept
        if text is None:
            text = str(Key(site.ask("key")))
            print("The site's key, as it shows it now: %s" % text)
        key = Key(text)
        if key.kind != bytes([PLAIN]):
            raise ValueError("%r is no key of a site" % text)
        return key

    def kept(self, key: Key) -> Optional[Head]:
        """The head that was found good last."""
        note = self.state.get("head")
        return Head(note, key) if note else None

    def look(self, site: Site, given: Optional[str], peers: Sequence[str], *, post: bool = True) -> None:
        """Look once. Raises Alarm, Away, ValueError."""
        if "alarm" in self.state:
            raise Alarm(self.state["alarm"])
        key = self.site_key(site, given)
        self.state["site"] = str(key)
        head = site.head(key)
        if head is None:
            if self.kept(key) is not None:
                raise Away("the site shows no head any more")
            print("Nothing has been signed yet.")
            return
        head = self._follow(site, key, head)
        for peer in peers:
            self._compare(site, key, head, peer)
        others = [line for line in split(head.note)[1] if line.split(" ")[1] != self.key.name]
        note = head.text + "\n" + "".join(line + "\n" for line in others) + self._sign(head)
        write(self.folder / "newest.note", note)
        print("%s: %s" % (time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime()), head))
        if post:
            self._post(site, note)

    def _post(self, site: Site, note: str) -> None:
        try:
            site.ask("cosign", note)
        except Refused as error:
            print("The site does not take the signature: %s" % error)

    def _sign(self, head: Head) -> str:
        at = int(time.time())
        signature = self.secret.sign(("cosignature/v1\ntime %d\n%s" % (at, head.text)).encode())
        raw = self.key.id + at.to_bytes(8, "big") + signature
        return "— %s %s\n" % (self.key.name, base64.b64encode(raw).decode())

    def _follow(self, site: Site, key: Key, head: Head) -> Head:
        """Go on from what was kept to this head, over new trees where there are any.

        Returns what is kept now. Raises Alarm, Away.
        """
        kept, story = self.kept(key), Story(self.state.get("story"))
        frontier = Frontier(*self._frontier())
        if kept is None:
            story.loose = head.tree > 1
            self._grow(site, None, head, story, frontier)
            return head
        if head.tree < kept.tree:
            raise Away("the site shows %s again, after %s" % (head, kept))
        if head.tree == kept.tree:
            if head.size < kept.size:
                self._begins(site, head, kept)
                raise Away("the site shows %s again, after %s" % (head, kept))
            self._grow(site, kept, head, story, frontier)
            return head
        last = site.head(key, kept.tree)
        if last is not None and last.size >= kept.size:
            self._grow(site, kept, last, story, frontier)
            kept = last
        for tree in range(kept.tree + 1, head.tree + 1):
            newer = head if tree == head.tree else site.head(key, tree)
            if newer is not None:
                self._change_trees(site, kept, newer, story)
                kept = newer
        return kept

    def _frontier(self) -> tuple[int, list[bytes]]:
        found = self.state.get("frontier", [0, []])
        return found[0], [bytes.fromhex(text) for text in found[1]]

    def _begins(self, site: Site, small: Head, large: Head) -> None:
        """See that one head of a tree begins the other. Raises Alarm, Away."""
        if small.size == large.size and small.root != large.root:
            raise Alarm("There are two logs of %s." % small, small.note, large.note)
        proof = []
        if small.size < large.size:
            proof = site.consistency(small.tree, small.size, large.size)
        if not is_consistent(small.size, small.root, large.size, large.root, proof):
            raise Alarm("%s does not begin with %s." % (large, small), small.note, large.note)

    def _grow(
        self,
        site: Site,
        kept: Optional[Head],
        head: Head,
        story: Story,
        frontier: Frontier,
        begins: Optional[str] = None,
    ) -> None:
        """Read what was added since `kept`, and keep the new head. `begins` is what the first entry must be.

        Raises Alarm, Away.
        """
        notes = [head.note]
        if kept is not None:
            notes = [kept.note, head.note]
            self._begins(site, kept, head)
        for entry in site.entries(head.tree, frontier.size, head.size):
            if frontier.size == 0 and begins not in (None, entry):
                raise Away("%s begins now with one entry and now with another" % head.origin)
            try:
                story.read(entry)
            except ValueError as error:
                raise Alarm("Entry %d of %s: %s." % (frontier.size, head.origin, error), *notes) from None
            frontier.add(entry)
        if frontier.root() != head.root:
            raise Alarm("The entries that the site shows are not those of %s." % head, *notes)
        self._keep(head, story, frontier)

    def _change_trees(self, site: Site, kept: Head, head: Head, story: Story) -> None:
        """Go from the last head of a tree to the one that took its place. Raises Alarm, Away."""
        entry = next(site.entries(head.tree, 0, min(head.size, 1)), "")
        found, notes = AFTER.fullmatch(entry), (kept.note, head.note)
        if found is None:
            raise Alarm("%s does not say what it follows." % head.origin, *notes)
        size, root = int(found[2]), bytes.fromhex(found[3])
        if found[1] != kept.origin or size < kept.size:
            why = "%s gives up signed entries: it goes on after %d of %s, and there was %s."
            raise Alarm(why % (head.origin, size, found[1], kept), *notes)
        proof, lost = [], False
        try:
            proof = [] if size == kept.size else site.consistency(kept.tree, kept.size, size)
        except Missing:  # signed, never seen by this witness, and lost since: whoever has seen it can tell
            lost = True
            print(
                "OPEN: entries %d to %d of %s are lost with the old books."
                % (kept.size, size - 1, kept.origin)
            )
        if not lost and not is_consistent(kept.size, kept.root, size, root, proof):
            raise Alarm("%s goes on after another log than %s." % (head.origin, kept), *notes)
        print("A new tree begins, %s: %s" % (head.origin, entry))
        story.loose = True
        self._grow(site, None, head, story, Frontier(), entry)

    def _compare(self, site: Site, key: Key, head: Head, peer: str) -> None:
        """Hold another witness's head against one's own; a witness that is away is passed over.

        Raises Alarm, Away.
        """
        try:
            web = urllib.parse.urlsplit(peer).scheme in ("http", "https")
            other = Head(fetch(peer) if web else Path(peer).read_text(encoding="utf-8"), key)
        except (Away, OSError, UnicodeDecodeError) as error:
            print("The other witness cannot be asked: %s" % error)
            return
        if other.tree != head.tree:
            print("The other witness is at %s." % other)
            return
        small, large = sorted((head, other), key=lambda one: one.size)
        try:
            self._begins(site, small, large)
        except Missing:
            raise Away("the site does not know of %s, which another witness was shown" % other) from None

    def _keep(self, head: Head, story: Story, frontier: Frontier) -> None:
        self.state.update(
            head=head.note,
            story=story.dump(),
            frontier=[frontier.size, [one.hex() for one in frontier.nodes]],
        )
        self.save()

    def save(self) -> None:
        write(self.folder / "state.json", json.dumps(self.state, indent=1) + "\n")

    def cry(self, alarm: Alarm) -> None:
        """Keep the evidence, and remember that there was an alarm."""
        if "alarm" not in self.state:
            for number, note in enumerate(alarm.notes, start=1):
                write(self.folder / ("evidence-%d.note" % number), note)
            self.state["alarm"] = str(alarm)
            self.save()
        print("ALARM: %s" % alarm, file=sys.stderr)
        print("What the site has signed lies in %s." % self.folder, file=sys.stderr)


def write(place: Path, text: str) -> None:
    """Whole at every moment, on the disk before it returns, and nobody else's to read."""
    draft = place.with_name(place.name + ".new")
    with os.fdopen(
        os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8"
    ) as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(draft, place)
    folder = os.open(place.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """One program in a folder at a time."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (folder / "lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ValueError("another witness is at work in %s" % folder) from None
        yield


def asked(words: Optional[Sequence[str]]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="boatzee-witness", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("site", help="the site's address, as https://boatzee.example")
    parser.add_argument("--name", required=True, help="the name of your witness, as your.site/witness")
    parser.add_argument(
        "--folder", type=Path, default=Path("witness"), help="where it keeps what it has seen"
    )
    parser.add_argument("--key", help="the site's key, if you know it")
    parser.add_argument("--peer", action="append", default=[], help="a file or address with another's head")
    parser.add_argument("--no-post", action="store_true", help="do not send the signature to the site")
    often = parser.add_mutually_exclusive_group()
    often.add_argument("--once", action="store_true", help="look once, and end")
    often.add_argument("--every", type=float, default=300, metavar="SECONDS", help="look so often (300)")
    found = parser.parse_args(words)
    if not re.fullmatch("[^+\\s\x00-\x1f]+", found.name):
        parser.error("a name has no spaces and no plus signs")
    return found


def main(words: Optional[Sequence[str]] = None) -> int:
    given = asked(words)
    try:
        site = Site(given.site)
        with alone(given.folder):
            witness = Witness(given.folder, given.name)
            print("This witness: %s" % witness.key, flush=True)
            while True:
                status = 0
                try:
                    witness.look(site, given.key, given.peer, post=not given.no_post)
                except Away as error:
                    status = 2
                    print("The site could not be asked: %s" % error, file=sys.stderr)
                except Alarm as alarm:
                    witness.cry(alarm)
                    return 1
                sys.stdout.flush()
                if given.once:
                    return status
                time.sleep(given.every)
    except (ValueError, OSError) as error:
        print("boatzee-witness: %s" % error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main())
