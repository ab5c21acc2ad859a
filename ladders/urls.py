"""Addresses of events and ladders."""

from django.urls import path
from django.views.decorators.http import require_safe

from ladders.events.views import desk, event, explained, exports, organise, tables, talk, teams
from ladders.ladder import views as ladder

app_name = "ladders"
urlpatterns = [
    path("events/", event.index, name="index"),
    path("events/new/", organise.new, name="new"),
    path("events/<int:event_id>/change/", organise.change, name="change"),
    path("events/<int:event_id>/lead/", desk.lead, name="lead"),
    path("events/<int:event_id>/lead/matches/", desk.matches, name="matches"),
    path("events/<int:event_id>/webhook/on/", organise.hook_on, name="hook_on"),
    path("events/<int:event_id>/lead/<slug:what>/", desk.decide, name="decide"),
    path("events/<int:event_id>/", event.show, name="event"),
    path("events/<int:event_id>/act/", event.act, name="act"),
    path("events/<int:event_id>/talk/", talk.event, name="event_talk"),
    path("events/<int:event_id>/talk/<int:remark_id>/report/", talk.report_event, name="report_event_remark"),
    path("events/<int:event_id>/tables/", tables.tables, name="tables"),
    path("events/<int:event_id>/log/", event.log, name="log"),
    path("events/<int:event_id>/standings.json", exports.as_json, name="standings_json"),
    path("events/<int:event_id>/standings.csv", exports.as_csv, name="standings_csv"),
    path("events/<int:event_id>/feed/", require_safe(exports.EventFeed()), name="feed"),
    path("events/<int:event_id>/sheet/<int:fixture_id>/", exports.sheet, name="sheet"),
    path("events/<int:event_id>/teams/new/", teams.new, name="team_new"),
    path("teams/<int:team_id>/", teams.show, name="team"),
    path("teams/<int:team_id>/talk/", talk.team, name="team_talk"),
    path("teams/<int:team_id>/talk/<int:remark_id>/report/", talk.report_team, name="report_team_remark"),
    path("teams/<int:team_id>/act/", teams.act, name="team_act"),
    path("rules/organised/", explained.index, name="explained_all"),
    path("rules/organised/<slug:topic>/", explained.explain, name="explained"),
    path("ladders/<str:code>/", ladder.show, name="ladder"),
    path("ladders/<str:code>/act/", ladder.act, name="ladder_act"),
    path("ladders/<str:code>/log/", ladder.log, name="ladder_log"),
]
