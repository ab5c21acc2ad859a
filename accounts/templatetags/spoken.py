"""What a page says of its language."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.utils.translation import get_language

from accounts.spoken import short, turned

register = template.Library()


@register.simple_tag
def tongue() -> str:
    """The language, as `lang` says it: the site has one English, whoever reads it."""
    return short(get_language() or settings.LANGUAGE_CODE)


@register.simple_tag
def direction() -> str:
    """From where it is read, as `dir` says it."""
    return "rtl" if turned() else "ltr"


@register.simple_tag
def tongues() -> list[tuple[str, str]]:
    """The languages that the site speaks, each by its own name; none where it speaks one alone."""
    return list(settings.LANGUAGES) if len(settings.LANGUAGES) > 1 else []


@register.simple_tag
def tongue_code() -> str:
    """The code of the page's language, as an address asks for it."""
    return get_language() or settings.LANGUAGE_CODE
