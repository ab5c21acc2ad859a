"""What is tried, each bounded in count and pace and from an address of its own, and what must have held."""

from __future__ import annotations

import asyncio
import io
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from urllib.parse import quote

from PIL import Image

from accounts import limits
from tests.abuse.client import Client, read_head

SERIALS = 390
HANDED_OUT = 8000
"""Dice of which there are proofs."""


@dataclass
class Found:
    """The statuses the abuser got (0: cut off), and what did not hold."""

    statuses: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def check(self, holds: bool, complaint: str) -> None:
        """Note what did not hold; nothing of ours may break either."""
        if not holds:
            self.faults.append(complaint)

    def at_most(self, status: int, most: int) -> None:
        """So many of this status, and none that says we broke."""
        got = self.statuses[status]
        self.check(got <= most, f"{got} answers {status}, at most {most} were to be")
        broke = {code: count for code, count in self.statuses.items() if code >= 500}
        self.check(not broke, f"we broke: {broke}")


@dataclass(frozen=True)
class Scene:
    """What an attack needs: the site, a running match, and how much of everything is tried (1: all of it)."""

    port: int
    match: int
    password: str
    share: float = 1

    def client(self, last: int) -> Client:
        """A visitor at 127.0.0.last."""
        return Client(self.port, f"127.0.0.{last}")

    def times(self, whole: int) -> int:
        """How often something is tried."""
        return max(1, round(whole * self.share))


async def streams(scene: Scene) -> Found:
    """1,020 streams with one token."""
    found, visitor = Found(), scene.client(11)
    token = (await visitor.get(f"/matches/{scene.match}/")).field("data-live")
    found.check(bool(token), "the page gave no token")
    lines = []
    for _ in range(scene.times(1020)):
        reader, writer = await visitor.connect()
        writer.write(visitor.head("GET", f"/events?t={quote(token)}", {}))
        try:
            answer = await read_head(reader)
        except (OSError, asyncio.IncompleteReadError):
            found.statuses[0] += 1
            continue
        found.statuses[answer.status] += 1
        if answer.status == 200:
            lines.append(writer)
        else:
            found.check(
                answer.status != 429 or "retry-after" in answer.headers, "429 does not say when again"
            )
            writer.close()
        await asyncio.sleep(0.005)
    await asyncio.sleep(2)
    for writer in lines:
        writer.close()
    found.at_most(200, limits.STREAMS_A_VISITOR)
    found.check(found.statuses[200] > 0, "no stream was opened at all")
    return found


async def replayed(scene: Scene) -> Found:
    """A token that was read over a shoulder, from elsewhere, claiming to be there."""
    found, here, there = Found(), scene.client(12), scene.client(13)
    token = quote((await here.get(f"/matches/{scene.match}/")).field("data-live"))
    for claim in (
        {},
        {"X_Forwarded_For": "127.0.0.12"},
        {"X_Real_IP": "127.0.0.12", "Forwarded": "for=127.0.0.12"},
    ):
        found.statuses[(await there.get(f"/events?t={token}", **claim)).status] += 1
    found.at_most(200, 0)
    found.check(found.statuses[403] == 3, "it was not refused")
    return found


async def slow(scene: Scene) -> Found:
    """Requests that come drop by drop: headers, and bodies."""
    found, drops = Found(), scene.client(14)
    headers = drops.head("POST", "/accounts/login/", {"Content-Length": "5000"})

    async def drip(sent: bytes) -> None:
        try:
            reader, writer = await drops.connect()
            writer.write(sent)
            for _ in range(25):
                await asyncio.sleep(1)
                if reader.at_eof():
                    break
                writer.write(b"x")
                await writer.drain()
        except OSError:
            found.statuses[0] += 1
            return
        found.statuses[0 if reader.at_eof() else 200] += 1
        writer.close()

    begun = headers[: len(headers) // 2]
    await asyncio.gather(*(drip(begun) for _ in range(scene.times(100))))
    held = found.statuses[200]
    found.check(held == 0, f"{held} half requests were held for 25 seconds")
    return found


async def flood(scene: Scene) -> Found:
    """One address that asks for pages as fast as it may, under other names each time."""
    found, everywhere = Found(), [scene.client(15) for _ in range(4)]

    async def ask(one: Client, number: int) -> None:
        for at in range(scene.times(150)):
            claim = f"10.{number}.{at % 250}.{at % 7}"
            found.statuses[(await one.get("/rules/", X_Forwarded_For=claim)).status] += 1
            await asyncio.sleep(0.02)

    began = asyncio.get_running_loop().time()
    await asyncio.gather(*(ask(one, number) for number, one in enumerate(everywhere)))
    seconds = asyncio.get_running_loop().time() - began
    found.at_most(200, round(60 + 10 * seconds) + 5)
    return found


async def repeated(
    scene: Scene, client: Client, whole: int, do: Callable[[int], Awaitable[int]], pause: float
) -> Found:
    """The same thing many times."""
    found = Found()
    for number in range(scene.times(whole)):
        found.statuses[await do(number)] += 1
        await asyncio.sleep(pause)
    client.hang_up()
    return found


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
        form = {"username": f"sock{number}", "email": f"sock{number}@example.org"}
        form |= {"password1": scene.password, "password2": scene.password, "time_zone": "UTC"}
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


async def oversized(scene: Scene) -> Found:
    """Bodies, addresses and queries beyond all measure."""
    found, asker = Found(), scene.client(24)
    await asker.get("/accounts/login/")
    many = "&".join(f"a{number}=1" for number in range(700))
    tries: list[tuple[str, bytes, set[int]]] = [
        ("/accounts/login/", b"x" * 2_000_000, {413, 0}),
        ("/people/me/picture/", b"x" * 10_000_000, {413, 0}),
        (f"/rules/?{many}", b"", {200, 400, 414}),
        (f"/rules/?{'a&' * 2500}", b"", {400, 414}),
        (f"/rules/{'x/' * 1900}", b"", {404, 400, 414}),
        (f"/{'y' * 40_000}", b"", {414, 400}),
    ]
    for path, body, right in tries:
        answer = await asker.ask("POST" if body else "GET", path, body, {})
        found.statuses[answer.status] += 1
        found.check(
            answer.status in right, f"{path[:30]} with {len(body)} bytes was answered {answer.status}"
        )
        asker.hang_up()
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
