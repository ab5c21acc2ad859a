"""The end of a match at its table, and matches that others watch or not."""

from __future__ import annotations

from tests.mutants import in_file

WATCHED = "tests/games/test_watching.py"
OVER = "tests/games/test_just_over.py"
ENDED = "tests/games/views/test_ending.py"
ROOM = "tests/games/views/test_waiting.py"

WATCHING = (
    *in_file(
        "games/match/watching.py",
        WATCHED,
        ("(match.over or not is_unwatched(seats)):", "(not is_unwatched(seats)):"),
        ('visitor.is_staff and visitor.has_perm("games.view_match")', "visitor.is_staff"),
        ("CASE WHEN u.hide_rating THEN NULL ELSE r.mean END", "r.mean"),
        ("CASE WHEN count(*) = 2 THEN", "CASE WHEN count(*) = 3 THEN"),
        ("AND m.status = '{Match.Status.RUNNING}'", ""),
        ("AND (m.pace = '{Pace.TURNS}' OR $3::bool)", "AND $3::bool IS NOT NULL"),
        ("coalesce(unwatched, false) OR ", ""),
        (" OR coalesce(robot, '') <> ''", ""),
        ("HAVING count(*) > 1", "HAVING true"),
        ("player=player, status=Match.Status.RUNNING)", "player=player)"),
        ("not self.hides and self.at >", "self.at >"),
    ),
    *in_file(
        "games/match/watching.py",
        OVER,
        ("        Q(deal=None) | Q(deal__opened_at__isnull=False), Exists", "        Exists"),
        ("Exists(there.filter(index=1)), pk__in=latest", "pk__in=latest"),
        ("Q(player__unwatched=True) | ", ""),
        (' | Q(player__robot__gt="")', ""),
        ("~Exists(there.filter(unseen)), status=Match.Status.FINISHED", "~Exists(there.filter(unseen))"),
    ),
    *in_file(
        "games/match/locked.py",
        WATCHED,
        ("seats if seen_by is None and watching.is_unwatched(seats) else seen_by", "seen_by"),
        (" or watching.is_unwatched(locked.seats)", ""),
    ),
    *in_file("games/match/play.py", WATCHED, (" or watching.is_unwatched(seats)", "")),
    *in_file("games/match/seen.py", WATCHED, (" or watching.is_unwatched(seats)\n", "\n")),
    *in_file(
        "games/views/table.py",
        WATCHED,
        ("        watching.must_be_watched(match, seats, request.user)\n", "        pass\n"),
    ),
    *in_file(
        "games/views/record.py",
        WATCHED,
        ("        watching.must_be_watched(match, seats, request.user)\n", "        pass\n"),
    ),
    *in_file("games/views/watch.py", WATCHED, ("for line in lines if not line.hides]", "for line in lines]")),
    *in_file("accounts/forms.py", WATCHED, ('if "unwatched" in self.changed_data:', "if False:")),
    *in_file(
        "ladders/events/leaders.py",
        WATCHED,
        (" and not shares_the_section(player, match.pk)", ""),
    ),
    *in_file(
        "games/seats/queries.py",
        ROOM,
        (" AND one.token = '' AND NOT one.buddies_only", " AND NOT one.buddies_only"),
        (" AND one.token = '' AND NOT one.buddies_only", " AND one.token = ''"),
        ("AND there.suspended_until > $1\n", "AND false\n"),
    ),
)
ENDING = (
    *in_file(
        "games/views/ending.py",
        ENDED,
        ("mine or (seat.player is not None and not seat.player.hide_rating)", "seat.player is not None"),
        ("outcome.again_status != Match.Status.DECLINED", "True"),
        (" and not outcome.agreed)", ")"),
        ("if match.adjudicated or ahead <= 0:", "if ahead <= 0:"),
        ("place <= min(MEDALS, count - 1)", "place <= MEDALS"),
    ),
    *in_file(
        "games/match/queries.py",
        ENDED,
        (" AND back.taken_back\n", " AND false\n"),
        (" AND mine.player_id = s.player_id\n", "\n"),
    ),
)
