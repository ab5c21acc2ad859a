"""What is reckoned once and kept, of what is said otherwise in each language."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, TypeVar

from django.utils.translation import get_language

T = TypeVar("T")


def kept_by_language(most: int = 128) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """As `functools.lru_cache`, for functions whose words hang on the language of the reader."""

    def keep(say: Callable[..., T]) -> Callable[..., T]:
        @lru_cache(most)
        def kept(_language: str | None, *given: Any) -> T:
            return say(*given)

        @wraps(say)
        def said(*given: Any) -> T:
            return kept(get_language(), *given)

        return said

    return keep
