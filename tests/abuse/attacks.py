"""What is tried, each bounded in count and pace and from an address of its own, and what must have held."""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType

from PIL import Image

from accounts import limits
from tests.abuse.connections import flood, oversized, replayed, slow, streams
from tests.abuse.scene import Found, Scene, repeated

SERIALS = 390
HANDED_OUT = 8000
"""Dice of which there are proofs."""


async def invitations(scene: Scene) -> Found:
    """One player who invites another again and again, taking back what waits."""
    mallory = scene.client(16)
    await mallory.sign_in("mallory", scene.password)
    form = {
        "code": "BZ",
        "opponents": "victim",
        "pace": "turns",
        "clock": "main",
        "whom": "named",
        "players": "2",
    }

    async def invite(number: int) -> int:
        answer = await mallory.post("/matches/new/", form)
        if answer.status == 302:
            table = answer.headers["location"]
            await mallory.post(f"{table}answer/", {"answer": "decline"})
        return answer.status

    found = await repeated(scene, mallory, 36, invite, 0.1)
    found.at_most(302, limits.BUDGETS["invite stranger"].rates[0].most)
    found.check(found.statuses[302] > 0, "no invitation went out at all")
    return found


async def friends(scene: Scene) -> Found:
    """Mails to one address."""
    mallory = scene.client(17)
    await mallory.sign_in("mallory", scene.password)

    async def tell(number: int) -> int:
        form = {"email": "friend@example.org", "code": "BZ", "clock": "main"}
        return (await mallory.post("/matches/friend/", form)).status

    found = await repeated(scene, mallory, 20, tell, 0.1)
    found.at_most(302, limits.BUDGETS["friend mailed"].rates[0].most)
    found.check(found.statuses[302] > 0, "no mail went out at all")
    return found


async def signs_in(scene: Scene) -> Found:
    """Guesses at a password."""
    guesser = scene.client(18)
    await guesser.get("/accounts/login/")

    async def guess(number: int) -> int:
        return (await guesser.post("/accounts/login/", {"login": "victim", "password": f"x{number}"})).status

    found = await repeated(scene, guesser, 40, guess, 0.25)
    found.at_most(302, 0)
    return found


async def signs_up(scene: Scene) -> Found:
    """One address that makes accounts, under other names each time."""
    found = Found()
    for number in range(scene.times(40)):
        maker = scene.client(19)
        await maker.get("/accounts/signup/")
        form = {"login": f"sock{scene.tried}{number}", "password1": scene.password, "time_zone": "UTC"}
        answer = await maker.post("/accounts/signup/", form, X_Forwarded_For=f"10.9.{number}.1")
        found.statuses[answer.status] += 1
        maker.hang_up()
        await asyncio.sleep(0.25)
    found.at_most(302, 20)
    found.check(found.statuses[302] > 0, "no account was made at all")
    found.check(scene.share < 1 or found.statuses[429] > 0, "it was never slowed down")
    return found


async def proofs(scene: Scene) -> Found:
    """Proofs of hundreds of dice, others each time so that no cache has them."""
    asker = scene.client(20)

    async def ask(number: int) -> int:
        serials = ",".join(str(1 + (number * 7 + at * 20) % HANDED_OUT) for at in range(SERIALS))
        return (await asker.get(f"/dice/proofs.json?serials={serials}&n={number}")).status

    found = await repeated(scene, asker, 80, ask, 0.1)
    budget = limits.BUDGETS["proofs"].rates[0].most
    found.check(found.statuses[429] >= scene.times(80) - budget, "so many proofs were made")
    found.at_most(200, budget)
    found.check(found.statuses[200] > 0, "no proof was made at all")
    return found


async def searches(scene: Scene) -> Found:
    """Names that nobody has."""
    asker = scene.client(21)
    await asker.sign_in("trent", scene.password)

    async def ask(number: int) -> int:
        return (await asker.get(f"/people/?q=zzyzx{number}")).status

    began = time.monotonic()
    found = await repeated(scene, asker, 100, ask, 0.02)
    rate = limits.BUDGETS["search"].rates[0]
    windows = 1 + int((time.monotonic() - began) / rate.seconds)  # a busy machine takes more than one
    found.at_most(200, rate.most * windows)
    found.check(found.statuses[200] > 0, "nobody was searched for at all")
    return found


async def exports(scene: Scene) -> Found:
    """All that is known of a player, again and again."""
    asker = scene.client(22)
    await asker.sign_in("trent", scene.password)

    async def ask(number: int) -> int:
        answer = await asker.post("/accounts/data/", {})
        if "reauthenticate" in answer.headers.get("location", ""):
            await asker.post("/accounts/reauthenticate/", {"password": scene.password})
            answer = await asker.post("/accounts/data/", {})
        return answer.status

    found = await repeated(scene, asker, 12, ask, 0.05)
    found.check(found.statuses[200] > 0, "no archive was made at all")
    found.at_most(200, limits.BUDGETS["export"].rates[0].most)
    return found


async def pictures(scene: Scene) -> Found:
    """Pictures of few bytes and very many pixels."""
    asker = scene.client(23)
    await asker.sign_in("trent", scene.password)
    made = io.BytesIO()
    Image.new("RGB", (12_000, 12_000)).save(made, "PNG")
    edge = "----bomb"
    start = f'--{edge}\r\nContent-Disposition: form-data; name="picture"; filename="me.png"\r\n\r\n'
    body = start.encode() + made.getvalue() + f"\r\n--{edge}--\r\n".encode()
    kind = {"Content-Type": f"multipart/form-data; boundary={edge}"}

    async def send(number: int) -> int:
        headers = {**kind, "X-CSRFToken": asker.cookies.get("__Host-csrf", "")}
        return (await asker.ask("POST", "/people/me/picture/", body, headers)).status

    found = await repeated(scene, asker, 26, send, 0.05)
    found.at_most(400, limits.BUDGETS["picture"].rates[0].most)
    found.check(found.statuses[400] > 0, "no picture was looked at at all")
    found.at_most(302, 0)
    return found


Attack = Callable[[Scene], Awaitable[Found]]
ATTACKS: Mapping[str, Attack] = MappingProxyType(
    {
        "1,020 streams with one token": streams,
        "a token from elsewhere": replayed,
        "drop by drop": slow,
        "a flood of pages": flood,
        "36 invitations to one": invitations,
        "mails to one friend": friends,
        "guessed passwords": signs_in,
        "accounts by the dozen": signs_up,
        "80 times 390 proofs": proofs,
        "searches": searches,
        "exports": exports,
        "picture bombs": pictures,
        "beyond all measure": oversized,
    }
)


async def attack(name: str, scene: Scene, after: float) -> Found:
    """Try it after so many seconds; what breaks in the attack itself is a fault, too."""
    await asyncio.sleep(after)
    try:
        return await ATTACKS[name](scene)
    except Exception as error:  # noqa: BLE001  (the other attacks go on)
        return Found(faults=[f"the attack broke: {error!r}"])
