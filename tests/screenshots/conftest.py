"""The browser and the seats at it are those of the browser tests."""

from tests.browser.conftest import chromium, seat, stream_url, watch

__all__ = ["chromium", "seat", "stream_url", "watch"]
