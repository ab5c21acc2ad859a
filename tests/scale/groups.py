"""What would lie together if the site had many primaries: each table's group, and the column of its key.

docs/scale.md tells why. This is the one place that says so: a table that is not here fails a test, and so
does a statement of the hot path that joins what lies apart and is not among those named below.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple


class Group(StrEnum):
    """Tables that are keyed by the same."""

    MATCH = "match"
    POOL = "pool"
    """Of the home of a match: each home has dice of its own, with their own sequence, ledger and log."""
    PLAYER = "player"
    EVENT = "event"
    LADDER = "ladder"
    SITE = "site"
    """Small, or asked by staff and lists that are of nobody: not divided."""
    REFERENCE = "reference"
    """A few rows that hardly ever change: a copy on every machine, which joins with anything."""


HOME = frozenset({Group.MATCH, Group.POOL})
"""What lies together at the home of a match."""


class Key(NamedTuple):
    """A table's group, and the column that has its key: empty where the table would have to get one."""

    group: Group
    column: str = ""


def _keyed(group: Group, column: str, names: str) -> Iterator[tuple[str, Key]]:
    return ((name, Key(group, column)) for name in names.split())


TABLES: dict[str, Key] = dict(
    (
        *_keyed(Group.MATCH, "id", "games_match"),
        *_keyed(Group.MATCH, "match_id", "games_seat games_move games_folded games_remark games_review"),
        *_keyed(Group.MATCH, "match_id", "games_archived games_comment games_agreement"),
        *_keyed(Group.MATCH, "match_id", "games_puzzlesource games_dailytry"),
        *_keyed(Group.MATCH, "", "games_deal"),  # beside its match; one that many play, on each home its own
        *_keyed(Group.MATCH, "subject", "accounts_errand"),  # what follows from a match lies beside it
        *_keyed(Group.POOL, "", "dicepool_diceset dicepool_handout dicepool_fate dicepool_opening"),
        *_keyed(Group.POOL, "", "dicepool_batch dicepool_publication dicepool_opened dicepool_refill"),
        *_keyed(Group.POOL, "", "dicepool_passed dicepool_epoch dicepool_count dicepool_day"),
        *_keyed(Group.POOL, "", "dicepool_segment dicepool_leaf dicepool_head dicepool_cosignature"),
        *_keyed(Group.PLAYER, "id", "accounts_user"),
        *_keyed(
            Group.PLAYER, "player_id", "accounts_notice accounts_device accounts_picture accounts_profile"
        ),
        *_keyed(Group.PLAYER, "player_id", "accounts_preferences accounts_pushsubscription"),
        *_keyed(Group.PLAYER, "player_id", "accounts_relation accounts_testimonial accounts_follow"),
        *_keyed(Group.PLAYER, "player_id", "games_rating games_ratingpoint games_holiday games_eventholiday"),
        *_keyed(Group.PLAYER, "player_id", "games_pledge games_learnt games_fairplay games_puzzletry"),
        *_keyed(Group.PLAYER, "player_id", "games_puzzlerating"),
        *_keyed(Group.PLAYER, "player_id", "games_deed games_tally games_earned games_standing"),
        *_keyed(Group.PLAYER, "player_id", "games_archivedseat"),
        *_keyed(Group.PLAYER, "writer_id", "games_note"),
        *_keyed(Group.PLAYER, "owner_id", "games_collection games_imported"),
        *_keyed(Group.PLAYER, "", "games_collected"),
        *_keyed(Group.PLAYER, "owner_id", "accounts_hook"),
        *_keyed(Group.PLAYER, "", "accounts_hookpost"),
        *_keyed(Group.PLAYER, "user_id", "account_emailaddress mfa_authenticator usersessions_usersession"),
        *_keyed(Group.PLAYER, "player_id", "accounts_token"),
        *_keyed(Group.PLAYER, "account_id", "accounts_bot"),
        *_keyed(Group.PLAYER, "player", "accounts_answered"),
        *_keyed(Group.PLAYER, "user_id", "allauth_idp_oidc_token"),
        *_keyed(Group.PLAYER, "user_id", "accounts_user_groups accounts_user_user_permissions"),
        *_keyed(Group.PLAYER, "low_id", "accounts_thread"),  # a talk of two lies with one of them
        *_keyed(
            Group.PLAYER, "", "django_session accounts_delivery accounts_message account_emailconfirmation"
        ),
        *_keyed(Group.EVENT, "id", "ladders_event"),
        *_keyed(
            Group.EVENT, "event_id", "ladders_arrangement ladders_director ladders_entry ladders_eventhook"
        ),
        *_keyed(Group.EVENT, "event_id", "ladders_eventremark ladders_log ladders_medal ladders_member"),
        *_keyed(Group.EVENT, "event_id", "ladders_section ladders_team"),
        *_keyed(Group.EVENT, "", "ladders_fixture ladders_place ladders_teamremark"),
        *_keyed(Group.LADDER, "id", "ladders_ladder"),
        *_keyed(Group.LADDER, "ladder_id", "ladders_bucket ladders_challenge ladders_removal ladders_rung"),
        *_keyed(Group.LADDER, "ladder_id", "ladders_timeout"),
        *_keyed(Group.SITE, "", "ladders_club ladders_clubmember ladders_clubasking ladders_clubline"),
        *_keyed(Group.SITE, "", "ladders_clubremark ladders_clubmatch ladders_clubseat ladders_clubhook"),
        *_keyed(Group.SITE, "", "games_seek games_joining games_wish games_pulse games_playedby"),
        *_keyed(Group.SITE, "", "games_spread"),
        *_keyed(Group.SITE, "", "boatzee_site_heartbeat boatzee_site_silence accounts_enquiry"),
        *_keyed(Group.SITE, "", "accounts_board accounts_topic accounts_post accounts_forumact"),
        *_keyed(Group.SITE, "", "games_puzzle games_puzzleday games_daily games_dailycount"),
        *_keyed(Group.SITE, "", "allauth_idp_oidc_client"),
        *_keyed(Group.SITE, "", "accounts_news accounts_report accounts_sanction"),
        *_keyed(Group.SITE, "", "accounts_trace accounts_spent cache django_admin_log django_migrations"),
        *_keyed(Group.REFERENCE, "", "django_content_type auth_group auth_group_permissions auth_permission"),
    )
)
"""Every table of the site."""

