"""Robots in the last places of events, and the events that the site keeps open."""

from __future__ import annotations

from tests.mutants import in_file

LAST = "tests/ladders/test_last_places.py"

LAST_PLACES = (
    *in_file(
        "ladders/events/last_places.py",
        LAST,
        ('status=Entry.Status.IN, player__robot="")', 'player__robot="")'),
        ('status=Entry.Status.IN, player__robot="")', "status=Entry.Status.IN)"),
        (".filter(until__lte=now)), begins_at=None)", ".filter(until__lte=now)))"),
        ("people.filter(confirmed=True)", "people"),
        ("begins_at__lte=now)", "begins_at__isnull=False)"),
        ("status=Event.Status.OPEN, robots_after__isnull=False", "status=Event.Status.OPEN"),
        (".filter(confirmed=True).count()", ".count()"),
        ("event = log.lock(event_id)", "event = Event.objects.get(pk=event_id)"),
        ("~Exists(known), ", ""),
        ("is_active=True, ", ""),
        ("event.begins_at is None and there", "there"),
        ("max(event.fewest, table.form_of(event).FEWEST)", "event.fewest + 1"),
    ),
    *in_file(
        "ladders/events/lifecycle.py",
        LAST,
        ("                if player.robot:", "                if False:"),
        ('"most_time_outs", "robots_after", "club", "bots"),', '"most_time_outs", "club", "bots"),'),
        ('event.format in {*LIVE, "champions"}', "False"),
        ("event.fewest > 1 + len(Level)", "event.fewest > 2 + len(Level)"),
    ),
    *in_file(
        "ladders/events/beginning.py",
        LAST,
        ("rated=not any(player.level for player in players)", "rated=True"),
        ("rated=not any(player.level for player in players)", "rated=False"),
    ),
    *in_file("ladders/events/agreeing.py", LAST, ('.exclude(entry__player__robot__gt="")', "")),
    *in_file(
        "ladders/events/postponing.py",
        LAST,
        ('    places = places.exclude(entry__player__robot__gt="")\n', ""),
    ),
    *in_file(
        "ladders/events/champions.py",
        LAST,
        ('    no.update(robots.values_list("pk", flat=True))\n', ""),
    ),
    *in_file(
        "ladders/events/house.py",
        "tests/ladders/test_house.py",
        ('        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])\n', "        pass\n"),
        ("if line.key not in known", ""),
        ("recurring=True, ", ""),
    ),
    *in_file(
        "ladders/tasks.py",
        "tests/ladders/test_house.py",
        ("    if settings.HOUSE_EVENTS:\n", "    if True:\n"),
    ),
)
