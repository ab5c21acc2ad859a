"""What everybody is answered about events, ladders, the dice, messages and notices, as in rows.py.

Here alice and bob play, carol leads, and `barred` is a stranger besides. Paths may name {event}, which runs,
{open}, which takes entries, {draft}, {fixture} of the one that runs, {ladder}, {notice} of alice's, {serial}.
"""

from __future__ import annotations

from tests.api.rows import OWN, PLAYERS, Row

SEEN = f"200 nobody {PLAYERS}, 403 unscoped suspended"
"""What pages show to everybody."""
NOWHERE = f"404 nobody {PLAYERS}, 403 unscoped suspended"
PLAYING = "401 nobody, 403 unscoped suspended, 200 alice bob, 409 carol barred"
"""What only who plays there does."""
NOT_NOW = f"401 nobody, 403 unscoped suspended, 409 {PLAYERS}"
DONE = f"401 nobody, 403 unscoped suspended, 204 {PLAYERS}"
LEADING = "401 nobody, 403 unscoped suspended alice bob barred, 200 carol"
LED_NOWHERE = f"401 nobody, 403 unscoped suspended, 404 {PLAYERS}"
HOOKED = {"url": "https://hooks.example.org/in"}
INSIDE = {"url": "https://user@hooks.example.org/in"}
"""What the site does not post to."""
ADJUDICATED = {"fixture": "{fixture}", "places": [1, 2], "why": "Both agreed."}

