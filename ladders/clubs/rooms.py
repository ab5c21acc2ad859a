"""The room of a club: its members talk there, its officers take down what does not belong."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import live, talk
from accounts.models import User
from accounts.models.talk import Words
from accounts.said import later
from accounts.talk.rooms import Room
from ladders import belonging
from ladders.clubs import founding, log
from ladders.clubs.log import MayNot
from ladders.models import Club, ClubRemark


class OfClub(Room):
    """Where the members of a club talk."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.leads: dict[int, bool] = {}
        """Who has been asked about, for a page asks for every remark."""
        self.name = f"club-{club.pk}"
        self.heading = _("Talk: %(club)s") % {"club": club}
        self.address = reverse("ladders:club_talk", args=[club.slug])
        self.around, self.back = club.get_absolute_url(), _("Back to the club")
        self.readers = _("Only the members of the club and the staff can read what is said here.")
        self.asks = _("Say something to the club")

    def why_not_read(self, player: User) -> str:
        """Only who belongs to it, and the staff."""
        return "" if belonging.power(player, self.club.pk) else _("Only the members of the club talk here.")

    def why_not_say(self, player: User) -> str:
        """As long as there is a club; newcomers, whom anybody may be, only read."""
        if self.club.closed_at is not None:
            return _("This club is closed: what was said stays, and nothing can be added.")
        if talk.is_settled(player) or self._leads(player):
            return ""
        return _("Until you have finished a match, you can only read here.")

    def remarks(self, player: User) -> QuerySet[Words]:
        """Those that were not taken down; staff read all of them."""
        said = ClubRemark.objects.filter(club=self.club)
        return said if belonging.is_staff(player) else said.filter(down_at=None)

    def keep(self, player: User, text: str) -> ClubRemark:
        """One row."""
        return ClubRemark.objects.create(club=self.club, player=player, text=text)

    def report_address(self, remark: Words) -> str:
        """Beside the club's talk."""
        return reverse("ladders:report_club_remark", args=[self.club.slug, remark.pk])

    def _leads(self, player: User) -> bool:
        if player.pk not in self.leads:
            self.leads[player.pk] = belonging.may_lead(player, self.club)
        return self.leads[player.pk]

    def down_address(self, remark: Words, player: User) -> str:
        """For officers and the staff."""
        if not self._leads(player) or (isinstance(remark, ClubRemark) and remark.down_at is not None):
            return ""
        return reverse("ladders:club_remark_down", args=[self.club.slug, remark.pk])


@transaction.atomic
def take_down(club_id: int, remark_id: int, by: User) -> None:
    """Let the members read a remark no longer. It is kept for the staff. Raises MayNot."""
    club = log.lock(club_id)
    founding.must_lead(club, by)
    found = ClubRemark.objects.filter(club=club, pk=remark_id, down_at=None)
    remark = found.select_related("player").first()
    if remark is None:
        raise MayNot(_("That was taken down already."))
    found.update(down_at=timezone.now(), down_by=by)
    name = remark.player or later("former player")
    log.note(club, later("Something that %(player)s said was taken down") % {"player": name}, by)
    live.publish_on_commit(OfClub(club).channel)
