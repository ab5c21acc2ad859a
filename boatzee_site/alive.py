"""`python -m boatzee_site.alive PART`: whether the process of this container does its work.

For the health checks of docker-compose.yml.

`beat` looks whether its loop turned lately; `worker QUEUE` asks the worker of this machine whether it
takes from that queue, `worker QUEUE NAME` the one that was given a name of its own by `-n NAME@%h`;
`keeper` asks whoever holds the dice keys for their names; `backup` looks whether what Postgres laid aside
of its log goes away. Ends with status 0, or with 1 and one line that says what is wrong.
"""

from __future__ import annotations

import os
import socket
import sys
import time
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boatzee_site.settings")

from kombu.exceptions import OperationalError

from boatzee_site.beat import TICK, sign
from boatzee_site.celery import app
from dicepool import line

PATIENCE = 6 * TICK  # seconds without a turn after which beat's loop stands still
ANSWER = 10.0  # seconds that a busy worker may take to answer
LOG_PATIENCE = 600.0  # seconds that the database's log may wait for the service backup
QUICK_ANSWER = 4.0  # and one for whom players wait


def beat() -> str:
    """What is wrong with beat; nothing if all is well."""
    try:
        age = time.time() - sign().stat().st_mtime
    except FileNotFoundError:
        return f"Beat has never turned: there is no {sign()}."
    return f"Beat last turned {age:.0f} seconds ago." if age > PATIENCE else ""


def worker(queue: str, called: str = "celery") -> str:
    """What is wrong with the worker of this queue and name on this machine; nothing if all is well."""
    name = f"{called}@{socket.gethostname()}"
    try:
        answers = app.control.inspect(destination=[name], timeout=ANSWER, limit=1).active_queues() or {}
    except (OperationalError, OSError) as error:
        return f"Redis cannot be asked: {error}"
    if name not in answers:
        return f"{name} does not answer."
    served = [one["name"] for one in answers[name]]
    return "" if queue in served else f"{name} takes from {', '.join(served)}, not from {queue}."


def keeper(path: str) -> str:
    """What is wrong with the keeper of the dice keys at this socket; nothing if all is well."""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as to:
            to.settimeout(QUICK_ANSWER)
            to.connect(path)
            line.send(to, {"do": "names"})
            told = line.receive(to, line.MOST_TOLD)
    except (OSError, EOFError, line.Unreadable) as error:
        return f"The keeper at {path} does not answer: {error}"
    return "" if told.get("names") else f"The keeper at {path} failed."


def backup(folder: str, spool: str) -> str:
    """What is wrong with whoever takes backups; nothing if all is well."""
    try:
        age = time.time() - (Path(folder) / ".alive").stat().st_mtime
    except FileNotFoundError:
        return f"`back_up --go-on` never looked after the log here: there is no .alive in {folder}."
    if age > PATIENCE:
        return f"The log was last looked after {age:.0f} seconds ago."
    waiting = [place.stat().st_mtime for place in Path(spool).glob("[0-9A-F]*")]
    age = time.time() - min(waiting, default=time.time())
    return f"The log has waited {age:.0f} seconds to be sealed." if age > LOG_PATIENCE else ""


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["beat"]:
            sys.exit(beat() or 0)
        case ["worker", queue]:
            sys.exit(worker(queue) or 0)
        case ["worker", queue, called]:
            sys.exit(worker(queue, called) or 0)
        case ["keeper"]:
            sys.exit(keeper(os.environ["DICE_KEEPER"]) or 0)
        case ["backup"]:
            sys.exit(backup(os.environ["BACKUP_DIR"], os.environ["BACKUP_WAL"]) or 0)
        case _:
            sys.exit("Give `backup`, `beat`, `keeper`, or `worker` and the name of its queue.")
