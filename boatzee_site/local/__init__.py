"""Where a local site lives: its folder, its secrets, and the addresses of its embedded servers.

No Django here: settings.py asks this module, and the servers are started before any settings exist.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import quote

from boatzee_site import push_keys

ROOT = Path(__file__).resolve().parents[2]
SOCKET_PATH_MAX = 100  # bytes; the kernel's limit is 107, and macOS has 104
EVERYBODY_MAY_ENTER = 0o001


def var_dir() -> Path:
    """The folder for data, sockets and secrets of a local site: BOATZEE_VAR, or `var/` in the checkout.

    Root runs Postgres as an ordinary user, who must be able to walk to the folder; where the
    checkout lies in a closed place (say /root), the folder is one under /var/lib.
    """
    given = os.environ.get("BOATZEE_VAR")
    if given:
        return Path(given).absolute()
    home = ROOT / "var"
    if os.geteuid() == 0 and not open_to_all(ROOT):
        return Path("/var/lib/boatzee") / _mark(home)
    return home


def make_home(home: Path) -> Path:
    """Make the folder; an ordinary user can walk through it and list nothing."""
    home.mkdir(parents=True, exist_ok=True)
    if os.geteuid() == 0:
        home.chmod(0o711)
        if home.parent.name == "boatzee":
            home.parent.chmod(0o711)
    return home


def open_to_all(folder: Path) -> bool:
    """Whether an ordinary user can walk to this folder and through it."""
    return all(place.stat().st_mode & EVERYBODY_MAY_ENTER for place in [folder, *folder.parents])


def local_secrets(home: Path) -> dict[str, str]:
    """The secrets of a local site, made at the first call and kept in a file that only its owner reads."""
    return _made_once(home / "secrets.json", _make_secrets)


def log_key(home: Path) -> str:
    """The key with which a local site signs its log of dice: in a file of its own, for older sites have none
    among their secrets.
    """
    return _made_once(home / "log-key.json", lambda: {"DICE_LOG_KEY": _key()})["DICE_LOG_KEY"]


def oidc_key(home: Path) -> str:
    """The key with which a local site tells programs of others who somebody is: RSA, PEM, in base64."""
    return _made_once(home / "oidc-key.json", lambda: {"OIDC_KEY": push_keys.make_rsa()})["OIDC_KEY"]


def _make_secrets() -> dict[str, str]:
    return {
        "SECRET_KEY": secrets.token_urlsafe(48),
        "DICE_KEYS": "1:" + _key(),
        "VALKEY_PASSWORD": secrets.token_urlsafe(24),
        **push_keys.make(),
    }


def _key() -> str:
    return base64.urlsafe_b64encode(secrets.token_bytes(32)).decode()


def _made_once(file: Path, make: Callable[[], dict[str, str]]) -> dict[str, str]:
    if not file.exists():
        made = make()
        draft = make_home(file.parent) / f"{file.stem}.{os.getpid()}"
        draft.touch(mode=0o600)
        draft.write_text(json.dumps(made))
        try:
            os.link(draft, file)  # whoever is first wins; everybody reads the same
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    found: dict[str, str] = json.loads(file.read_text())
    return found


def local_environment(home: Path, given: Mapping[str, str]) -> dict[str, str]:
    """What settings.py needs of a local site, beside what is `given` in the environment.

    PORT and EVENTS_PORT in `given` decide the addresses of the pages and of the events.
    """
    kept = local_secrets(home)
    return {
        "DATABASE_URL": database_url(home),
        "REDIS_URL": redis_url(home),
        "SECRET_KEY": kept["SECRET_KEY"],
        "DICE_KEYS": kept["DICE_KEYS"],
        "DICE_LOG_KEY": log_key(home),
        "OIDC_KEY": oidc_key(home),
        "VAPID_PRIVATE_KEY": kept.get("VAPID_PRIVATE_KEY", ""),
        "VAPID_PUBLIC_KEY": kept.get("VAPID_PUBLIC_KEY", ""),
        "ALLOWED_HOSTS": "localhost,127.0.0.1,[::1]",
        "HTTPS": "0",
        "STAFF_MFA": "0",
        "SITE_URL": f"http://localhost:{given.get('PORT', '8000')}",
        "EVENTS_URL": f"http://{{host}}:{given.get('EVENTS_PORT', '8001')}/events",
        "EMAIL_URL": f"filemail:///{quote(str(home / 'mail'))}",
    }


def database_url(home: Path) -> str:
    """Where the embedded Postgres of this folder listens."""
    return f"postgres://boatzee@{quote(str(socket_dir(home)), safe='')}/boatzee"


def redis_url(home: Path) -> str:
    """Where the embedded Valkey of this folder listens: the port it last used."""
    return f"redis://:{local_secrets(home)['VALKEY_PASSWORD']}@127.0.0.1:{valkey_port(home)}/0"


def valkey_port(home: Path) -> int:
    """The port that the embedded Valkey last used; 0 before its first start."""
    file = home / "valkey" / "port"
    return int(file.read_text()) if file.exists() else 0


def socket_dir(home: Path) -> Path:
    """The folder of the Postgres socket; a short one under /tmp where the path would be too long."""
    near = home / "run"
    if len(os.fsencode(near)) + len("/.s.PGSQL.5432.lock") <= SOCKET_PATH_MAX:
        return near
    return Path("/tmp") / f"boatzee-{os.geteuid()}-{_mark(home)}"  # noqa: S108  (of mode 700, its owner is checked)


def _mark(folder: Path) -> str:
    return hashlib.sha256(os.fsencode(folder)).hexdigest()[:10]
