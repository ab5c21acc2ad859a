"""Addresses of people."""

from django.urls import path

from accounts import converters  # noqa: F401  (registers <name:…>)
from accounts.moderation.views import report
from accounts.people import views

urlpatterns = [
    path("", views.index, name="people"),
    path("buddies/", views.buddies, name="buddies"),
    path("me/", views.edit, name="profile_edit"),
    path("me/picture/", views.upload, name="picture_upload"),
    path("<name:name>/picture.webp", views.picture, name="picture"),
    path("<name:name>/report/", report, name="report_player"),
    path("<name:name>/relate/", views.relate, name="relate"),
]
