"""The chat beside a match, and the report of what was said there."""

from __future__ import annotations

from django.shortcuts import get_object_or_404

from accounts.models import User
from accounts.talk import pages
from games.chat import Beside
from games.models import Match


def _beside(player: User, match_id: int) -> Beside:
    return Beside(get_object_or_404(Match, pk=match_id))


chat = pages.page_of(_beside)
report_remark = pages.report_of(_beside)
