"""What scripts say in another language: its catalogue as a script, which pages load before any module.

A module of its own, for no page has a script in it (settings.CONTENT_SECURITY_POLICY), and no data that
each page would carry anew: its address follows what is in it, so that a browser asks for it once. English
needs none. `static/js/words.js` reads it.
"""

from __future__ import annotations

import gettext
import hashlib
import json
from functools import cache

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from accounts.spoken import A_YEAR
from boatzee_site.catalogues import files
from boatzee_site.catalogues.languages import OFFERED, TRANSLATED


@cache
def script(code: str) -> str:
    """The catalogue of a language: `form` tells the plural form of a number, `said` has the sentences."""
    with files.path(code, "djangojs").with_suffix(".mo").open("rb") as file:
        found = gettext.GNUTranslations(file)
    said: dict[str, str | list[str]] = {}
    for key, text in sorted(found._catalog.items(), key=lambda one: str(one[0])):  # type: ignore[attr-defined]
        if isinstance(key, str):
            said[key] = text
        else:
            forms = said.setdefault(key[0], [])
            assert isinstance(forms, list)
            forms.append(text)
    said.pop("", None)
    rule = TRANSLATED[code].plurals.partition("plural=")[2].rstrip(";")
    words = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
    return f"globalThis.boatzeeWords={{form:(n)=>Number({rule}),said:{words}}};\n"


@cache
def address(code: str) -> str:
    """Where that script is; nothing of English."""
    if code not in OFFERED:
        return ""
    return reverse("words", args=[code, hashlib.sha256(script(code).encode()).hexdigest()[:12]])


@require_safe
def words(request: HttpRequest, code: str, mark: str) -> HttpResponse:
    """The script. Under the mark of another release it is the one of now, and kept for no time."""
    if code not in OFFERED:
        raise Http404
    response = HttpResponse(script(code), content_type="text/javascript; charset=utf-8")
    current = request.path == address(code)
    patch_cache_control(response, public=True, max_age=A_YEAR if current else 0, immutable=current)
    return response
