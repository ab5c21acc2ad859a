"""Addresses of people."""

from django.urls import path

from accounts import converters  # noqa: F401  (registers <name:…>)
from accounts.views import moderation, people, talk

urlpatterns = [
    path("", people.index, name="people"),
    path("buddies/", people.buddies, name="buddies"),
    path("me/", people.edit, name="profile_edit"),
    path("me/picture/", people.upload, name="picture_upload"),
    path("<name:name>/picture.webp", people.picture, name="picture"),
    path("messages/", talk.index, name="messages"),
    path("messages/<name:name>/", talk.thread, name="talk"),
    path("messages/<name:name>/delete/", talk.delete, name="talk_delete"),
    path("<name:name>/report/", moderation.report, name="report_player"),
    path("<name:name>/relate/", people.relate, name="relate"),
]
