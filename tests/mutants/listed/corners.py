"""Guards in the corners of rooms: chosen once more, after what the others had found was mended."""

from __future__ import annotations

from tests.mutants import Mutant, in_file

POSTS = "tests/accounts/test_sending_posts.py"
CORNERS = (
    *in_file(
        "accounts/middleware.py",
        "tests/accounts/test_moderation.py",
        ("if not answers and request.path not in", "if request.path not in"),
    ),
    *in_file(
        "accounts/people/relations.py",
        "tests/accounts/test_relations.py",
        ("filter(pk__in=mine, is_active=True)", "filter(pk__in=mine)"),
    ),
    *in_file(
        "accounts/notices/spread.py",
        "tests/accounts/test_notices.py tests/accounts/test_sending.py",
        ("    if today <= local:\n", "    if today < local:\n"),
        (" or begin == end:", ":"),
    ),
    *in_file(
        "accounts/notices/spread.py",
        POSTS,
        ("if hook is not None and hook.off_at is None:", "if hook is not None:"),
    ),
    *in_file(
        "accounts/notices/hook.py",
        POSTS,
        ("if seconds > SLOW else None", "if False else None"),
        ("{410} if hook.shape == Hook.Shape.PLAIN else {404, 410}", "{404, 410}"),
        ('.replace("<", "&lt;")', ""),
    ),
    *in_file(
        "accounts/talk/__init__.py",
        "tests/accounts/test_talk.py tests/accounts/views/test_talk.py",
        ('Q(low=player, last__gt=F("low_gone"))', "Q(low=player)"),
    ),
    Mutant(
        "accounts/talk/__init__.py",
        ").exclude(last_by=player)",
        ")",
        "tests/accounts/test_talk.py",
        "who writes last has read to there; said twice, so that it can be read",
    ),
    *in_file(
        "games/seats/waiting.py",
        "tests/games/test_waiting_room.py",
        ("filter(pk=seek_id, expires_at__gt=timezone.now())", "filter(pk=seek_id)"),
        ("if wanted.maker_id == player.pk:", "if False:"),
    ),
    *in_file(
        "games/seats/lobby.py",
        "tests/games/test_lobby.py tests/games/test_waiting_room.py",
        ("unfinished.count() + player.joinings.count() + wanted", "unfinished.count() + wanted"),
        ("        with_people if people else ~with_people,\n", ""),
        ("        if unfinished.count() + wanted > most:\n", "        if False:\n"),
        (" or (accept and mine.accepted):", ":"),
    ),
    *in_file(
        "games/seats/queries.py",
        "tests/games/test_lobby.py",
        ("Q(player=None) | Q(player__robot", "Q(player__robot"),
    ),
    *in_file(
        "games/seats/automatch.py", "tests/games/test_automatch.py", ("        queries.with_people(),\n", "")
    ),
    *in_file(
        "games/match/staff.py",
        "tests/ladders/test_mending.py tests/ladders/test_arranging.py",
        (" or not match.adjudicated or _is_full(match):", " or not match.adjudicated:"),
        (" or len(places) != len(seats):", ":"),
    ),
    *in_file(
        "games/match/ranking.py",
        "tests/games/test_ranking.py",
        (
            "score = 0.5 if places[0] == places[1] else float(places[0] < places[1])",
            "score = float(places[0] <= places[1])",
        ),
    ),
    *in_file(
        "games/typed.py",
        "tests/games/test_typed.py",
        ("faces = sorted(found[1].replace", "faces = list(found[1].replace"),
    ),
    *in_file(
        "games/replay.py",
        "tests/games/test_record.py",
        ("if len(contenders) == 1 or tuple", "if tuple"),
        ("    if not complete:\n", "    if False:\n"),
        ("all(1 <= place <= seats", "all(0 <= place <= seats"),
    ),
    *in_file(
        "ladders/formats/league.py",
        "tests/ladders/formats/test_league.py",
        ("len(upper) // 2, len(lower) // 2", "len(upper) // 2, len(lower)"),
        (
            "rounds_made(event) >= event.settings.matches or len(active(event)) < 2",
            "rounds_made(event) >= event.settings.matches",
        ),
    ),
    *in_file(
        "ladders/formats/champions.py",
        "tests/ladders/formats/test_champions.py",
        ("return tuple(able[:MOST])", "return tuple(able)"),
    ),
    *in_file(
        "ladders/formats/swiss_cost.py",
        "tests/ladders/formats/test_swiss_pairing.py tests/ladders/formats/test_swiss.py",
        ("REMATCH * one.met.get(other.id, 0)", "REMATCH * (other.id in one.met)"),
        ("abs(lead) > 2", "abs(lead) > 3"),
    ),
    *in_file(
        "ladders/ladder/climbing.py",
        "tests/ladders/test_climbing.py",
        ("    if player.robot:\n", "    if False:\n"),
    ),
    *in_file(
        "ladders/events/substituting.py",
        "tests/ladders/test_substitutes.py",
        (" or entry.withdrawn_at is not None:", ":"),
    ),
    *in_file(
        "dicepool/rawrolls.py", "tests/dicepool/test_operators.py", ("numbers < FAIR", "numbers <= FAIR")
    ),
    *in_file(
        "dicepool/witnesses.py",
        "tests/dicepool/test_witnesses.py",
        ("latest = timezone.now() + SKEW", "latest = timezone.now()"),
    ),
    *in_file(
        "boatzee_site/urls.py",
        "tests/site/test_look.py",
        ("components if settings.DEBUG else []", "components"),
    ),
)
