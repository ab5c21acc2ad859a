"""Addresses of the games: the front door, matches and their tables, and the rules."""

from django.urls import path

from accounts import converters  # noqa: F401  (registers <name:…>)
from games.views import friend, matching, rules, waiting, watch
from games.views.answer import answer
from games.views.archive import archive
from games.views.bots import bot_challenges, bots
from games.views.chat import chat, report_remark
from games.views.claim import claim
from games.views.collections import (
    collect,
    collection,
    collection_change,
    collection_delete,
    collections,
    report_collection,
)
from games.views.comments import comments, comments_agree, report_comment
from games.views.daily import daily, daily_days, daily_of
from games.views.deadlines import deadlines
from games.views.dumps import dump_file, dumps
from games.views.embed import embed
from games.views.feats import feats
from games.views.hint import hint
from games.views.home import home
from games.views.imported import (
    imported,
    imported_ask,
    imported_delete,
    imported_link,
    imported_link_review,
    imported_review,
    imported_share,
    imports,
)
from games.views.leaders import leader_puzzles, leader_records, leaders
from games.views.lesson import lesson, lessons
from games.views.mine import mine
from games.views.my_dice import my_dice
from games.views.my_play import my_play
from games.views.new import new, robot
from games.views.notes import match_note, notes, player_note
from games.views.numbers import stock as numbers
from games.views.oembed import oembed
from games.views.orders import orders
from games.views.player import player, restart
from games.views.player_game import player_game
from games.views.position import position
from games.views.practice import practice
from games.views.proofs import proofs
from games.views.puzzle import puzzle, puzzle_today, puzzles
from games.views.puzzle_lists import my_puzzles, puzzle_days
from games.views.record import record
from games.views.rematch import rematch
from games.views.replay import replay
from games.views.resign import resign
from games.views.review import review, review_ask
from games.views.robots import robots
from games.views.sorting import later, pin
from games.views.still import picture
from games.views.table import move, table
from games.views.taking_back import take_back

app_name = "games"
urlpatterns = [
    path("matches/<int:match_id>/", table, name="table"),
    path("matches/<int:match_id>/move/", move, name="move"),
    path("", home, name="home"),
    path("practice/", practice, name="practice"),
    path("matches/", mine, name="mine"),
    path("matches/dice/", my_dice, name="my_dice"),
    path("matches/play/", my_play, name="my_play"),
    path("matches/numbers/", numbers, name="numbers"),
    path("matches/<int:match_id>/proofs/", proofs, name="proofs"),
    path("matches/new/", new, name="new"),
    path("matches/robot/", robot, name="robot"),
    path("matches/<int:match_id>/back/", take_back, name="take_back"),
    path("matches/<int:match_id>/answer/", answer, name="answer"),
    path("matches/<int:match_id>/claim/", claim, name="claim"),
    path("matches/<int:match_id>/resign/", resign, name="resign"),
    path("matches/<int:match_id>/pin/", pin, name="pin"),
    path("matches/<int:match_id>/orders/", orders, name="orders"),
    path("matches/<int:match_id>/hint/", hint, name="hint"),
    path("matches/<int:match_id>/later/", later, name="later"),
    path("matches/<int:match_id>/replay/", replay, name="replay"),
    path("matches/<int:match_id>/note/", match_note, name="match_note"),
    path("matches/<int:match_id>/comments/", comments, name="comments"),
    path("matches/<int:match_id>/comments/agree/", comments_agree, name="comments_agree"),
    path("matches/<int:match_id>/comments/<int:remark_id>/report/", report_comment, name="report_comment"),
    path("matches/<int:match_id>/review/", review, name="review"),
    path("matches/<int:match_id>/review/ask/", review_ask, name="review_ask"),
    path("matches/<int:match_id>/picture.png", picture, name="picture"),
    path("matches/<int:match_id>/record.txt", record, name="record"),
    path("embed/<int:match_id>/", embed, name="embed"),
    path("oembed", oembed, name="oembed"),
    path("bots/", bots, name="bots"),
    path("bots/<name:name>/challenges/", bot_challenges, name="bot_challenges"),
    path("robots/", robots, name="robots"),
    path("players/restart/", restart, name="rating_restart"),
    path("players/<name:name>/", player, name="player"),
    path("players/<name:name>/note/", player_note, name="player_note"),
    path("players/<name:name>/<str:code>/", player_game, name="player_game"),
    path("leaders/", leaders, name="leaders"),
    path("leaders/records/", leader_records, name="leader_records"),
    path("leaders/achievements/", feats, name="feats"),
    path("leaders/puzzles/", leader_puzzles, name="leader_puzzles"),
    path("calendar/<str:secret>.ics", deadlines, name="deadlines"),
    path("matches/find/", matching.find, name="find"),
    path("matches/find/stop/", matching.stop, name="find_stop"),
    path("matches/friend/", friend.tell, name="friend"),
    path("matches/<int:match_id>/chat/", chat, name="chat"),
    path("matches/<int:match_id>/chat/<int:remark_id>/report/", report_remark, name="report_remark"),
    path("matches/<int:match_id>/again/", rematch, name="rematch"),
    path("archive/", archive, name="archive"),
    path("archive/dumps/", dumps, name="dumps"),
    path("archive/dumps/<str:name>", dump_file, name="dump_file"),
    path("notes/", notes, name="notes"),
    path("collections/", collections, name="collections"),
    path("collections/put/", collect, name="collect"),
    path("collections/<int:collection_id>/", collection, name="collection"),
    path("collections/<int:collection_id>/change/", collection_change, name="collection_change"),
    path("collections/<int:collection_id>/delete/", collection_delete, name="collection_delete"),
    path("collections/<int:collection_id>/report/", report_collection, name="report_collection"),
    path("imports/", imports, name="imports"),
    path("imports/<int:imported_id>/", imported, name="imported"),
    path("imports/<int:imported_id>/review/", imported_review, name="imported_review"),
    path("imports/<int:imported_id>/review/ask/", imported_ask, name="imported_ask"),
    path("imports/<int:imported_id>/share/", imported_share, name="imported_share"),
    path("imports/<int:imported_id>/delete/", imported_delete, name="imported_delete"),
    path("imports/link/<str:link>/", imported_link, name="imported_link"),
    path("imports/link/<str:link>/review/", imported_link_review, name="imported_link_review"),
    path("watch/", watch.tables, name="watch"),
    path("waiting/", waiting.room, name="waiting"),
    path("waiting/<int:seek_id>/join/", waiting.join, name="join"),
    path("waiting/<int:seek_id>/leave/", waiting.leave, name="leave"),
    path("waiting/link/<str:token>/", waiting.link, name="link"),
    path("puzzles/", puzzles, name="puzzles"),
    path("puzzles/today/", puzzle_today, name="puzzle_today"),
    path("puzzles/days/", puzzle_days, name="puzzle_days"),
    path("puzzles/mine/", my_puzzles, name="my_puzzles"),
    path("puzzles/<int:puzzle_id>/", puzzle, name="puzzle"),
    path("daily/", daily, name="daily"),
    path("daily/days/", daily_days, name="daily_days"),
    path("daily/<str:day>/", daily_of, name="daily_of"),
    path("positions/<str:word>/", position, name="position"),
    path("lessons/", lessons, name="lessons"),
    path("lessons/<slug:slug>/", lesson, name="lesson"),
    path("rules/", rules.index, name="rules"),
    path("rules/<str:code>/", rules.of, name="rules_of"),
    path("rules/<str:code>/sheet/", rules.sheet, name="rules_sheet"),
]
