"""What lived of guards that were dropped in the newest rooms, and what notices it now."""

from __future__ import annotations

from tests.mutants import Mutant, in_file

DOORS = "tests/ladders/test_club_doors.py"

NEWEST_ROOMS = (
    Mutant(
        "accounts/appeals.py",
        "    return staff.pk != sanction.player_id and is_alone",
        "    return is_alone",
        "tests/accounts/test_appeals.py",
    ),
    Mutant(
        "games/seats/bots.py",
        ", account__is_active=True)",
        ")",
        "tests/games/views/test_bots.py",
    ),
    Mutant(
        "games/archive/dumping.py",
        "Archived.objects.filter(closed=False).order_by",
        "Archived.objects.order_by",
        "tests/games/archive/test_dumping.py",
    ),
    Mutant(
        "games/daily/trying.py",
        "    lobby.must_have_room(player, others=())\n",
        "",
        "tests/games/daily/test_days.py",
    ),
    Mutant(
        "games/daily/trying.py",
        "    _lock(player)\n    running",
        "    running",
        "tests/games/daily/test_at_once.py",
    ),
    Mutant(
        "games/daily/handing.py",
        "made is None or not holding.hold(\n            [player.pk]\n        )",
        "made is None",
        "tests/games/daily/test_handing.py",
    ),
    *in_file(
        "accounts/live/places.py",
        "tests/site/test_stream_budget.py",
        (" if one in self._held for key in", " for key in"),
        ("            self._let_go(place)\n            raise\n", "            raise\n"),
    ),
    *in_file(
        "ladders/clubs/membership.py",
        DOORS,
        ("        must_not_be_muted(player)\n", "        pass\n"),
        ("    founding.must_lead(club, by)\n    asked = _asking", "    asked = _asking"),
        (
            "player.robot or player.guest or not player.is_active or",
            "player.guest or not player.is_active or",
        ),
        ("player.robot or player.guest or not player.is_active or", "player.robot or player.guest or"),
        ("club.askings.select_related(", "ClubAsking.objects.select_related("),
    ),
    *in_file(
        "ladders/clubs/matches.py",
        DOORS,
        ("    if away.closed_at is not None:\n", "    if False:\n"),
        ("player__in=members, player__is_active=True", "player__in=members"),
    ),
    *in_file(
        "ladders/clubs/rooms.py",
        DOORS,
        ("    founding.must_lead(club, by)\n    found = ClubRemark", "    found = ClubRemark"),
        ("filter(club=club, pk=remark_id, down_at=None)", "filter(pk=remark_id, down_at=None)"),
    ),
)
