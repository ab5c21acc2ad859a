"""What keeps a daily fair: one try, dice that nobody sees before, places that are counted once."""

from __future__ import annotations

from tests.mutants import Mutant, in_file

DAYS = "tests/games/daily/test_days.py"
HANDING = "tests/games/daily/test_handing.py"
PURE = "tests/games/daily/test_pure.py"
PAGE = "tests/games/views/test_daily.py"

DAILY = (
    *in_file(
        "games/daily/days.py",
        DAYS,
        ("    if timezone.now() < schedule.ends(day):\n        return False\n", ""),
        ("    return not waiting.exists() and _end(day)", "    return _end(day)"),
        ("        close(match_id)\n", ""),
        ("        counting.count(match_id)\n", ""),
        ("        deals.open_whole(daily.deal_id)\n", ""),
        ("    if known is not None:\n        return known\n", ""),
        ("ended_at__isnull=False, perfect__isnull=True", "perfect__isnull=True"),
    ),
    *in_file(
        "games/daily/days.py",
        f"{HANDING}::test_at_its_end_a_day_is_counted_without_whoever_may_not_be_seen",
        ("        counting.recount(day, final=True)\n", ""),
    ),
    *in_file(
        "games/daily/trying.py",
        DAYS,
        ("    if made is not None:\n        return made.match\n", ""),
        ("daily.stopped_at is not None or timezone.now() >= schedule.ends(day)", "False"),
        ("    if player.robot:\n", "    if False:\n"),
        ("    if daily.ended_at is None:\n", "    if False:\n"),
        ("    if known is not None:\n        return known\n", ""),
    ),
    Mutant(
        "games/daily/trying.py",
        ".filter(daily_try=None)",
        "",
        DAYS,
        equivalent="a day has ended once each of its tries has: of what runs on its dice then, none is a try",
    ),
    *in_file(
        "games/daily/counting.py",
        DAYS,
        ("is_written(card) and may_have_a_place(daily, made)", "may_have_a_place(daily, made)"),
    ),
    *in_file("games/daily/counting.py", "tests/games/daily/test_at_once.py", ('%s FOR SHARE"', '%s"')),
    *in_file(
        "games/daily/counting.py",
        HANDING,
        ("daily.ended_at is None\n        and ", ""),
        ("player.guest or ", ""),
        (
            "    if made.ranked:\n        made.ranked = False\n",
            "    if False:\n        made.ranked = False\n",
        ),
    ),
    *in_file(
        "games/daily/counting.py",
        HANDING,
        ("        return _take_back(made)\n", "        return False\n"),
        ("    take_out(made)\n    made.total", "    made.total"),
        ("made.total, made.full, made.at = None, False, None", "made.total, made.at = None, None"),
    ),
    *in_file(
        "games/daily/queries.py",
        HANDING,
        ("    if made.match.status != Match.Status.FINISHED:\n", "    if False:\n"),
    ),
    *in_file(
        "games/daily/checking.py", HANDING, ("            counting.count(match.pk)\n", "            pass\n")
    ),
    *in_file(
        "games/daily/handing.py",
        HANDING,
        ("            seating.forget([match_id])\n", "            pass\n"),
        ("                counting.add(made)\n", "                pass\n"),
        ("ranked=True, daily__ended_at=None", "ranked=True"),
    ),
    *in_file(
        "games/daily/streaks.py",
        PURE,
        ("        if days <= self.freezes:\n", "        if days <= 0:\n"),
        ("min(self.freezes + 1, MOST)", "self.freezes + 1"),
        ("self.days = self.freezes = 0", "self.days = 0"),
        (" if day <= today}", "}"),
    ),
    *in_file("games/daily/ranking.py", PURE, ("if other > total)", "if other >= total)"), (" - counted", "")),
    *in_file("games/daily/sharing.py", PURE, ("levels = sorted(", "levels = list(")),
    *in_file(
        "games/daily/counting.py",
        PAGE,
        ("    live.publish_on_commit(channel(made.daily_id))\n\n\ndef take_out", "\n\ndef take_out"),
        ("        live.publish_on_commit(channel(made.daily_id))\n\n\ndef recount", "\n\ndef recount"),
        ("    if made.ranked:\n        add(made)\n", "    add(made)\n"),
    ),
    *in_file(
        "games/daily/days.py",
        PAGE,
        ("        live.publish_on_commit(counting.channel(day))\n    return True", "    return True"),
    ),
    *in_file(
        "games/daily/queries.py",
        PAGE,
        ("made.match_id if daily.ended_at else None", "made.match_id"),
    ),
    *in_file(
        "games/daily/queries.py",
        HANDING,
        (".exclude(\n        player__suspended_until__gt=timezone.now()\n    )\n", "\n"),
    ),
    *in_file(
        "games/views/daily.py",
        PAGE,
        ("[] if found is not None and found.ended_at else ", ""),
        ("found.isoformat() == said", "True"),
    ),
    Mutant(
        "games/views/daily.py",
        "if found.ended_at else {}",
        "if True else {}",
        PAGE,
        equivalent="in the transaction that ends a day its dice are laid open, and none before",
    ),
)
