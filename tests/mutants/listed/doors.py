"""What other sites show of matches, what players bring along, and what is laid out for all to download."""

from __future__ import annotations

from tests.mutants import in_file

EMBED = "tests/games/views/test_embed.py"
OEMBED = "tests/games/views/test_oembed.py"
IMPORTED = "tests/games/imported/test_imported.py"
READING = "tests/games/imported/test_reading.py"
DUMPING = "tests/games/archive/test_dumping.py"
DUMPED = "tests/games/archive/test_dumped.py"

DOORS = (
    *in_file(
        "games/views/embed.py",
        EMBED,
        ("        watching.must_be_watched(match, seats, AnonymousUser())\n", ""),
        ("        if not match.begun:\n            raise Match.DoesNotExist\n", ""),
        ("@xframe_options_exempt\n", ""),
    ),
    *in_file(
        "games/views/embedding.py",
        OEMBED,
        (" or not watching.may_watch(match, seats, AnonymousUser())", ""),
        ("not match.begun or ", ""),
    ),
    *in_file(
        "games/views/oembed.py", OEMBED, (' if f"{parts.scheme}://{parts.netloc}" in ours else None', "")
    ),
    *in_file(
        "boatzee_site/bare.py", "tests/site/test_bare.py", ("            request.COOKIES.clear()\n", "")
    ),
    *in_file(
        "games/imported/reading.py",
        READING,
        ("    _check_words(text, found)\n", ""),
        ("            single_line(said)\n", ""),
    ),
    *in_file(
        "games/imported/keeping.py",
        IMPORTED,
        ("get(owner=owner, pk=imported_id)\n\n\ndef by_link", "get(pk=imported_id)\n\n\ndef by_link"),
        ("    if found.owner.suspended:\n        raise Imported.DoesNotExist\n", ""),
        ("    _must_not_be_played(found.stored.deal)\n", ""),
        ("    if own:\n        return tuple(one.names)\n", "    return tuple(one.names)\n"),
    ),
    *in_file(
        "games/imported/reviewing.py",
        IMPORTED,
        ("    must_help_nobody(read, one.owner, viewer)\n", ""),
        ("        must_help_nobody(read, one.owner)\n", ""),
        ("    if _of_ours(found):\n", "    if False:\n"),
    ),
    *in_file(
        "games/archive/dumping.py",
        f"{DUMPING} {DUMPED}",
        ("        if mine and (anew or", "        if (anew or"),
        ("        if mine:\n", "        if True:\n"),
        ("return _make_missing() if mine else None", "return _make_missing()"),
        ("        file.truncate(size)\n", ""),
        ("        if part.stat().st_size >= int(size):\n", "        if True:\n"),
    ),
    *in_file(
        "games/archive/dumped.py",
        DUMPED,
        ("(found.st_size, int(found.st_mtime)) == (self.size, self.second)", "found.st_size == self.size"),
        ("(found.st_size, int(found.st_mtime)) == (self.size, self.second)", "True"),
        (" and noted.at > time.time() - LOOKED_THROUGH", ""),
        ("        return digest_of(path) == noted.digest\n", "        return True\n"),
        ("        throw_away(path)\n", ""),
    ),
    *in_file(
        "accounts/api/again.py",
        "tests/api/test_again.py",
        ("        _must_be_few(player_of(request).pk)\n", ""),
    ),
)
