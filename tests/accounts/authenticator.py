"""A security key in software: it makes keys, and answers challenges as a real one would or a thief."""

from __future__ import annotations

import hashlib
import json
import os
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData

HOST = "testserver"
ORIGIN = f"http://{HOST}"


class Key:
    """One credential. `resident`: whether it says that it can stand alone."""

    def __init__(self, *, resident: bool = True) -> None:
        self.secret = ec.generate_private_key(ec.SECP256R1())
        self.id = os.urandom(16)
        self.resident = resident

    def made(self, options: dict[str, Any], *, verified: bool = True) -> str:
        """What the browser sends when the key is registered."""
        public = ES256.from_cryptography_key(self.secret.public_key())  # type: ignore[no-untyped-call]
        known = AttestedCredentialData.create(b"\0" * 16, self.id, public)
        attested = AuthenticatorData.FLAG.AT | self._flags(verified=verified)
        data = AuthenticatorData.create(self._host(), attested, 0, known)
        answer = {
            "clientDataJSON": websafe_encode(self._client("webauthn.create", options)),
            "attestationObject": websafe_encode(bytes(AttestationObject.create("none", data, {}))),
        }
        return self._whole(answer, {"credProps": {"rk": self.resident}})

    def answer(
        self,
        options: dict[str, Any],
        handle: str = "",
        *,
        verified: bool = True,
        host: str = HOST,
        origin: str = ORIGIN,
    ) -> str:
        """What the browser sends when the key answers a challenge, for the user of this handle."""
        data = AuthenticatorData.create(self._host(host), self._flags(verified=verified), 0)
        client = self._client("webauthn.get", options, origin)
        signed = bytes(data) + hashlib.sha256(client).digest()
        answer = {
            "clientDataJSON": websafe_encode(client),
            "authenticatorData": websafe_encode(bytes(data)),
            "signature": websafe_encode(self.secret.sign(signed, ec.ECDSA(hashes.SHA256()))),
        }
        if handle:
            answer["userHandle"] = websafe_encode(handle.encode())
        return self._whole(answer, {})

    def _whole(self, answer: dict[str, str], extensions: dict[str, Any]) -> str:
        name = websafe_encode(self.id)
        whole = {"id": name, "rawId": name, "type": "public-key", "response": answer}
        return json.dumps({**whole, "clientExtensionResults": extensions})

    @staticmethod
    def _flags(*, verified: bool) -> AuthenticatorData.FLAG:
        here = AuthenticatorData.FLAG.UP
        return here | AuthenticatorData.FLAG.UV if verified else here

    @staticmethod
    def _host(host: str = HOST) -> bytes:
        return hashlib.sha256(host.encode()).digest()

    @staticmethod
    def _client(kind: str, options: dict[str, Any], origin: str = ORIGIN) -> bytes:
        challenge = options["publicKey"]["challenge"]
        if isinstance(challenge, bytes):
            challenge = websafe_encode(challenge)
        return json.dumps({"type": kind, "challenge": challenge, "origin": origin}).encode()
