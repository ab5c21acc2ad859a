"""Languages that are always there: those that nobody speaks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import global_settings
from django.template.autoreload import reset_loaders
from django.test import override_settings
from django.utils.translation import trans_real

from boatzee_site.catalogues import pseudo
from boatzee_site.catalogues.languages import PSEUDO, SOURCE, TURNED


@pytest.fixture(autouse=True)
def _two_languages() -> Iterator[None]:
    """The site speaks English and those, of which one is read from the right."""
    spoken = [(language.code, language.name) for language in (SOURCE, PSEUDO, TURNED)]
    with override_settings(LANGUAGES=spoken, LANGUAGES_BIDI=[*global_settings.LANGUAGES_BIDI, TURNED.code]):
        pseudo.install()
        reset_loaders()  # the foot of a page is kept with the languages that there were
        yield
    reset_loaders()
    assert pseudo.PSEUDO.code not in trans_real._translations  # type: ignore[attr-defined]
