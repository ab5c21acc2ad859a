"""Addresses of what two players write to each other."""

from django.urls import path

from accounts import converters  # noqa: F401  (registers <name:…>)
from accounts.talk import views

urlpatterns = [
    path("", views.index, name="messages"),
    path("<name:name>/", views.thread, name="talk"),
    path("<name:name>/<int:remark_id>/report/", views.report, name="report_message"),
    path("<name:name>/delete/", views.delete, name="talk_delete"),
]
