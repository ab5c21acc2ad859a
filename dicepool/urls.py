"""Addresses under this app."""

from django.urls import URLPattern, URLResolver

app_name = "dicepool"
urlpatterns: list[URLPattern | URLResolver] = []
