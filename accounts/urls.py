"""Addresses of the own account: allauth's, and the site's own settings."""

from django.urls import include, path

from accounts.views.close import close
from accounts.views.settings import settings

urlpatterns = [
    path("settings/", settings, name="account_settings"),
    path("close/", close, name="account_close"),
    path("", include("allauth.urls")),
]
