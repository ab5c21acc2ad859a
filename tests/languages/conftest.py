"""A second language that is always there: the one that nobody speaks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.template.autoreload import reset_loaders
from django.test import override_settings
from django.utils.translation import trans_real

from boatzee_site.catalogues import pseudo
from boatzee_site.catalogues.languages import PSEUDO, SOURCE


@pytest.fixture(autouse=True)
def _two_languages() -> Iterator[None]:
    """The site speaks English and that one."""
    with override_settings(LANGUAGES=[(SOURCE.code, SOURCE.name), (PSEUDO.code, PSEUDO.name)]):
        pseudo.install()
        reset_loaders()  # the foot of a page is kept with the languages that there were
        yield
    reset_loaders()
    assert pseudo.PSEUDO.code not in trans_real._translations  # type: ignore[attr-defined]
