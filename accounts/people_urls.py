"""Addresses of people."""

from django.urls import path

from accounts.views import moderation, people, talk

urlpatterns = [
    path("", people.index, name="people"),
    path("buddies/", people.buddies, name="buddies"),
    path("me/", people.edit, name="profile_edit"),
    path("me/picture/", people.upload, name="picture_upload"),
    path("<str:name>/picture.webp", people.picture, name="picture"),
    path("messages/", talk.index, name="messages"),
    path("messages/<str:name>/", talk.thread, name="talk"),
    path("messages/<str:name>/delete/", talk.delete, name="talk_delete"),
    path("<str:name>/report/", moderation.report, name="report_player"),
    path("<str:name>/relate/", people.relate, name="relate"),
]
