"""Where everything is."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("games.urls")),
    path("accounts/", include("accounts.urls")),
    path("dice/", include("dicepool.urls")),
    path("admin/", admin.site.urls),
]
