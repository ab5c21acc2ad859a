"""Programs: tokens, applications and how they are let in; tests/api/rows.py has the operations."""

from __future__ import annotations

from tests.site.walk.row import CLOSED, MEMBERS, SAVED, Row

ROWS = (
    Row("api_help"),
    Row("api_try"),
    Row("api", "me", get="401", post="415"),
    Row("idp:oidc:configuration", public=False),
    Row("idp:oidc:jwks"),
    Row("idp:oidc:token", get="405", post="400", idle="visitors players"),
    Row("idp:oidc:revoke", get="405", post="400", idle="visitors players"),
    Row("idp:oidc:userinfo", get="401", post="401"),
    Row("idp:oidc:device_code", get="405", post="400"),
    Row("idp:oidc:authorization", get="in, 200 players", post="302", idle="visitors players"),
    Row("idp:oidc:device_authorization", get="in, 200 players", post="in, 200 players", idle="players"),
    Row("idp:oidc:logout", get="302, 200 players", post="302, 200 players", idle="visitors players"),
    Row(
        "tokens",
        get=MEMBERS,
        post="in, 200 players",
        form={"name": "my bot", "scopes": ["read", "play"], "days": "90"},
        writes="accounts_token, accounts_delivery",
    ),
    Row("token_revoke", "token", get=CLOSED, post="in, 404 players, 302 owner", writes="accounts_token"),
    Row(
        "my_bots",
        get=MEMBERS,
        post=SAVED,
        form={"name": "nora"},
        writes="accounts_bot, accounts_user",
    ),
    Row(
        "games:bot_challenges",
        "bot",
        get="in, 404 players, 200 owner",
        post="in, 404 players, 302 owner",
        form={"games": ["BZ"]},
        writes="accounts_bot",
    ),
    Row(
        "bot_tokens",
        "bot",
        get="in, 404 players, 200 owner",
        post="in, 404 players, 200 owner",
        form={"name": "its program", "scopes": ["read", "play"], "days": "90"},
        writes="accounts_token, accounts_delivery",
    ),
    Row(
        "bot_token_revoke",
        "bot bot-token",
        get=CLOSED,
        post="in, 404 players, 302 owner",
        writes="accounts_token",
    ),
    Row(
        "bot_close",
        "bot",
        get="in, 404 players, 200 owner",
        post="in, 404 players, 302 owner",
        writes="accounts_bot, accounts_user, accounts_token",
    ),
    Row(
        "applications",
        get=MEMBERS,
        post="in, 200 players",
        form={"name": "an app", "addresses": "https://app.example/back"},
        writes="allauth_idp_oidc_client",
    ),
    Row(
        "application_remove",
        "client",
        get=CLOSED,
        post="in, 404 players, 302 owner",
        writes="allauth_idp_oidc_client, allauth_idp_oidc_token",
    ),
    Row(
        "application_out",
        "client",
        get=CLOSED,
        post="in, 404 players, 302 owner",
        writes="allauth_idp_oidc_token",
    ),
)
WITHOUT_TOKEN = {
    "api": 415,
    **{f"idp:oidc:{name}": 400 for name in ("token", "revoke", "device_code")},
    "idp:oidc:userinfo": 401,
    "idp:oidc:authorization": 302,
}
"""What programs get that send a form: they bring tokens of another kind, and no page sends one there."""
