"""What is read, and costs more than a page: each address with the budget that it is counted on.

The pool knows no people, so it is counted here, above both; what is done is counted where it is done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from django.http import HttpRequest, HttpResponse

from accounts import spending, visitors
from boatzee_site.errors import too_often

READ: Mapping[str, str] = MappingProxyType(
    {
        "dicepool:index": "pool page",
        "dicepool:batch": "pool page",
        "dicepool:roll": "pool page",
        "dicepool:observatory": "pool page",
        "dicepool:day": "pool page",
        "dicepool:witnesses": "pool page",
        "dicepool:proofs_json": "proofs",
        "dicepool:roll_json": "download",
        "dicepool:batch_json": "download",
        "dicepool:batches_json": "download",
        "dicepool:checkpoint": "download",
        "dicepool:key": "download",
        "dicepool:entries_json": "download",
        "dicepool:inclusion_json": "download",
        "dicepool:consistency_json": "download",
        "dicepool:witnesses_json": "download",
        "dicepool:cosign": "cosign",
        "games:archive": "search",
        "games:proofs": "download",
        "games:record": "download",
        "games:review": "download",
        "games:picture": "download",
        "games:embed": "download",
        "games:oembed": "download",
        "games:dump_file": "dump",
        "games:imported": "download",
        "games:imported_link": "download",
        "games:imported_link_review": "download",
        "games:imported_review": "download",
        "games:deadlines": "download",
        "ladders:standings_json": "download",
        "ladders:standings_csv": "download",
        "ladders:feed": "download",
        "ladders:sheet": "download",
        "news_feed": "download",
        "idp:oidc:token": "let in",
        "idp:oidc:revoke": "let in",
        "idp:oidc:device_code": "let in",
    }
)
"""Each view's name, and a name of accounts.limits.BUDGETS."""


class Readers:
    """Middleware: counts what a visitor reads of these, and refuses what is too much."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: object, kwargs: object
    ) -> HttpResponse | None:
        """Count it, or answer that it is too much."""
        found = request.resolver_match
        what = READ.get(found.view_name) if found else None
        if what is None or getattr(request, "mending", None):  # then nothing can be counted
            return None
        try:
            spending.spend(what, visitors.of(request).name)
        except spending.TooOften as error:
            return too_often(request, error)
        return None
