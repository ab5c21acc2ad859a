"""numpy, loaded by whoever uses it first: dice are dealt without it, and it weighs more than all our pages.

`from dicepool.arrays import np` in place of `import numpy as np`. Nothing may use it while a module is
loaded, which tests/site/test_weight.py sees to; what is to be reckoned once stands in a cached function.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
else:

    class _Late:
        """A module that is imported when something of it is asked for, by one thread as by many."""

        def __getattr__(self, name: str) -> Any:
            return getattr(import_module("numpy"), name)

    np = _Late()

__all__ = ["np"]