ROWS = (
    Row("list_events", "GET", "events", SEEN),
    Row("list_my_events", "GET", "events/mine", OWN),
    Row("get_event", "GET", "events/{event}", SEEN),
    Row("get_event", "GET", "events/{draft}", NOWHERE),
    Row("list_entries", "GET", "events/{event}/entries", SEEN),
    Row("list_entries", "GET", "events/{draft}/entries", NOWHERE),
    Row("get_standings", "GET", "events/{event}/standings", SEEN),
    Row("list_fixtures", "GET", "events/{event}/fixtures", SEEN),
    Row("get_brackets", "GET", "events/{event}/brackets", SEEN),
    Row("list_event_log", "GET", "events/{event}/log", SEEN),
    Row("list_event_log", "GET", "events/{draft}/log", NOWHERE),
    Row(
        "enter_event",
        "POST",
        "events/{open}/enter",
        "401 nobody, 403 unscoped suspended, 200 alice bob carol, 409 barred",
    ),
    Row("enter_event", "POST", "events/{event}/enter", NOT_NOW),
    Row(
        "enter_event",
        "POST",
        "events/{draft}/enter",
        f"401 nobody, 403 unscoped suspended, 404 {PLAYERS}",
    ),
    Row("confirm_entry", "POST", "events/{open}/confirm", NOT_NOW),
    Row("decline_event", "POST", "events/{open}/decline", NOT_NOW),
    Row("withdraw_from_event", "POST", "events/{event}/withdraw", PLAYING),
    Row("leave_team", "POST", "events/{event}/leave-team", NOT_NOW),
    Row("rest_in_event", "POST", "events/{event}/rest", NOT_NOW, {"resting": True}),
    Row("agree_to_postpone", "POST", "events/{event}/postpone", PLAYING),
    Row("agree_to_end", "POST", "events/{event}/end", PLAYING, {"agree": True}),
    Row("want_matches", "POST", "events/{event}/matches-wanted", NOT_NOW, {"matches": 4}),
    Row("answer_substitution", "POST", "events/{event}/substitute", NOT_NOW, {"accept": True}),
    Row("answer_lead", "POST", "events/{event}/lead", NOT_NOW, {"accept": True}),
    Row(
        "appeal_in_event",
        "POST",
        "events/{event}/appeal",
        f"401 nobody, 403 unscoped suspended, 400 {PLAYERS}",
        {"text": "It was not me."},
    ),
    Row(
        "make_event",
        "POST",
        "events",
        "401 nobody, 403 unscoped suspended alice bob barred, 201 carol",
        {"name": "Cup", "format": "league", "game": "BO"},
    ),
    Row("change_event", "PATCH", "events/{event}", LEADING, {"about": "Come as you are."}),
    Row(
        "change_event",
        "PATCH",
        "events/{draft}",
        "401 nobody, 403 unscoped suspended, 404 alice bob barred, 200 carol",
        {"name": "Hm hm"},
    ),
    Row(
        "make_team",
        "POST",
        "events/{teams}/teams",
        "401 nobody, 403 unscoped suspended, 409 alice barred, 201 bob carol",
        {"name": "The Blues", "others": ["dave"]},
    ),
    Row("get_team", "GET", "teams/{team}", SEEN),
    Row("get_team", "GET", "teams/999999", NOWHERE),
    Row(
        "join_team",
        "POST",
        "teams/{team}/join",
        "401 nobody, 403 unscoped suspended, 200 bob, 409 alice carol barred",
    ),
    Row(
        "leave_one_team",
        "POST",
        "teams/{team}/leave",
        "401 nobody, 403 unscoped suspended, 204 alice bob, 409 carol barred",
    ),
    Row(
        "order_team",
        "POST",
        "teams/{team}/order",
        "401 nobody, 403 unscoped suspended, 200 alice, 409 bob carol barred",
        {"members": ["bob", "alice"]},
    ),
    Row("get_desk", "GET", "events/{event}/desk", LEADING),
    Row(
        "get_desk",
        "GET",
        "events/{draft}/desk",
        "401 nobody, 403 unscoped suspended, 404 alice bob barred, 200 carol",
    ),
    Row("list_desk_matches", "GET", "events/{event}/desk/matches", LEADING),
    Row("get_event_webhook", "GET", "events/{event}/webhook", LEADING),
    Row("get_event_webhook", "GET", "events/{open}/webhook", LEADING.replace("200", "404")),
    Row(
        "get_event_webhook",
        "GET",
        "events/{draft}/webhook",
        f"401 nobody, 403 unscoped suspended, 404 {PLAYERS}",
    ),
    Row("set_event_webhook", "PUT", "events/{open}/webhook", LEADING, HOOKED),
    Row("set_event_webhook", "PUT", "events/{open}/webhook", LEADING.replace("200", "422"), INSIDE),
    Row("delete_event_webhook", "DELETE", "events/{event}/webhook", LEADING.replace("200", "204")),
    Row("test_event_webhook", "POST", "events/{event}/webhook/test", LEADING),
    Row("switch_on_event_webhook", "POST", "events/{event}/webhook/on", LEADING),
    Row("get_club_webhook", "GET", "clubs/{club}/webhook", LEADING),
    Row(
        "get_club_webhook",
        "GET",
        "clubs/nobodys/webhook",
        f"401 nobody, 403 unscoped suspended, 404 {PLAYERS}",
    ),
    Row("set_club_webhook", "PUT", "clubs/{club}/webhook", LEADING, HOOKED),
    Row("set_club_webhook", "PUT", "clubs/{club}/webhook", LEADING.replace("200", "422"), INSIDE),
    Row("delete_club_webhook", "DELETE", "clubs/{club}/webhook", LEADING.replace("200", "204")),
    Row("test_club_webhook", "POST", "clubs/{club}/webhook/test", LEADING),
    Row("switch_on_club_webhook", "POST", "clubs/{club}/webhook/on", LEADING),
    Row("foresee_decision", "POST", "events/{event}/decisions/adjudicate/foreseen", LEADING, ADJUDICATED),
    Row("take_decision", "POST", "events/{event}/decisions/adjudicate", LEADING, ADJUDICATED),
    Row(
        "take_decision",
        "POST",
        "events/{event}/decisions/end",
        f"401 nobody, 403 unscoped suspended {PLAYERS}",
        {"why": "Enough."},
    ),
    Row("list_ladders", "GET", "ladders", SEEN),
    Row("get_ladder", "GET", "ladders/{ladder}", SEEN),
    Row("get_ladder", "GET", "ladders/999999", NOWHERE),
    Row("list_rungs", "GET", "ladders/{ladder}/rungs", SEEN),
    Row("list_ladder_log", "GET", "ladders/{ladder}/log", SEEN),
    Row(
        "join_ladder",
        "POST",
        "ladders/{ladder}/join",
        "401 nobody, 403 unscoped suspended, 409 alice bob barred, 200 carol",
    ),
    Row("leave_ladder", "POST", "ladders/{ladder}/leave", PLAYING),
    Row(
        "challenge",
        "POST",
        "ladders/{ladder}/challenges",
        "401 nobody, 403 unscoped suspended, 201 bob, 409 alice carol barred",
        {"player": "alice"},
    ),
    Row(
        "cancel_challenge",
        "POST",
        "ladders/{ladder}/challenges/{challenge}/cancel",
        "401 nobody, 403 unscoped suspended, 204 alice bob, 409 carol barred",
    ),
    Row("list_batches", "GET", "pool/batches", SEEN),
    Row("get_batch_file", "GET", "pool/batches/999999/file", NOWHERE),
    Row("get_proofs", "GET", "pool/proofs?serials={serial}", SEEN),
    Row("get_proofs", "GET", "pool/proofs?serials={serial}&serials=999999999", NOWHERE),
    Row("get_proof", "GET", "pool/rolls/{serial}/proof", SEEN),
    Row("list_segments", "GET", "pool/log", SEEN),
    Row("get_segment", "GET", "pool/log/999999", NOWHERE),
    Row("get_checkpoint", "GET", "pool/checkpoint", SEEN),
    Row("list_checkpoints", "GET", "pool/checkpoints", SEEN),
    Row("list_conversations", "GET", "messages", OWN),
    Row("search_messages", "GET", "messages/search?words=dice", OWN),
    Row("list_messages", "GET", "messages/with/bob", OWN),
    Row(
        "write_message",
        "POST",
        "messages/with/zed",
        f"401 nobody, 403 unscoped suspended, 404 {PLAYERS}",
        {"text": "Hello"},
    ),
    Row(
        "write_message",
        "POST",
        "messages/with/bob",
        f"401 nobody, 403 unscoped suspended {PLAYERS}",
        {"text": "Who has finished no match only answers."},
    ),
    Row("mark_messages_read", "POST", "messages/with/bob/read", DONE),
    Row("delete_messages", "DELETE", "messages/with/bob", DONE),
    Row("list_notices", "GET", "notices", OWN),
    Row(
        "read_notice",
        "POST",
        "notices/{notice}/read",
        "401 nobody, 403 unscoped suspended, 200 alice, 404 bob carol barred",
    ),
    Row("read_all_notices", "POST", "notices/read", DONE),
)
