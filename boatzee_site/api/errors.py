"""What services refuse, as programs are told it: every error in one place, with its status and its word.

The sentence is the page's own. A code stays as long as the API does; tests hold them.
"""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation, ValidationError
from django.http import Http404
from django.utils.translation import gettext as _
from ninja.errors import HttpError
from ninja.errors import ValidationError as Invalid
from psycopg.errors import ForeignKeyViolation

from accounts import moderation, tokens
from accounts.api.problems import Problem
from accounts.moderation.muting import MayNotWrite
from accounts.spending import TooOften
from accounts.talk.words import BadText
from boatzee_site.errors import RETRY_AFTER, SENTENCES, is_unreachable
from games import refusals
from games.archive import collecting, comments, notes
from games.coach import hints
from games.imported import keeping as imports
from games.imported import reviewing
from games.match.play import Stale
from games.match.staff import NotDecided
from games.models import Collection, Imported, Match
from games.puzzles.solving import NoAnswer
from games.record import BadRecord
from ladders.clubs.log import MayNot as MayNotInClub
from ladders.events.eligibility import MayNotEnter
from ladders.events.log import NotNow
from ladders.events.postponing import NothingToPostpone
from ladders.formats.base import BadField
from ladders.impartial import Concerned
from ladders.ladder.climbing import MayNot
from ladders.reasons import BadDecision

CODES: dict[type[Exception], tuple[int, str]] = {
    **{error: (said.status, said.code) for error, said in refusals.REFUSALS.items()},
    **{error: (said.status, said.code) for error, said in refusals.UNWATCHED.items()},
    BadDecision: (400, "bad-decision"),
    BadRecord: (400, "bad-record"),
    BadField: (409, "bad-field"),
    BadText: (400, "bad-text"),
    Concerned: (403, "concerned"),
    MayNot: (409, "may-not-challenge"),
    MayNotInClub: (409, "may-not-in-club"),
    MayNotEnter: (409, "may-not-enter"),
    NothingToPostpone: (409, "nothing-to-postpone"),
    NotDecided: (409, "not-decided"),
    NotNow: (409, "not-now"),
    MayNotWrite: (403, "may-not-write"),
    NoAnswer: (400, "no-answer"),
    moderation.BadDecision: (400, "bad-report"),
    moderation.TooManyReports: (429, "too-many-reports"),
    collecting.TooMany: (409, "too-many"),
    comments.NotYours: (403, "not-yours-to-decide"),
    hints.NoHints: (403, "no-hints"),
    imports.StillPlayed: (409, "still-played"),
    imports.TooMany: (409, "too-many"),
    notes.TooManyNotes: (409, "too-many"),
    reviewing.Silent: (409, "coach-silent"),
    tokens.TooMany: (409, "too-many-tokens"),
}
MISSING = (Http404, Collection.DoesNotExist, Imported.DoesNotExist, Match.DoesNotExist)


def problem_of(error: Exception) -> Problem | None:
    """What a program is told of this error; None of one that nobody expected."""
    if isinstance(error, Problem):
        return error
    if type(error) in CODES:
        return _refused(error)
    if isinstance(error, TooOften):
        headers = {"Retry-After": str(error.retry_after)} if error.retry_after else {}
        return Problem(429, "too-often", str(error), headers=headers, retry_after=error.retry_after)
    if isinstance(error, MISSING):
        return Problem(404, "not-found", _("There is nothing here, or not for you."))
    if isinstance(error, Invalid):
        return _invalid(error)
    return _of_django(error)


def _refused(error: Exception) -> Problem:
    status, code = CODES[type(error)]
    sentence = refusals.sentence_of(error) if type(error) in refusals.REFUSALS else str(error)
    headers = {"Retry-After": "5"} if status == 503 else {}
    more = {"version": error.version} if isinstance(error, Stale) and error.version is not None else {}
    return Problem(status, code, sentence, headers=headers, **more)


def _of_django(error: Exception) -> Problem | None:
    if is_unreachable(error):
        return Problem(503, "unreachable", SENTENCES[503], headers={"Retry-After": RETRY_AFTER})
    if isinstance(error.__cause__, ForeignKeyViolation):
        return Problem(409, "removed", _("This has just been removed. Nothing was changed."))
    if isinstance(error, RequestDataTooBig):
        return Problem(413, "too-large", _("This is more than may be sent at once. Nothing was changed."))
    if isinstance(error, PermissionDenied):
        return Problem(403, "forbidden", SENTENCES[403])
    if isinstance(error, ValidationError):
        return Problem(422, "invalid", " ".join(error.messages))
    if isinstance(error, HttpError) and error.status_code == 400:
        return Problem(400, "bad-json", _("What you sent cannot be read as JSON. Nothing was changed."))
    if isinstance(error, HttpError):
        return Problem(error.status_code, "refused", str(error))
    if isinstance(error, SuspiciousOperation):
        return Problem(400, "bad-request", SENTENCES[400])
    return None


def _invalid(error: Invalid) -> Problem:
    """What does not fit the description of the operation, thing by thing."""
    errors: list[dict[str, Any]] = [
        {"where": _place(one["loc"]), "detail": str(one["msg"])} for one in error.errors
    ]
    sentence = _("What you sent does not fit. Nothing was changed: see errors.")
    return Problem(422, "invalid", sentence, errors=errors)


def _place(where: Any) -> str:
    """Of `("body", "move", "keep", 0)` the name of the operation's own argument is nobody's business."""
    parts = [str(part) for part in where]
    if parts[0] == "body" and len(parts) > 1:
        del parts[1]
    return ".".join(parts)


def broken() -> Problem:
    """What went wrong on our side."""
    return Problem(500, "broken", SENTENCES[500])
