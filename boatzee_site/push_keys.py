"""The pair of keys by which push services know the site (VAPID, RFC 8292). No Django here."""

from __future__ import annotations

import base64


def make() -> dict[str, str]:
    """A new pair as settings.py reads it: a P-256 key as 32 bytes, its point uncompressed, in base64url."""
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415  (a new site alone makes any)
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat  # noqa: PLC0415

    key = ec.generate_private_key(ec.SECP256R1())
    private = key.private_numbers().private_value.to_bytes(32, "big")
    public = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return {"VAPID_PRIVATE_KEY": _text(private), "VAPID_PUBLIC_KEY": _text(public)}


def make_rsa() -> str:
    """A new RSA key as PEM in base64, as settings.py reads OIDC_KEY."""
    from cryptography.hazmat.primitives.asymmetric import rsa  # noqa: PLC0415  (a new site alone makes any)
    from cryptography.hazmat.primitives.serialization import (  # noqa: PLC0415
        Encoding,
        NoEncryption,
        PrivateFormat,
    )

    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    written = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return base64.b64encode(written).decode()


def _text(key: bytes) -> str:
    return base64.urlsafe_b64encode(key).rstrip(b"=").decode()
