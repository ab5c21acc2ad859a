"""What keeps the archive to what the replay shows, and what players keep to themselves."""

from __future__ import annotations

from tests.mutants import in_file

KEEPING = "tests/games/archive/test_keeping.py"
FINDING = "tests/games/archive/test_finding.py"
NOTES = "tests/games/archive/test_notes.py"
COLLECTING = "tests/games/archive/test_collecting.py"
COMMENTS = "tests/games/archive/test_comments.py"

ARCHIVE = (
    *in_file(
        "games/archive/keeping.py",
        KEEPING,
        ("match.status != Match.Status.FINISHED or ", ""),
        (" and not seat.player.guest", ""),
        ("    ArchivedSeat.objects.filter(match=match_id).delete()\n", ""),
    ),
    *in_file(
        "games/archive/seeing.py",
        FINDING,
        ("WHERE deal.id = m.deal_id) IS NOT NULL", "WHERE deal.id = m.deal_id LIMIT 1) IS NULL"),
        (" AND own.player_id = %(viewer)s", ""),
        ("  m.deal_id IS NULL\n  OR", "  true OR"),
    ),
    *in_file(
        "games/archive/seeing.py",
        COLLECTING,
        ("    if not (match.begun and match.over):\n        raise Match.DoesNotExist\n", ""),
        (
            "    if not watching.may_watch(match, seats, viewer or AnonymousUser()):\n"
            "        raise Match.DoesNotExist\n",
            "",
        ),
    ),
    *in_file(
        "games/archive/finding.py",
        FINDING,
        ("m.status = '{Match.Status.FINISHED}' AND ", ""),
        ("< (%(after)s, %(after_match)s)", "<= (%(after)s, %(after_match)s)"),
        (" LIMIT {LOOKED}) AS led", ") AS led"),
    ),
    *in_file(
        "games/archive/notes.py",
        NOTES,
        ("filter(writer=writer, match=match.pk).first()", "filter(match=match.pk).first()"),
        ("filter(writer=writer, about=about).first()", "filter(about=about).first()"),
        ("    if about.pk == writer.pk:\n", "    if False:\n"),
        ("not known.exists() and ", "False and "),
    ),
    *in_file(
        "games/archive/beside.py",
        NOTES,
        ("WHERE writer_id = $2::bigint AND match = $1", "WHERE match = $1"),
    ),
    *in_file(
        "games/archive/notes.py",
        NOTES,
        ("Note.objects.filter(writer=writer).select_related", "Note.objects.select_related"),
    ),
    *in_file(
        "games/archive/collecting.py",
        COLLECTING,
        ("not found.public or found.owner.muted", "found.owner.muted"),
        (" or found.owner.muted or found.owner.suspended", ""),
        ("        if owner.muted or owner.suspended:\n            return []\n", ""),
        ("found.filter(public=True)", "found"),
        ("    if public:\n        must_not_be_muted(collection.owner)\n", ""),
        ("    if there.count() >= limits.COLLECTED:\n", "    if False:\n"),
        ("return _mine(owner).select_for_update(no_key=True)", "return Collection.objects.all()"),
    ),
    *in_file(
        "games/archive/comments.py",
        COMMENTS,
        ("self._asked <= self.agreed", "bool(self.agreed)"),
        ("if not (room.public or room.plays(viewer)) or (", "if ("),
        (
            'return "" if self.plays(player) else _("Only the players of this match comment',
            'return "" if True else _("Only',
        ),
        ("    if not room.plays(player):\n", "    if False:\n"),
        (" or not one.player.muted]", " or True]"),
        (" - relations.apart(player)", ""),
    ),
)
