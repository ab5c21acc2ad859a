"""What a first visit costs: a page in a fresh session, with an empty cache, at the width of a phone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser

WIDTH, HEIGHT = 360, 780
WATCH = """
window.seen = {shift: 0, shifts: [], blocked: 0};
const see = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take))
  .observe({type, buffered: true});
const named = ({node}) => node?.id || node?.className || node?.nodeName;
see("layout-shift", (one) => {
  if (one.hadRecentInput) return;
  seen.shift += one.value;
  seen.shifts.push(`${one.value.toFixed(4)} ${one.sources.map(named).join(", ")}`);
});
see("longtask", (one) => { seen.blocked += Math.max(0, one.duration - 50); });
"""


@dataclass(frozen=True, slots=True)
class Visit:
    """What one visit cost: bytes over the line without pictures, milliseconds, and layout shift.

    `files` has the address and the bytes of each file, and `shifts` what was shifted.
    """

    bytes: float
    paint: float
    shift: float
    blocked: float
    files: tuple[tuple[str, float], ...]
    shifts: tuple[str, ...]


def visit(browser: Browser, url: str, cookie: Mapping[str, str] | None = None, width: int = WIDTH) -> Visit:
    """Open a page and wait until nothing more is fetched; with a session's cookie as that player."""
    context = browser.new_context(viewport={"width": width, "height": HEIGHT}, service_workers="block")
    if cookie is not None:
        context.add_cookies([cookie])  # type: ignore[list-item]
    page = context.new_page()
    page.add_init_script(WATCH)
    pictures: set[str] = set()
    names: dict[str, str] = {}
    sizes: dict[str, float] = {}
    network = context.new_cdp_session(page)

    def note(told: dict[str, Any]) -> None:
        names[told["requestId"]] = told["response"]["url"]
        if told["type"] == "Image":
            pictures.add(told["requestId"])

    network.on("Network.responseReceived", note)
    network.on(
        "Network.loadingFinished",
        lambda told: sizes.update({told["requestId"]: told["encodedDataLength"]}),
    )
    network.send("Network.enable")
    page.goto(url)
    page.wait_for_load_state("networkidle")
    paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0")
    seen = page.evaluate("window.seen")
    context.close()
    files = [(names[key], size) for key, size in sizes.items() if key not in pictures]
    total = sum(size for _, size in files)
    return Visit(total, paint, seen["shift"], seen["blocked"], tuple(files), tuple(seen["shifts"]))
