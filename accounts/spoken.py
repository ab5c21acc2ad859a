"""In which language a page is shown and a message written, and what is kept by language.

A visitor reads in the language that the address asks for (`?lang=nl`), else in the account's, else in the one
chosen in this browser, else in the first of the browser's own that the site speaks. docs/architecture.md says
why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header

Given = ParamSpec("Given")
Found = TypeVar("Found")
A_YEAR = 365 * 24 * 3600  # seconds
ASKED = "lang"
"""What asks for a language in an address."""


def codes() -> tuple[str, ...]:
    """The languages that the site speaks, its own first."""
    return tuple(code for code, _name in settings.LANGUAGES)


def short(code: str) -> str:
    """A language as addresses and pages call it: the site has one English, whoever reads it."""
    return "en" if code == settings.LANGUAGE_CODE else code


def turned() -> bool:
    """Whether what is shown now is read from the right. Django asks by the first part of a code alone."""
    code = translation.get_language() or ""
    return code in settings.LANGUAGES_BIDI or code.partition("-")[0] in settings.LANGUAGES_BIDI


def known(wanted: str) -> str:
    """The language of the site that this code means, `en` or `nl-BE` too; empty where it speaks none such."""
    return _known(wanted[:20].lower(), codes())


@lru_cache(1024)
def _known(wanted: str, spoken: tuple[str, ...]) -> str:
    if wanted in spoken:
        return wanted
    whole = wanted.partition("-")[0]
    return next((code for code in spoken if whole and code.partition("-")[0] == whole), "")


@lru_cache(1024)
def _of_browser(header: str, spoken: tuple[str, ...]) -> str:
    wanted = (_known(code, spoken) for code, _weight in parse_accept_lang_header(header))
    return next(filter(None, wanted), spoken[0])


def asked_for(request: HttpRequest) -> tuple[str, str]:
    """The language of a request before it is known whose it is, and by what: address, cookie or browser."""
    spoken = codes()
    if len(spoken) == 1:
        return spoken[0], "browser"
    if f"{ASKED}=" in request.META.get("QUERY_STRING", "") and request.method in {"GET", "HEAD"}:
        wanted = known(request.GET.get(ASKED, ""))
        if wanted:
            return wanted, "address"
    chosen = _known(request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, ""), spoken)
    if chosen:
        return chosen, "cookie"
    return _of_browser(request.META.get("HTTP_ACCEPT_LANGUAGE", "")[:200], spoken), "browser"


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Say what is said in this block in that language; in the site's own where it does not speak that."""
    code = code if code in codes() else codes()[0]
    if translation.get_language() == code:
        yield
        return
    with translation.override(code):
        yield


def for_programs(view: Callable[Given, Found]) -> Callable[Given, Found]:
    """A view that programs ask: its words are the site's own, whatever their browser or account would read,
    for they are keys and values, or go into a page of another site that is the same for everybody.
    """

    @wraps(view)
    def asked(*args: Given.args, **kwargs: Given.kwargs) -> Found:
        with speaking(settings.LANGUAGE_CODE):
            return view(*args, **kwargs)

    return asked


def kept_by_language(most: int | None = 128) -> Callable[[Callable[Given, Found]], Callable[Given, Found]]:
    """As `lru_cache`, for what has words in it: what is kept in one language is not shown in another."""

    def wrap(function: Callable[Given, Found]) -> Callable[Given, Found]:
        @lru_cache(most)
        def kept(_language: str | None, *args: Given.args, **kwargs: Given.kwargs) -> Found:
            return function(*args, **kwargs)

        @wraps(function)
        def asked(*args: Given.args, **kwargs: Given.kwargs) -> Found:
            return kept(translation.get_language(), *args, **kwargs)  # type: ignore[arg-type]

        return asked

    return wrap
