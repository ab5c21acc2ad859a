"""Processes that never outlive the one that started them."""

from __future__ import annotations

import ctypes
import os
import platform
import signal
import subprocess
from collections.abc import Callable
from contextlib import suppress

PR_SET_PDEATHSIG = 1


def with_parent(how: signal.Signals) -> Callable[[], None]:
    """What a child runs before its program: Linux then sends it `how` when its parent is gone.

    However the parent went, by kill -9 too. "Parent" is the thread that forks: use the main one.
    """
    parent = os.getpid()
    libc = ctypes.CDLL(None) if platform.system() == "Linux" else None

    def ask() -> None:
        if libc is not None:
            libc.prctl(PR_SET_PDEATHSIG, how)
            if os.getppid() != parent:  # it went before we could ask
                os.kill(os.getpid(), how)

    return ask


def end(process: subprocess.Popen[bytes] | None, how: signal.Signals, seconds: float) -> None:
    """Ask a process that leads its own group to end, wait, and then end whatever is left of the group."""
    if process is None:
        return
    if process.poll() is None:
        process.send_signal(how)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
    with suppress(ProcessLookupError, PermissionError):  # nobody is left; macOS says the second of the dying
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
