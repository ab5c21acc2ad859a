"""The Django admin: every model's pages, and the decisions beside them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.site.walk.row import Row

OFFICE = "door, 403 clerk staff superuser"
ADMINS = "door, 403 clerk, 200 staff superuser"
BOSS = "door, 403 clerk staff, 200 superuser"
DECIDED = "door, 403 clerk, 302 staff superuser"
LOGGED = "django_admin_log"


def _done(who: str) -> str:
    """The same people, whose form is taken."""
    return who.replace("200", "302")


def model(
    name: str,
    key: str,
    view: str,
    *,
    add: str = OFFICE,
    change: str = OFFICE,
    delete: str = OFFICE,
    new: dict[str, Any] | None = None,
    gone: str = "",
) -> Iterator[Row]:
    """The pages of one model: who may look, and who may add, change and delete, with what forms. `gone` are
    tables of which rows go with what is deleted.
    """
    table = name
    yield Row(f"admin:{name}_changelist", get=view, post=view, idle="players", query="o p q id")
    yield Row(f"admin:{name}_history", key, get=view, post=view, idle="players")
    yield Row(
        f"admin/{'/'.join(name.rsplit('_', 1))}/<path:object_id>/",
        key,
        get="door, 302 clerk staff superuser",
        post="door, 302 clerk staff superuser",
        idle="players",
    )
    yield Row(
        f"admin:{name}_add",
        get=add,
        post=_done(add),
        form={"from page": True, **(new or {})},
        writes=f"{table}, {LOGGED}",
    )
    yield Row(
        f"admin:{name}_change",
        key,
        get=view,
        post=_done(change),
        form={"from page": True},
        writes=f"{table}, {LOGGED}",
    )
    yield Row(
        f"admin:{name}_delete",
        key,
        get=delete,
        post=_done(delete),
        form={"post": "yes"},
        writes=f"{gone}{table}, {LOGGED}",
    )


def action(name: str, key: str, what: str) -> Row:
    """What is done with one line of a model's list."""
    return Row(
        f"admin:{name}_changelist",
        get=ADMINS,
        post=DECIDED,
        form={"action": what, "_selected_action": [f"@{key}"], "index": "0"},
        writes=name,
    )


def referee(
    word: str,
    *,
    get: str = ADMINS,
    post: str = DECIDED,
    writes: str = "play",
    form: dict[str, str] | None = None,
    **more: str,
) -> Row:
    """What is decided on the ladder."""
    return Row(
        "admin:ladders_ladder_decide",
        f"ladder {word}",
        get=get,
        post=post,
        form={"why": "It must be.", **more, **(form or {})},
        writes=f"rung, accounts_notice, django_admin_log, {writes}",
    )


