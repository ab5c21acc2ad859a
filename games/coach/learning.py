"""How far somebody is in the lessons: players in a row each, visitors and guests in their session.

Whoever signs in keeps what the session knows: of the two, what is further counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.utils import timezone

from accounts import holding
from accounts.models import User
from games.lessons import LESSONS
from games.lessons.base import Lesson
from games.models import Learnt

KEY = "lessons"
"""Where a session keeps the steps done, by lesson."""


class Gone(Exception):
    """The lesson has gone on since the page was made. Nothing was changed."""


@dataclass(frozen=True, slots=True)
class Learner:
    """Who learns: a player who has signed in, or nobody but a session."""

    player: User | None
    session: SessionBase

    def steps(self) -> dict[str, int]:
        """The steps done of each lesson that was begun. One query for a player, none for others."""
        found = self._of_session()
        if self.player is not None:
            for slug, steps in Learnt.objects.filter(player=self.player).values_list("lesson", "steps"):
                found[slug] = max(found.get(slug, 0), steps)
        return {
            slug: min(steps, len(LESSONS[slug].steps)) for slug, steps in found.items() if slug in LESSONS
        }

    def steps_of(self, lesson: Lesson) -> int:
        """The steps done of one lesson. One query at most."""
        return self.steps().get(lesson.slug, 0)

    @transaction.atomic
    def note(self, lesson: Lesson, seen: int, steps: int) -> None:
        """So many steps are done now, where the page had `seen` so many. Raises Gone where others are."""
        if self.player is not None:  # of two tabs at once the second waits here
            if not holding.hold([self.player.pk]):  # the account has just been closed
                raise Gone
            row, _made = Learnt.objects.get_or_create(player=self.player, lesson=lesson.slug)
            row = Learnt.objects.select_for_update(no_key=True).get(pk=row.pk)
        if self.steps_of(lesson) != seen:
            raise Gone
        kept = self._of_session()
        if self.player is None and steps:
            kept[lesson.slug] = steps
        elif self.player is None:  # nothing is done, and nothing is kept of it
            kept.pop(lesson.slug, None)
        else:
            kept.pop(lesson.slug, None)
            row.steps = steps
            if steps == len(lesson.steps) and row.finished_at is None:
                row.finished_at = timezone.now()
            row.save()
        if kept != self._of_session():
            self.session[KEY] = kept

    def _of_session(self) -> dict[str, int]:
        kept: dict[str, Any] = self.session.get(KEY, {})
        return dict(kept)
