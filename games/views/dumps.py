"""All public matches, month by month, to be downloaded."""

from __future__ import annotations

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.http import require_safe

from games.archive import dumped

A_DAY, A_MINUTE = 24 * 60 * 60, 60


@require_safe
def dumps(request: HttpRequest) -> HttpResponse:
    """List them, the newest first, with how large they are and their checksums. No query of its own."""
    return render(request, "games/archive/dumps.html", {"dumps": dumped.listed()})


@require_safe
def dump_file(request: HttpRequest, name: str) -> HttpResponse | FileResponse:
    """One of the files, or its checksum as `sha256sum -c` reads it; for scripts of all sites."""
    dump = dumped.find(name.removesuffix(dumped.SUM))
    if dump is None:
        raise Http404
    answer: HttpResponse | FileResponse
    if name.endswith(dumped.SUM):
        answer = HttpResponse(f"{dump.digest}  {dump.name}\n", content_type="text/plain; charset=utf-8")
        patch_cache_control(answer, public=True, max_age=A_MINUTE)
    else:
        tag = f'"{dump.digest[:32]}"'
        answer = get_conditional_response(request, tag, None, None) or _file(name)
        answer["ETag"] = tag
        patch_cache_control(answer, public=True, max_age=A_DAY)
    answer["Access-Control-Allow-Origin"] = "*"
    answer["Cross-Origin-Resource-Policy"] = "cross-origin"
    return answer


def _file(name: str) -> FileResponse:
    """What is in it. Raises Http404 where the worker has just thrown it away."""
    try:
        file = dumped.path_of(name).open("rb")
    except OSError as error:
        raise Http404 from error
    return FileResponse(file, content_type="application/gzip", as_attachment=True, filename=name)
