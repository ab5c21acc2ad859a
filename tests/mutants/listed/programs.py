"""What programs may see and do: tokens, scopes, what is hidden, requests that come twice, applications."""

from __future__ import annotations

from tests.mutants import Mutant, in_file

AUTH = "tests/api/test_auth.py"
AGAIN = "tests/api/test_again.py"
ENTRY = "tests/api/test_entry.py"
MATCHES = "tests/api/test_matches.py"
APPLICATIONS = "tests/api/test_applications.py"
TOKENS = "tests/accounts/views/test_tokens.py"
STREAMS = "tests/api/test_streams.py tests/api/test_table_streams.py"

PROGRAMS = (
    *in_file(
        "accounts/tokens.py",
        f"{AUTH} {TOKENS}",
        (" AND (token.expires_at IS NULL OR token.expires_at > $2)", " AND $2::timestamptz IS NOT NULL"),
        (" AND owner.is_active", ""),
        (".count() >= limits.TOKENS", ".count() > limits.TOKENS"),
        (
            "Token.objects.filter(player=player, pk=token_id).delete()",
            "Token.objects.filter(pk=token_id).delete()",
        ),
    ),
    *in_file(
        "accounts/api/auth.py",
        AUTH,
        ("        if self.scope not in scopes:\n", "        if False:\n"),
        ("    if player.suspended:\n", "    if False:\n"),
        ("if not header and self.optional:", "if self.optional:"),
        ("if not header and self.optional:", "if not header:"),
    ),
    Mutant(
        "accounts/api/auth.py",
        " or not found.user.is_active",
        "",
        APPLICATIONS,
        equivalent="allauth, as it is pinned, takes no token of who is not active: here it is said again",
    ),
    *in_file("accounts/api/rates.py", AUTH, ("    if asked > rate.most:\n", "    if False:\n")),
    *in_file(
        "accounts/api/again.py",
        AGAIN,
        ("    if bytes(kept.asked) != asked:\n", "    if False:\n"),
        ("            Answered.objects.filter(pk=claimed).delete()\n", ""),
        ("WHERE kept.at < clock_timestamp() - interval '24 hours'\n", "WHERE false\n"),
        ("    player = player_of(request).pk\n", "    player = 0\n"),
    ),
    *in_file("boatzee_site/api/entry.py", AUTH, ("    request.user = AnonymousUser()\n", "")),
    *in_file(
        "boatzee_site/api/answering.py",
        ENTRY,
        (" or int(length) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE", ""),
        (" and request.content_type != JSON", " and False"),
    ),
    *in_file(
        "boatzee_site/api/operations.py",
        ENTRY,
        ('        if b"\\\\u0000" in request.body:\n', "        if False:\n"),
    ),
    *in_file(
        "games/match/seen.py",
        MATCHES,
        ("    if not match.begun and mine is None:\n", "    if False:\n"),
        ("        watching.must_be_watched(match, seats, visitor)\n", "        pass\n"),
        ("view=state if match.over else rules.view(state, index)", "view=state"),
        ("hidden=hidden,", "hidden=(),"),
    ),
    *in_file(
        "games/api/told.py",
        MATCHES,
        ("total=None if hidden or not match.begun else seat.total", "total=seat.total"),
        ("deadline=None if hidden else seat.deadline", "deadline=seat.deadline"),
        ("total=seat.total if seen else None", "total=seat.total"),
    ),
    *in_file(
        "games/match/careers.py",
        "tests/api/test_players.py tests/games/views/test_player.py",
        ("None if player.hide_rating and viewer != player else", ""),
        ("player.hide_rating and viewer != player", "player.hide_rating"),
    ),
    *in_file(
        "accounts/applications.py",
        APPLICATIONS,
        (
            "Client.objects.filter(owner=player, pk=client_id).delete()",
            "Client.objects.filter(pk=client_id).delete()",
        ),
        ("settings.APPLICATIONS and settings", "settings"),
        (".count() >= limits.APPLICATIONS", ".count() > limits.APPLICATIONS"),
        ("if parts.fragment or", "if"),
    ),
    *in_file(
        "accounts/applications_urls.py",
        APPLICATIONS,
        ("        if not settings.IDP_OIDC_PRIVATE_KEY:\n", "        if False:\n"),
    ),
)

STREAMED = (
    *in_file(
        "games/api/streams.py",
        f"{STREAMS} -k hidden",
        ("if seat.index not in hidden", "if True"),
    ),
    *in_file(
        "games/api/streams.py",
        STREAMS,
        ("seen.known(self.match_id, self.player())", "seen.known(self.match_id, self._request.user)"),
        ("or int(came_from[1]) > self._data", "or False and self._data"),
        ("return HttpResponse(status=204) if look.told else", "return"),
    ),
    *in_file(
        "accounts/notices/since.py",
        STREAMS,
        (" or _seconds(recent[0][1]) != _seconds(at)", ""),
        (" or recent[0][0] != number", ""),
        ("if not _seconds(now - REMEMBERED) <= seconds <=", "if not seconds <="),
        (".filter(settled_at=None)", ""),
        (", kind__in=LISTED", ""),
        ("        if len(found) > MOST:\n", "        if False:\n"),
        ("at < moment - LATE", "at < moment"),
    ),
    *in_file(
        "accounts/api/streams.py",
        STREAMS,
        ('    if not getattr(asks, "carries", False):\n', "    if False:\n"),
    ),
)
