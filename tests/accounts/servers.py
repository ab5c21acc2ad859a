"""Servers of others, good and bad, on this machine: real sockets, real TLS, a certificate of our own."""

from __future__ import annotations

import datetime
import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

HOST = "hooks.example.org"
OK = b"HTTP/1.1 204 No Content\r\n\r\n"
Act = Callable[[ssl.SSLSocket, bytes], None]


def certificate(folder: Path) -> Path:
    """A file with a key and a certificate for HOST, which is its own authority."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .add_extension(
            x509.SubjectAlternativeName(
                [x509.DNSName(HOST), x509.IPAddress(ipaddress.ip_address("127.0.0.2"))]
            ),
            critical=False,
        )
        .sign(key, hashes.SHA256())
    )
    file = folder / "certificate.pem"
    file.write_bytes(
        key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()) + made.public_bytes(Encoding.PEM)
    )
    return file


class Server:
    """Listens on the loopback; `act` gets each line, once TLS stands, with the request, and answers it."""

    def __init__(self, file: Path, act: Act, *, tls: bool = True, at: str = "127.0.0.1") -> None:
        self.act, self.tls = act, tls
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(file)
        self.listening = socket.create_server((at, 0))
        self.port = int(self.listening.getsockname()[1])
        self.requests: list[bytes] = []
        self.lines = 0
        self.over = threading.Event()

    def run(self) -> None:
        """Take lines until it is closed."""
        while True:
            try:
                line, _ = self.listening.accept()
            except OSError:
                return
            self.lines += 1
            threading.Thread(target=self._talk, args=(line,), daemon=True).start()

    def _talk(self, line: socket.socket) -> None:
        with suppress(OSError), line:
            if not self.tls:
                self.over.wait(30)  # a handshake that never comes
                return
            with self.context.wrap_socket(line, server_side=True) as safe:
                self.act(safe, self._request(safe))

    def _request(self, safe: ssl.SSLSocket) -> bytes:
        """The whole of it, by its Content-Length."""
        got = b""
        while b"\r\n\r\n" not in got:
            more = safe.recv(65536)
            if not more:
                return got
            got += more
        head, _, body = got.partition(b"\r\n\r\n")
        length = next(
            int(row.partition(b":")[2])
            for row in head.split(b"\r\n")
            if row.lower().startswith(b"content-length:")
        )
        while len(body) < length:
            body += safe.recv(65536)
        self.requests.append(head + b"\r\n\r\n" + body)
        return self.requests[-1]


@contextmanager
def serving(file: Path, act: Act, *, tls: bool = True, at: str = "127.0.0.1") -> Iterator[Server]:
    """A server, as long as the block runs."""
    server = Server(file, act, tls=tls, at=at)
    threading.Thread(target=server.run, daemon=True).start()
    try:
        yield server
    finally:
        server.over.set()
        server.listening.close()


def answers(said: bytes) -> Act:
    """Say this at once."""
    return lambda safe, _request: safe.sendall(said)


def silent(safe: ssl.SSLSocket, _request: bytes) -> None:
    """Take it, and say nothing."""
    time.sleep(30)


def drips(safe: ssl.SSLSocket, _request: bytes) -> None:
    """Say the head a letter at a time, each well within any time-out between two letters."""
    for letter in b"HTTP/1.1 200 OK\r\n" + b"X-Slow: yes\r\n" * 100 + b"\r\n":
        safe.sendall(bytes([letter]))
        time.sleep(0.2)


def babbles(safe: ssl.SSLSocket, _request: bytes) -> None:
    """A head without end, as fast as it is taken."""
    safe.sendall(b"HTTP/1.1 200 OK\r\n")
    while True:
        safe.sendall(b"X-More: " + b"x" * 1000 + b"\r\n")
