"""The own account, what is told, people, messages, and the doors."""

from __future__ import annotations

from tests.conftest import PASSWORD
from tests.site.walk.row import Row

MEMBERS = "in, 200 players"
POST_ONLY = "in, 405 players"
SAVED = "in, 302 players"
TELLING = {
    "digest_hour": "9", "quiet_from": "", "quiet_to": "", "hook": "",
    **{f"mail_{kind}": "once" for kind in ("turn", "reminder", "invitation", "start", "late", "over", "message", "event", "staff", "news")},
}
BROWSER = {"endpoint": "https://fcm.googleapis.com/fcm/send/abc", "p256dh": "BLQELIDm-6b9Bl07YrEuXJ4BL_YBVQ0dvt9NQGGJxIQidJWHPNa9YrouvcQ9d7_MqzvGS9Alz60SZNCG3qfpk60", "auth": "4vQK-SvRAN5eo-8ASlrwdQ"}
ROWS = (
    Row("account_settings", get=MEMBERS, post=SAVED, form={"time_zone": "Europe/Berlin", "days_off": ["6"]}, writes="accounts_user"),
    Row("board", get=MEMBERS, post=SAVED, form={"felt": "blue", "dice": "ivory", "theme": "dark"}, writes="accounts_user"),
    Row("account_close", get="in, 200 players suspended", post="in, 302 players suspended, 400 superuser", form={"password": PASSWORD}, writes="*"),
    Row("export", get="in, 200 players suspended", post="in, 200 players suspended", idle="players suspended"),
    Row("notices", get=MEMBERS, post=POST_ONLY),
    Row("notices_read_all", get=POST_ONLY, post=SAVED, writes="accounts_notice", idle="players"),
    Row("notice", "notice", get=POST_ONLY, post="in, 404 players, 302 owner", writes="accounts_notice"),
    Row("notices_settings", get=MEMBERS, post=SAVED, form=TELLING, writes="accounts_telling", reads="accounts_telling"),
    Row("notices_new_secrets", get=POST_ONLY, post=SAVED, writes="accounts_telling"),
    Row("notices_subscribe", get=POST_ONLY, post="in, 200 players", form=BROWSER, writes="accounts_pushsubscription"),
    Row("notices_unsubscribe", get=POST_ONLY, post=SAVED, writes="accounts_pushsubscription", idle="players"),
    Row("notices_off", "off", post="200", writes="accounts_telling"),
    Row("notices_off", "guessed", get="404", post="404"),
    Row("sanctions", get="in, 200 players suspended", post="in, 405 players suspended"),
    Row("sanction_appeal", "sanction", get="in, 405 players suspended", post="in, 409 players suspended, 302 owner", form={"text": "I was kind."}, writes="accounts_sanction"),
    Row("account_login", get="200, 302 players", post="302", form={"login": "the-stranger", "password": PASSWORD}, idle="players", writes="sign in, games_seat"),
    Row("account_logout", get="302, 200 players suspended", post="302, 302 suspended", idle="visitors players suspended"),
    Row("account_inactive"),
    Row("account_signup", get="200, 302 players", post="302", form={"username": "newcomer", "email": "newcomer@example.org", "password1": "a good long one", "password2": "a good long one"}, writes="sign in, games_seat, account_emailaddress", idle="players"),
    Row("account_reauthenticate", get=MEMBERS, post=SAVED, form={"password": PASSWORD}, idle="players"),
    Row("account_email", get=MEMBERS, post="in, 302 players, 200 owner", idle="owner", form={"action_add": "", "email": "second@example.org"}, writes="account_emailaddress"),
    Row("account_email_verification_sent"),
    Row("account_change_password", get=MEMBERS, post=SAVED, form={"oldpassword": PASSWORD, "password1": "a good long one", "password2": "a good long one"}, writes="sign in"),
    Row("account_set_password", get="in, 302 players", post="in, 302 players", idle="players"),
    Row("account_reset_password", post="302", form={"email": "owner@example.org"}, idle="visitors players"),
    Row("account_confirm_login_code", get="in, 302 players", post="in, 302 players", idle="players"),
    Row("account_confirm_email", "confirm", post="signed-out, 302 owner", writes="account_emailaddress"),
    Row("account_reset_password_from_key_done"),
    Row("account_reset_password_from_key", "uid reset", post="200", idle="visitors players"),
    Row("account_reset_password_done"),
    Row("mfa_index", get=MEMBERS, post=POST_ONLY),
    Row("mfa_authenticate", get=SAVED, post=SAVED, form={"code": "000000"}, idle="players"),
    Row("mfa_reauthenticate", get="in, again players, 200 owner", post="in, again players, 200 owner", form={"code": "000000"}, idle="owner"),
    Row("mfa_activate_totp", get="in, 200 players, 302 owner", post="in, 200 players, 302 owner", form={"code": "000000"}, idle="players"),
    Row("mfa_deactivate_totp", get="in, 404 players, 200 owner", post="in, 404 players, 302 owner", writes="mfa_authenticator"),
    Row("mfa_view_recovery_codes", get="in, 404 players, 200 owner", post=POST_ONLY),
    Row("mfa_generate_recovery_codes", get="in, 200 players", post="in, 302 players", writes="mfa_authenticator"),
    Row("mfa_download_recovery_codes", get="in, 404 players, 200 owner", post=POST_ONLY),
    Row("mfa_list_webauthn", get=MEMBERS, post=POST_ONLY),
    Row("mfa_add_webauthn", get=MEMBERS, post="in, 200 players", form={"name": "Mine", "credential": "{}"}, idle="players"),
    Row("mfa_reauthenticate_webauthn", get="in, again players, 200 owner", post="in, again players, 200 owner", form={"credential": "{}"}, idle="owner"),
    Row("mfa_remove_webauthn", "passkey", get="in, 404 players, 200 owner", post="in, 404 players, 302 owner", writes="mfa_authenticator"),
    Row("mfa_edit_webauthn", "passkey", get="in, 404 players, 200 owner", post="in, 404 players, 302 owner", form={"name": "Mine"}, writes="mfa_authenticator"),
    Row("mfa_login_webauthn", get="200, 302 players", post="200, 302 players", form={"credential": "{}"}, idle="visitors players"),
    Row("usersessions_list", get=MEMBERS, post=SAVED, writes="usersessions_usersession", reads="usersessions_usersession", idle="players"),
    Row("news", query="page"),
    Row("news_feed"),
    Row("voices", post=SAVED, form={"text": "Nice.", "consent": "on"}, writes="accounts_testimonial"),
    Row("people", get=MEMBERS, post=POST_ONLY, query="q"),
    Row("buddies", get=MEMBERS, post=POST_ONLY),
    Row("profile_edit", get=MEMBERS, post=SAVED, form={"about": "Me.", "country": "DE"}, writes="accounts_profile", reads="accounts_profile"),
    Row("picture_upload", get=POST_ONLY, post=SAVED, form={"picture": "@picture"}, writes="accounts_picture"),
    Row("picture", "the-owner", public=True),
    Row("picture", "the-stranger", get="404"),
    Row("messages", get=MEMBERS, post=POST_ONLY, query="q"),
    Row("talk", "the-owner", get=MEMBERS, post="in, 403 players, 302 opponent clerk staff superuser", form={"text": "Hello."}, writes="accounts_message", query="before", reads="accounts_thread accounts_notice"),
    Row("talk", "nobody", get="in, 404 players", post="in, 404 players", form={"text": "Hello."}),
    Row("talk_delete", "the-owner", get=POST_ONLY, post=SAVED, writes="accounts_thread", idle="players"),
    Row("report_player", "the-owner", get=MEMBERS, post="in, 302 players, 400 owner", form={"why": "A bad word."}, writes="accounts_report", query="message"),
    Row("relate", "the-owner", get=POST_ONLY, post="in, 302 players, 409 owner", form={"what": "buddy"}, writes="accounts_relation"),
)
