"""Django's `date`, but that the form is turned to that of the page's language. Every template has it
(settings.TEMPLATES).
"""

from __future__ import annotations

from datetime import date
from typing import Any

from django import template
from django.template import defaultfilters
from django.utils.translation import get_language

from accounts.figures import NAMED, shaped, small

register = template.Library()


@register.filter("date", expects_localtime=True, is_safe=False)
def in_words(value: date | str | None, form: str | None = None) -> Any:
    """A day or moment as the language writes it: “5 March 2026” is “5. März 2026” in German."""
    if not form:
        return defaultfilters.date(value, form)
    language = get_language()
    said = defaultfilters.date(value, shaped(form, language))
    return small(said, language) if NAMED.intersection(form) else said