ROWS = (
    Row(
        "admin:index",
        get="door, 200 clerk staff superuser",
        post="door, 200 clerk staff superuser",
        idle="players",
    ),
    Row(
        "admin:login",
        get="in, 403 players, 302 clerk staff superuser",
        post="in, 403 players, 200 clerk staff superuser",
        idle="players",
    ),
    Row(
        "admin:logout",
        get="302, 405 clerk staff superuser",
        post="302, 200 clerk staff superuser",
        idle="visitors players",
    ),
    Row(
        "admin:password_change",
        get="door, 200 clerk staff superuser",
        post="door, 200 clerk staff superuser",
        idle="players",
    ),
    Row(
        "admin:password_change_done",
        get="door, 200 clerk staff superuser",
        post="door, 405 clerk staff superuser",
    ),
    Row("admin:autocomplete", get=OFFICE, post="door, 405 clerk staff superuser"),
    Row("admin:jsi18n", get="door, 200 clerk staff superuser", post="door, 405 clerk staff superuser"),
    Row(
        "admin:view_on_site",
        "type news",
        get="door, 302 clerk staff superuser",
        post="door, 302 clerk staff superuser",
        idle="players",
    ),
    Row(
        "admin:app_list",
        "games",
        get="door, 404 clerk, 200 staff superuser",
        post="door, 404 clerk, 200 staff superuser",
        idle="players",
    ),
    Row("admin/(?P<url>.*)$", get="door, 404 clerk staff superuser", post="door, 404 clerk staff superuser"),
    *model("auth_group", "group", BOSS, add=BOSS, change=BOSS, delete=BOSS, new={"name": "writers"}),
    *model(
        "account_emailaddress",
        "email",
        BOSS,
        add=BOSS,
        change=BOSS,
        delete=BOSS,
        new={"user": "@owner", "email": "third@example.org"},
    ),
    *model("mfa_authenticator", "totp", BOSS, delete=BOSS),
    *model("usersessions_usersession", "usersession", BOSS, delete=BOSS),
    *model(
        "allauth_idp_oidc_client", "client", BOSS, change=BOSS, delete=BOSS, gone="allauth_idp_oidc_token, "
    ),
    *model("allauth_idp_oidc_token", "let-in", BOSS, delete=BOSS),
    *model(
        "accounts_user",
        "stranger",
        ADMINS,
        add=ADMINS,
        change=ADMINS,
        new={"username": "newcomer", "password1": "a good long one", "password2": "a good long one"},
    ),
    Row(
        "admin:auth_user_password_change",
        "stranger",
        get=BOSS,
        post=_done(BOSS),
        form={"password1": "a good long one", "password2": "a good long one"},
        writes="accounts_user, accounts_delivery, django_admin_log",
    ),
    *model("accounts_report", "report", ADMINS, change=ADMINS),
    Row(
        "admin:accounts_report_decide",
        "report",
        get=ADMINS,
        post=DECIDED,
        form={"kind": "mute", "days": "3", "reason": "Enough."},
        writes="accounts_sanction, accounts_report, accounts_user, accounts_notice, accounts_errand,"
        " django_admin_log",
    ),
    *model("accounts_enquiry", "enquiry", ADMINS, change=ADMINS),
    Row(
        "admin:accounts_enquiry_answer",
        "enquiry",
        get=ADMINS,
        post=DECIDED,
        form={"answer": "Yes."},
        writes="accounts_enquiry, accounts_delivery, django_admin_log",
    ),
    *model("accounts_sanction", "sanction", ADMINS, change=ADMINS),
    Row(
        "admin:accounts_sanction_lift",
        "sanction",
        get=ADMINS,
        post=DECIDED,
        form={"reason": "It was kind."},
        writes="accounts_sanction, accounts_report, accounts_user, accounts_notice, accounts_errand,"
        " django_admin_log",
    ),
    Row(
        "admin:accounts_sanction_uphold",
        "appealed",
        get=ADMINS,
        post="door, 403 clerk, 200 staff, 302 superuser",  # staff has decided it
        form={"reason": "It was not."},
        idle="staff",
        writes="accounts_sanction, accounts_notice, accounts_errand, django_admin_log",
    ),
    *model(
        "accounts_news",
        "news",
        ADMINS,
        add=ADMINS,
        change=ADMINS,
        delete=ADMINS,
        new={"title": "More", "text": "Of it."},
    ),
    *model("accounts_testimonial", "testimonial", ADMINS, change=ADMINS),
    *model("accounts_delivery", "delivery", ADMINS, change=ADMINS),
    *model("accounts_hook", "hook", ADMINS, change=ADMINS),
    *model("accounts_errand", "errand", ADMINS, change=ADMINS),
    *model("boatzee_site_heartbeat", "play", ADMINS),
    action("accounts_delivery", "delivery", "try_again"),
    action("accounts_errand", "errand", "try_again"),
    action("accounts_news", "unpublished", "publish"),
    action("accounts_testimonial", "testimonial", "approve"),
    action("accounts_testimonial", "testimonial", "withdraw"),
    *model("dicepool_batch", "batch", ADMINS),
    *model("dicepool_refill", "refill", ADMINS),
    Row("admin:dicepool_refill_top_up", get=ADMINS, post=DECIDED, idle="players"),
    *model("games_match", "running", ADMINS, change=ADMINS),
    *model("games_fairplay", "fairplay", ADMINS),
    Row(
        "admin:games_match_adjudicate",
        "race",
        get=ADMINS,
        post=DECIDED,
        form={"place_0": "1", "place_1": "2", "reason": "It was late."},
        writes="play, django_admin_log",
    ),
    Row(
        "admin:games_match_void",
        "race",
        get=ADMINS,
        post=DECIDED,
        form={"reason": "A mistake."},
        writes="play, django_admin_log",
    ),
    *model(
        "ladders_event",
        "draft",
        ADMINS,
        add=ADMINS,
        change=ADMINS,
        delete=ADMINS,
        new={"name": "A cup", "format": "league"},
    ),
    Row(
        "admin:ladders_event_decide",
        "league pause",
        get=ADMINS,
        post=DECIDED,
        form={"days": "3", "why": "Rest."},
        writes="event, entry, play, django_admin_log",
    ),
    Row(
        "admin:ladders_event_decide",
        "league offence",
        get=ADMINS,
        post=DECIDED,
        form={"entry": "@entry", "why": "Unkind.", "sure": "yes"},
        writes="event, entry, play, django_admin_log",
    ),
    Row(
        "admin:ladders_event_decide",
        "league adjudicate",
        get=ADMINS,
        post=DECIDED,
        form={"fixture": "@fixture", "winner": "1", "why": "A fault.", "sure": "yes"},
        writes="event, entry, play, django_admin_log",
    ),
    Row(
        "admin:ladders_event_decide",
        "review correct",
        get=ADMINS,
        post=DECIDED,
        form={"fixture": "@reviewed", "winner": "draw", "why": "A fault.", "sure": "yes"},
        writes="event, entry, play, django_admin_log",
    ),
    Row(
        "admin:ladders_event_decide",
        "league resume",
        get="door, 403 clerk, 409 staff superuser",
        post="door, 403 clerk, 409 staff superuser",
    ),
    Row("admin:ladders_event_decide", "league nothing", get=OFFICE, post=OFFICE, form={"why": "Rest."}),
    *model("ladders_ladder", "ladder", ADMINS, change=ADMINS),
    referee("place", player="the-captain", rung="1"),
    referee("place", post="door, 403 clerk, 400 staff superuser", player="the-captain", rung="none"),
    referee("place", post="door, 403 clerk, 409 staff superuser", player="the-captain", rung="77"),
    referee("remove", writes="ladders_removal", player="the-captain", days="3"),
    referee("freeze", player="the-captain"),
    referee("freeze"),
    referee("restore", writes="ladders_removal", form={"what": "@muted"}),
    referee("decide", writes="ladders_challenge, play", challenge="@challenge", winner="challenger"),
    referee("decide", writes="ladders_challenge, play", challenge="@challenge", winner="nobody"),
    referee("nothing", get=OFFICE, post=OFFICE),
)
