"""The public pages: commitments, proofs, laid-open batches, the observatory, and the metrics."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from datetime import date
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseForbidden, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from dicepool import alarm, archive, keeper, logfiles, seal
from dicepool import metrics as figures
from dicepool.charts import charts
from dicepool.days import all_time
from dicepool.models import Day
from dicepool.statistics import load
from dicepool.stock import counted

P = ParamSpec("P")
PAGE = 50
A_MINUTE = 60
A_YEAR = 365 * 24 * 3600
HIGHEST = 2**63 - 1
DIGITS = len(str(HIGHEST))


def with_what_is_needed(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """A page of opened dice; a page that says so where the key to them is missing, wrong or out of reach, or
    a file of the log is lost.
    """

    @wraps(view)
    def act(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except (seal.KeyUnfit, keeper.Silent) as error:
            alarm.stopped(str(error))
            sentence = _(
                "The site does not have the right key to these dice just now: please come back later."
            )
        except logfiles.Lost as error:
            alarm.lost(str(error))
            sentence = _(
                "A file of the log of these dice cannot be read just now. The operators of this site have"
                " been told: please come back later."
            )
        context = {"sentence": sentence, "back": reverse("dicepool:index")}
        return render(request, "503.html", context, status=503)

    return act


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """How the dice are made and checked, and the commitments, newest first. `?serial=` leads to a roll."""
    asked = request.GET.get("serial", "").strip().lstrip("#")
    if asked.isascii() and asked.isdigit():
        if len(asked) > DIGITS:
            raise Http404
        return redirect("dicepool:roll", serial=int(asked))
    page = Paginator(archive.described().order_by("-number"), PAGE).get_page(request.GET.get("page"))
    head = bytes(page.object_list[0].chain).hex() if page.number == 1 and page.object_list else ""
    return render(request, "dicepool/index.html", {"page": page, "head": head, "epochs": archive.epochs()})


@require_safe
def batches_json(request: HttpRequest) -> HttpResponse:
    """Every commitment, to keep a copy of."""
    answer = JsonResponse(archive.commitments())
    patch_cache_control(answer, public=True, max_age=A_MINUTE)
    return if_new(request, answer)


@require_safe
def batch(request: HttpRequest, number: int) -> HttpResponse:
    """One batch: its commitment, and its key and sets once it is used up."""
    found = get_object_or_404(archive.described(), pk=number)
    return render(
        request,
        "dicepool/batch.html",
        {
            "batch": found,
            "previous": archive.link_before(number).hex(),
            "root": bytes(found.root).hex(),
            "chain": bytes(found.chain).hex(),
        },
    )


@require_safe
def batch_json(request: HttpRequest, number: int) -> HttpResponse:
    """A used-up batch laid open."""
    try:
        laid_open = archive.laid_open(number)
    except archive.NotShown:
        raise Http404 from None
    return _download(request, laid_open, f"boatzee-batch-{number}.json")


@require_safe
@with_what_is_needed
def roll(request: HttpRequest, serial: int) -> HttpResponse:
    """One set that was handed out, with everything needed to check it."""
    found = _proofs([serial])
    return render(
        request,
        "dicepool/roll.html",
        {
            "serial": serial,
            "proof": found["proofs"][0],
            "batch": found["batches"][0],
            "text": json.dumps(found, indent=2),
        },
    )


@require_safe
@with_what_is_needed
def roll_json(request: HttpRequest, serial: int) -> HttpResponse:
    """One proof as a file."""
    return _download(request, _proofs([serial]), f"boatzee-roll-{serial}.json", grows=True)


@require_safe
@with_what_is_needed
def proofs_json(request: HttpRequest) -> HttpResponse:
    """The proofs of `?serials=1,2,3`, up to 500."""
    asked = request.GET.get("serials", "").split(",")
    if not all(part.isascii() and part.isdigit() and len(part) <= DIGITS for part in asked):
        return JsonResponse({"error": "serials takes whole numbers with commas between them."}, status=400)
    serials = {int(part) for part in asked}
    if len(serials) > archive.MOST:
        return JsonResponse({"error": f"At most {archive.MOST} serials at a time."}, status=400)
    return _download(request, _proofs(serials), "boatzee-proofs.json", grows=True)


@require_safe
def observatory(request: HttpRequest, day: date | None = None) -> HttpResponse:
    """What fell, on one finished day or in all time, and whether chance explains it."""
    tally = all_time() if day is None else load(get_object_or_404(Day, pk=day).counts)
    return render(
        request,
        "dicepool/observatory.html",
        {
            "day": day,
            "days": Day.objects.order_by("-date").values_list("date", flat=True)[:60],
            "counted": counted(),
            "tally": tally,
            "charts": charts(tally),
        },
    )


def opened_by_token(request: HttpRequest) -> bool:
    """Whether the token of METRICS_TOKEN came with it."""
    given = request.headers.get("Authorization", "")
    token = settings.METRICS_TOKEN
    return bool(token) and constant_time_compare(given, f"Bearer {token}")


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Figures for Prometheus: with `Authorization: Bearer <METRICS_TOKEN>`, or for staff."""
    if not opened_by_token(request) and not getattr(request.user, "acts_as_staff", False):
        return HttpResponseForbidden(
            "The metrics need the token of METRICS_TOKEN.\n", content_type="text/plain"
        )
    return HttpResponse(figures.exposition(), content_type="text/plain; version=0.0.4; charset=utf-8")


def _proofs(serials: Iterable[int]) -> dict[str, Any]:
    try:
        return archive.proofs(serial for serial in serials if serial <= HIGHEST)
    except (archive.NotShown, ValueError):
        raise Http404(_("No such set was handed out.")) from None


def _download(
    request: HttpRequest, content: dict[str, Any], name: str, *, grows: bool = False
) -> HttpResponse:
    """What was shown once stays as it is for ever, for everybody: browsers and proxies may keep it. A proof
    `grows`: its line in the log comes to it, and a newer head of the tree.
    """
    answer = JsonResponse(content)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    if grows:
        patch_cache_control(answer, public=True, max_age=A_MINUTE)
    else:
        patch_cache_control(answer, public=True, max_age=A_YEAR, immutable=True)
    return if_new(request, answer)


def if_new(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """The answer, or 304 for who has it already."""
    tag = f'"{hashlib.sha256(answer.content).hexdigest()[:32]}"'
    answer["ETag"] = tag
    return cast("HttpResponse", get_conditional_response(request, tag, None, answer))
