"""Addresses of one's account: allauth's, and the site's own settings."""

from django.urls import include, path

from accounts.moderation.views import appeal, sanctions
from accounts.notices import views as notices
from accounts.views import access, applications, door
from accounts.views.bell import bell
from accounts.views.board import board, sounds
from accounts.views.bots import close_bot, my_bots
from accounts.views.close import close
from accounts.views.export import export
from accounts.views.language import language
from accounts.views.settings import settings
from accounts.views.tokens import revoke, tokens

urlpatterns = [
    path("settings/", settings, name="account_settings"),
    path("language/", language, name="language"),
    path("bell/", bell, name="bell"),
    path("board/", board, name="board"),
    path("board/sounds/", sounds, name="board_sounds"),
    path("close/", close, name="account_close"),
    path("notices/", notices.index, name="notices"),
    path("notices/read/", notices.read_all, name="notices_read_all"),
    path("notices/<int:notice_id>/", notices.read, name="notice"),
    path("notices/settings/", notices.ways, name="notices_settings"),
    path("notices/secrets/", notices.new_secrets, name="notices_new_secrets"),
    path("notices/webhook/on/", notices.hook_on, name="notices_hook_on"),
    path("notices/webhook/test/", notices.try_hook, name="notices_hook_test"),
    path("notices/browser/", notices.subscribe, name="notices_subscribe"),
    path("notices/browsers/forget/", notices.unsubscribe, name="notices_unsubscribe"),
    path("notices/off/<str:token>/", notices.off, name="notices_off"),
    path("applications/", applications.applications, name="applications"),
    path("applications/<slug:client_id>/remove/", applications.remove, name="application_remove"),
    path("applications/<slug:client_id>/out/", applications.put_out, name="application_out"),
    path("tokens/", tokens, name="tokens"),
    path("tokens/<int:token_id>/revoke/", revoke, name="token_revoke"),
    path("bots/", my_bots, name="my_bots"),
    path("bots/<name:bot>/tokens/", tokens, name="bot_tokens"),
    path("bots/<name:bot>/tokens/<int:token_id>/revoke/", revoke, name="bot_token_revoke"),
    path("bots/<name:bot>/close/", close_bot, name="bot_close"),
    path("data/", export, name="export"),
    path("decisions/", sanctions, name="sanctions"),
    path("decisions/<int:sanction_id>/", appeal, name="sanction_appeal"),
    path("login/", door.sign_in, name="account_login"),
    path("signup/", door.sign_up, name="account_signup"),
    path("signup/passkey/", door.sign_up_by_passkey, name="signup_passkey"),
    path("name/", door.choose_name, name="account_name"),
    path("email/", access.email, name="account_email"),
    path("2fa/webauthn/keys/<int:pk>/remove/", access.remove_key, name="mfa_remove_webauthn"),
    path("sessions/", access.sessions, name="usersessions_list"),
    path("", include("allauth.urls")),
]
