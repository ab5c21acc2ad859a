"""The archive: finished matches, looked for by whoever likes."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.archive import collecting, finding
from games.forms.searching import SearchForm
from games.match import subjects
from games.views.leaders import viewer_of


@require_safe
@never_cache
def archive(request: HttpRequest) -> HttpResponse:
    """Search: the fields of the form in the address, and `?after=` the line that the page before ended with.

    At most nine queries and those of every page, however many matches there are.
    """
    form, viewer = SearchForm(request.GET), viewer_of(request)
    found = None
    if form.is_valid() and not form.called:
        after = finding.After.read(request.GET.get("after", ""))
        found = finding.find(form.wanted, viewer, after)
    asked = {name: str(value) for name, value in request.GET.items() if name in form.fields and value}
    context = {
        "form": form,
        "found": found,
        "subjects": subjects.of(found.lines) if found else {},
        "called": [(one, urlencode(_in(asked, one))) for one in form.called],
        "anywhere": urlencode(_in(asked, None)),
        "collections": collecting.of(viewer, viewer) if viewer and found else [],
        "paged": "after" in request.GET,
        "first": urlencode(asked),
        "next": urlencode(asked | {"after": str(found.after)}) if found and found.after else "",
    }
    return render(request, "games/archive/search.html", context, status=200 if form.is_valid() else 400)


def _in(asked: dict[str, str], held: subjects.Named | None) -> dict[str, str]:
    """The same search in this event or ladder, or in none."""
    rest = {name: value for name, value in asked.items() if name not in {"event", "of_event", "of_ladder"}}
    if held is None:
        return rest
    return rest | ({"of_event": str(held.event)} if held.event else {"of_ladder": str(held.ladder)})
