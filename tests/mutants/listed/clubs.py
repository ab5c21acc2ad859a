"""Who comes into a club and decides there, and what a match of two clubs comes to."""

from __future__ import annotations

from tests.mutants import in_file

CLUBS = "tests/ladders/test_clubs.py"
PAGES = "tests/ladders/views/test_clubs.py"
MATCHES = "tests/ladders/test_club_matches.py tests/ladders/test_club_boards.py"
EVENTS = "tests/ladders/views/test_club_events.py"
NUMBERS = "tests/ladders/test_club_numbers.py"
HOOKS = "tests/ladders/test_club_announcing.py"
HOOKS_OF_API = "tests/api/test_club_webhooks.py"
FORMAT = "tests/ladders/formats/test_club_match.py"

CLUBBED = (
    *in_file(
        "ladders/models/clubs.py",
        CLUBS,
        ("if not PLAIN.fullmatch(name) or", "if"),
        ("not 3 <= len(name) <= NAME_LENGTH", "False"),
        (".translate(ALIKE)\n\n\ndef plain", "\n\n\ndef plain"),
        ("if skeleton(folded(name)) in kept or", "if"),
    ),
    *in_file(
        "ladders/belonging.py",
        CLUBS,
        ("club.closed_at is None and not player.muted and power", "club.closed_at is None and power"),
    ),
    *in_file(
        "ladders/belonging.py",
        EVENTS,
        ("club.closed_at is None and not player.muted", "not player.muted"),
    ),
    *in_file(
        "ladders/api/hooks.py",
        HOOKS_OF_API,
        ("filter(slug=slug.lower(), closed_at=None)", "filter(slug=slug.lower())"),
    ),
    *in_file(
        "ladders/clubs/announcing.py",
        HOOKS,
        ("    if club.closed_at is not None:\n        return False\n", ""),
    ),
    *in_file(
        "ladders/clubs/views/hook.py",
        HOOKS,
        ("    if club.closed_at is not None:\n        raise Http404\n", ""),
    ),
    *in_file(
        "ladders/clubs/founding.py",
        CLUBS,
        ("    if missing > 0:\n", "    if False:\n"),
        ("    if mine >= FOUNDS:\n", "    if False:\n"),
        ("    if player.clubs.count() >= BELONGS:\n", "    if False:\n"),
        ("    if not belonging.may_lead(by, club):\n", "    if False:\n"),
        ("    if belonging.power(by, club_id) < ClubMember.Role.FOUNDER:\n", "    if False:\n"),
        ('order_by("-role", "joined_at", "pk")[0]', 'order_by("joined_at", "pk")[0]'),
        ("    if club.size <= 0:\n", "    if False:\n"),
    ),
    *in_file(
        "ladders/clubs/membership.py",
        CLUBS,
        ("    if club.way == Club.Way.INVITED:\n", "    if False:\n"),
        ("    if club.size >= MOST:\n", "    if False:\n"),
        ("    if club.askings.count() >= WAITING:\n", "    if False:\n"),
        ("    if member.role >= belonging.power(by, club_id):\n", "    if False:\n"),
        (" or not relations.may_invite(by, player):", ":"),
        ("    if asked.invited:\n        raise", "    if False:\n        raise"),
    ),
    *in_file(
        "ladders/clubs/rooms.py",
        PAGES,
        ('return "" if belonging.power(player, self.club.pk) else _("Only', 'return "" if True else _("Only'),
        ("said if belonging.is_staff(player) else said.filter(down_at=None)", "said"),
    ),
    *in_file(
        "ladders/clubs/matches.py",
        MATCHES,
        (
            "    if ClubMatch.objects.filter(between, status__in=ClubMatch.BEFORE).exists():\n",
            "    if False:\n",
        ),
        ("    if belonging.of(player, club_id) is None:\n", "    if False:\n"),
        ("    if seat.club_id != club_id:\n", "    if False:\n"),
        ("found.status != Status.NAMING or found.due <= timezone.now()", "found.status != Status.NAMING"),
        ("ordered = seats.exclude(away).order_by", "ordered = seats.order_by"),
        ("club=club_id, player__in=members, player__is_active=True", "club=club_id, player__is_active=True"),
        ("    if found.home_ready and found.away_ready:\n", "    if found.home_ready:\n"),
    ),
    *in_file(
        "ladders/clubs/settling.py",
        MATCHES,
        ("    if found.status != Status.PLAYING:\n", "    if False:\n"),
        ("score = 0.5 if first == second else", "score ="),
    ),
    *in_file(
        "ladders/clubs/numbers.py",
        NUMBERS,
        ("    if len(boards) < BOARDS:\n", "    if False:\n"),
        ("_met(found, club) | belonging.among(everybody, club)", "_met(found, club)"),
        ("_met(found, club) | belonging.among(everybody, club)", "belonging.among(everybody, club)"),
        (
            "        and all(_is_known(player, clubs.values(), everybody) for player in",
            "        and all(True for player in",
        ),
        (", ended_at__gt=since)", ")"),
        (".exclude(player__in=inside)", ""),
        ('match__in=latest, player__robot="", player__guest=False', "match__in=latest, player__isnull=False"),
        (".filter(rated=True)", ""),
        ("    if len(out) == 1:\n", "    if False:\n"),
    ),
    *in_file(
        "ladders/formats/club_match.py",
        FORMAT,
        ("WON if len(first) == 1 else LEVEL", "WON"),
        ("        return {fixture.seats[0]: WON}\n", "        return {}\n"),
        ("starts = seats[number % len(seats)]", "starts = seats[0]"),
        (
            "min(event.settings.matches, max(side.members for side in sides))",
            "max(side.members for side in sides)",
        ),
    ),
    *in_file(
        "ladders/events/leaders.py",
        EVENTS,
        ("return event.club_id is None or may_organise(player)", "return True"),
        ("of_club = event.club is not None and belonging.may_lead(player, event.club)", "of_club = False"),
    ),
    *in_file(
        "ladders/events/eligibility.py",
        EVENTS,
        ("if event.club is not None and belonging.of(player, event.club.pk) is None:", "if False:"),
    ),
)
