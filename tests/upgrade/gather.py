"""Run beside the code of before, with its own parts: people who are signed in, two at each table, as JSON.

It is no module of this checkout, and holds to what former ones have.
"""

from __future__ import annotations

import json
import sys

import django

django.setup()

from tests.signed_in import session  # noqa: E402  (Django stands)
from tests.soak import cast  # noqa: E402

people = cast.gather(int(sys.argv[1]))
tables = [(one.username, other.username, match) for one, other, match in cast.pair_off(people)]
print(json.dumps({"tables": tables, "sessions": {one.username: session(one) for one in people}}))  # noqa: T201
