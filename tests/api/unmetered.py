"""The site as gunicorn serves it, but for how often one may ask: `make schemathesis` asks for all of it.

It is here that the rates are taken away, and nothing that is started elsewhere knows of it.
"""

from __future__ import annotations

from accounts import limits
from accounts.limits import Budget, Rate

limits.API = dict.fromkeys(limits.API, Rate(10**9, 60))
limits.BUDGETS = {name: Budget("", ()) for name in limits.BUDGETS}
limits.ANSWERED = 10**9

from boatzee_site.wsgi import application  # noqa: E402  (the server's processes are made of what stands here)

__all__ = ["application"]