JOINED = {
    frozenset(
        {"games_seat", "accounts_user"}
    ): "Who sits at the table: names, and settings that a move heeds.",
    frozenset({"games_seat", "accounts_user", "games_match"}): "The same with the match, for its page.",
    frozenset({"games_seat", "accounts_notice", "accounts_thread"}): (
        "What else waits for a player, and what is new: what the head of a table says."
    ),
    frozenset({"games_seat", "accounts_user", "games_match", "games_folded", "games_ratingpoint"}): (
        "The same of a match that is over, with what it made of ratings, and whether there is a rematch."
    ),
}
"""Statements of the hot path that name what would lie apart, by their tables, and what they ask for. They
have to be written anew before there are two homes; docs/scale.md says how.
"""

OTHER_KEYS = {
    "s.player_id = $1::bigint AND s.to_move": "What else waits for a player: over all homes.",
    'UPDATE "games_seat" SET': "Seats by keys of their own: to be known by the match and the place at it.",
    '"accounts_errand"': "The worker of a home, which takes whatever is due there.",
    "FROM django_session": "Whose session it is: its key would have to tell the player.",
    'UPDATE "games_rating" SET': "Ratings by keys of their own.",
    'UPDATE "games_tally" SET': "What is counted of a player: by player, game and span.",
    'FROM "games_deed" WHERE "games_deed"."match"': "What it noted of a match: of each player apart.",
    'FROM "games_archivedseat" WHERE "games_archivedseat"."match"': "Likewise.",
    'FROM "games_ratingpoint" WHERE ("games_ratingpoint"."match_id"': "Likewise.",
}
"""Statements of the hot path, by some of their words, that do not carry the number of their match or player,
and what they look for.
"""

ENDING = frozenset({"games_rating", "games_ratingpoint"})
"""What the move that ends a match writes of players in the same transaction."""

REFERRED = {
    ("games_seat", "accounts_user"),
    ("games_remark", "accounts_user"),
    ("games_comment", "accounts_user"),
    ("games_agreement", "accounts_user"),
    ("games_ratingpoint", "games_match"),
    ("games_puzzle", "games_match"),
    ("games_daily", "games_deal"),
    ("games_dailytry", "accounts_user"),
    ("games_dailytry", "games_daily"),
}
"""Foreign keys from a home to elsewhere, or the other way: the database could no longer hold them."""


def groups_of(tables: Iterable[str]) -> frozenset[Group]:
    """The groups of these tables but those that join with anything. Raises KeyError for an unknown table."""
    return frozenset(TABLES[table].group for table in tables) - {Group.REFERENCE}


def lie_together(tables: Iterable[str]) -> bool:
    """Whether they do, for one match or one player."""
    groups = groups_of(tables)
    return len(groups) < 2 or groups <= HOME
