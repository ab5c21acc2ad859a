"""The whole of docker-compose.yml, up and down, in the order and on the conditions that it names."""

from __future__ import annotations

import base64
import os
import shutil
import subprocess
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from boatzee_site.local import ROOT
from tests.shape import images
from tests.shape.compose import Service, interpolate, read_compose, read_env
from tests.shape.sandbox import Container, Network
from tests.tabled import tables

HOST = "boatzee.example"


def write_env(folder: Path, **others: str) -> dict[str, str]:
    """What an operator fills in: .env.example, its secrets made and little else changed."""
    given = read_env((ROOT / ".env.example").read_text())
    given |= {
        name: f"a-{name.lower()}-of-{'x' * 40}" for name, value in given.items() if value == "change-me"
    }
    given |= {
        "DICE_KEYS": "1:" + base64.urlsafe_b64encode(bytes(range(32))).decode(),
        "BACKUP_KEYS": "1:" + base64.urlsafe_b64encode(bytes(range(64, 96))).decode(),
        "DICE_LOG_KEY": base64.urlsafe_b64encode(bytes(range(32, 64))).decode(),
        "CERTIFICATES": str(folder / "certificates"),
        "EMAIL_URL": "dummymail://",  # nobody is written to out of a test
        **others,
    }
    assert given["ALLOWED_HOSTS"] == HOST
    return given


def write_certificates(folder: Path) -> Path:
    """A certificate for the site, as the proxy reads it. Returns the file that a visitor trusts."""
    folder.mkdir()
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "fullchain.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    (folder / "privkey.pem").write_bytes(private)
    return folder / "fullchain.pem"


class Stack:
    """Every container of the file, and a visitor's beside them."""

    def __init__(self, folder: Path, **others: str) -> None:
        self.folder = folder
        self.log = folder / "log"
        (self.log / "etc").mkdir(parents=True)
        self.certificate = write_certificates(folder / "certificates")
        self.services = read_compose((ROOT / "docker-compose.yml").read_text(), write_env(folder, **others))
        self._write_etc()
        self.members = {
            name if one.replicas == 1 else f"{name}-{at}": one
            for name, one in self.services.items()
            for at in range(1, one.replicas + 1)
        }
        self.network = Network(folder)
        self.containers: dict[str, Container] = {}

    def _write_etc(self) -> None:
        etc = self.log / "etc"
        users = {**images.USERS, "boatzee": images.DOCKERFILE.user}
        (etc / "passwd").write_text(
            "".join(f"{n}:x:{u}:{u}::/nonexistent:/bin/sh\n" for n, u in users.items())
        )
        (etc / "group").write_text("".join(f"{name}:x:{number}:\n" for name, number in users.items()))
        (etc / "resolv.conf").write_text("nameserver 127.0.0.11\n")
        (etc / "hosts").write_text("127.0.0.1 localhost\n::1 localhost\n")

    def up(self) -> None:
        """Start everything in order. Raises AssertionError with the log of what does not come up."""
        space = self.network.mark
        names = {"visitor": "visitor", **{member: one.name for member, one in self.members.items()}}
        self.network.join(names)
        zone = self.network.zone.read_text()
        [proxy] = [line.split()[1] for line in zone.splitlines() if line.startswith("proxy ")]
        self.network.zone.write_text(f"{zone}{HOST} {proxy}\n")
        app = images.build(self.folder, self.log, f"{space}-visitor")
        shared = self._shared_volumes()
        for member, service in self.members.items():
            made = images.container(service, member, f"{space}-{member}", self.log, app, shared)
            self.containers[member] = made
        left = dict(self.members)
        while left:
            ready = {name: one for name, one in left.items() if not self._waits(one, left)}
            assert ready, f"these wait for each other: {', '.join(left)}"
            for member in ready:
                self.containers[member].start()
                del left[member]

    def _shared_volumes(self) -> dict[str, Path]:
        """A folder for each volume that several services have: the site's, which belongs to its user."""
        named = [each.source for one in self.services.values() for each in one.volumes if each.named]
        found = {name: self.folder / "volumes" / name for name in named if named.count(name) > 1}
        for folder in found.values():
            folder.mkdir(parents=True)
            os.chown(folder, images.DOCKERFILE.user, images.DOCKERFILE.user)
            folder.chmod(0o700)
        for name in {one.source for one in self.services["postgres"].volumes} & found.keys():
            os.chown(found[name], images.USERS["postgres"], images.USERS["postgres"])
            found[name].chmod(0o3777)  # as the image has the folder of the socket
        for table in tables().glob("*.table"):  # they take a while to build, and are the same everywhere
            copied = shutil.copy(table, found["tables"])
            os.chown(copied, images.DOCKERFILE.user, images.DOCKERFILE.user)
        return found

    def _waits(self, service: Service, left: dict[str, Service]) -> bool:
        """Whether it must wait for something that is not even started; else until its conditions are met."""
        others = {one.name for one in left.values()}
        if others & service.waits_for.keys():
            return True
        for name, condition in service.waits_for.items():
            for container in self.of(name):
                if condition == "service_completed_successfully":
                    assert container.process
                    assert container.process.wait(120) == 0, container.log.read_text()
                else:
                    self.wait_until_healthy(container, self.services[name])
        return False

    def of(self, service: str) -> list[Container]:
        """The containers of a service."""
        return [self.containers[member] for member, one in self.members.items() if one.name == service]

    def check(self, container: Container, service: Service) -> str:
        """Run its health check in the container. Returns what is wrong; nothing if it passes."""
        try:
            done = container.run(service.test, service.patience)
        except subprocess.TimeoutExpired:
            return f"no answer within {service.patience:.0f} s"
        return (done.stdout or f"status {done.returncode}") if done.returncode else ""

    def wait_until_healthy(self, container: Container, service: Service, seconds: float = 60) -> None:
        """Check it again and again. Raises AssertionError, with its log."""
        limit = time.monotonic() + seconds
        while wrong := self.check(container, service):
            assert container.process
            alive = container.process.poll() is None
            assert alive, f"{container.name} ended: {container.log.read_text()}"
            assert time.monotonic() < limit, f"{container.name}: {wrong}\n{container.log.read_text()[-5000:]}"
            time.sleep(0.3)

    def visitor(self, *words: str) -> Container:
        """A container beside the others, in which somebody runs Python."""
        return Container(
            name="visitor",
            space=f"{self.network.mark}-visitor",
            command=["python", *words],
            environment={"PATH": f"/venv/bin:{images.PATH}"},
            folder="/tmp",
            log=self.log / f"visitor-{len(list(self.log.glob('visitor-*')))}.log",
            user=images.USERS["nobody"],
            tmpfs=["/tmp"],
            binds=[
                *images.python(),
                (Path(__file__).with_name("visitor.py"), "/visit/visitor.py"),
                (self.certificate, "/visit/certificate.pem"),
            ],
        )

    def down(self) -> None:
        """End everything."""
        for container in self.containers.values():
            if container.process is not None and container.process.poll() is None:
                container.kill()
                container.process.wait(20)
        self.network.close()


__all__ = ["Stack", "interpolate", "write_env"]
