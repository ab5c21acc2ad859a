"""Addresses of events, ladders and clubs."""

from django.urls import include, path
from django.views.decorators.http import require_safe

from ladders.clubs.views import club, clubs, hook, lead, matches
from ladders.clubs.views import talk as club_talk
from ladders.events.views import desk, event, explained, exports, organise, tables, talk, teams
from ladders.ladder import views as ladder

app_name = "ladders"
of_events = [
    path("", event.index, name="index"),
    path("new/", organise.new, name="new"),
    path("<int:event_id>/change/", organise.change, name="change"),
    path("<int:event_id>/lead/", desk.lead, name="lead"),
    path("<int:event_id>/lead/matches/", desk.matches, name="matches"),
    path("<int:event_id>/webhook/on/", organise.hook_on, name="hook_on"),
    path("<int:event_id>/webhook/test/", organise.hook_test, name="hook_test"),
    path("<int:event_id>/lead/<slug:what>/", desk.decide, name="decide"),
    path("<int:event_id>/", event.show, name="event"),
    path("<int:event_id>/act/", event.act, name="act"),
    path("<int:event_id>/talk/", talk.event, name="event_talk"),
    path("<int:event_id>/talk/<int:remark_id>/report/", talk.report_event, name="report_event_remark"),
    path("<int:event_id>/tables/", tables.tables, name="tables"),
    path("<int:event_id>/log/", event.log, name="log"),
    path("<int:event_id>/standings.json", exports.as_json, name="standings_json"),
    path("<int:event_id>/standings.csv", exports.as_csv, name="standings_csv"),
    path("<int:event_id>/feed/", require_safe(exports.EventFeed()), name="feed"),
    path("<int:event_id>/sheet/<int:fixture_id>/", exports.sheet, name="sheet"),
    path("<int:event_id>/teams/new/", teams.new, name="team_new"),
]
of_teams = [
    path("<int:team_id>/", teams.show, name="team"),
    path("<int:team_id>/talk/", talk.team, name="team_talk"),
    path("<int:team_id>/talk/<int:remark_id>/report/", talk.report_team, name="report_team_remark"),
    path("<int:team_id>/act/", teams.act, name="team_act"),
]
of_rules = [
    path("", explained.index, name="explained_all"),
    path("<slug:topic>/", explained.explain, name="explained"),
]
of_ladders = [
    path("<str:code>/", ladder.show, name="ladder"),
    path("<str:code>/act/", ladder.act, name="ladder_act"),
    path("<str:code>/log/", ladder.log, name="ladder_log"),
]
of_clubs = [
    path("", clubs.index, name="clubs"),
    path("how/", clubs.how, name="clubs_how"),
    path("ranking/", clubs.ranking, name="clubs_ranking"),
    path("matches/<int:match_id>/", matches.show, name="club_match"),
    path("matches/<int:match_id>/act/", matches.act, name="club_match_act"),
    path("new/", clubs.new, name="club_new"),
    path("<slug:slug>/", club.show, name="club"),
    path("<slug:slug>/act/", club.act, name="club_act"),
    path("<slug:slug>/log/", club.log, name="club_log"),
    path("<slug:slug>/report/", club.report, name="report_club"),
    path("<slug:slug>/talk/", club_talk.show, name="club_talk"),
    path("<slug:slug>/talk/<int:remark_id>/report/", club_talk.report, name="report_club_remark"),
    path("<slug:slug>/talk/<int:remark_id>/down/", club_talk.down, name="club_remark_down"),
    path("<slug:slug>/challenge/", matches.challenge, name="club_challenge"),
    path("<slug:slug>/change/", lead.change, name="club_change"),
    path("<slug:slug>/lead/", lead.lead, name="club_lead"),
    path("<slug:slug>/webhook/", hook.show, name="club_hook"),
    path("<slug:slug>/webhook/on/", hook.on, name="club_hook_on"),
    path("<slug:slug>/webhook/test/", hook.test, name="club_hook_test"),
    path("<slug:slug>/lead/decide/", lead.decide, name="club_decide"),
    path("<slug:slug>/ladders/<str:code>/", ladder.show, name="club_ladder"),
    path("<slug:slug>/ladders/<str:code>/act/", ladder.act, name="club_ladder_act"),
    path("<slug:slug>/ladders/<str:code>/log/", ladder.log, name="club_ladder_log"),
]
# By what they begin with: every page of the site is looked for here first.
urlpatterns = [
    path("events/", include(of_events)),
    path("teams/", include(of_teams)),
    path("rules/organised/", include(of_rules)),
    path("ladders/", include(of_ladders)),
    path("clubs/", include(of_clubs)),
]
