"""A passkey as a browser registers one, made without a browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import Aaguid, AttestationObject, AttestedCredentialData, AuthenticatorData

_as_cose: Callable[[ec.EllipticCurvePublicKey], object] = ES256.from_cryptography_key
KEY = b"a key of the owner"


def credential() -> dict[str, Any]:
    """The answer to a registration, as allauth stores it."""
    public = cast("ES256", _as_cose(ec.generate_private_key(ec.SECP256R1()).public_key()))
    held = AttestedCredentialData.create(Aaguid.NONE, KEY, public)
    flags = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV | AuthenticatorData.FLAG.AT
    data = AuthenticatorData.create(bytes(32), flags, 1, held)
    attested = AttestationObject.create("none", data, {})
    return {
        "id": websafe_encode(KEY),
        "rawId": websafe_encode(KEY),
        "type": "public-key",
        "clientExtensionResults": {},
        "authenticatorAttachment": "platform",
        "response": {
            "clientDataJSON": websafe_encode(b'{"type":"webauthn.create","challenge":"","origin":""}'),
            "attestationObject": websafe_encode(bytes(attested)),
        },
    }
