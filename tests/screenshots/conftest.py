"""The browser and the seats at it are those of the browser tests."""

from tests.browser.conftest import chromium, events_url, seat, watch

__all__ = ["chromium", "events_url", "seat", "watch"]
