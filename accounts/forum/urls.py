"""Addresses of the forum."""

from django.urls import path

from accounts.forum.views import boards, post, thread

urlpatterns = [
    path("", boards.index, name="forum"),
    path("search/", boards.search, name="forum_search"),
    path("followed/", boards.followed, name="forum_followed"),
    path("threads/<int:topic_id>/", thread.thread, name="forum_thread"),
    path("threads/<int:topic_id>/follow/", thread.follow, name="forum_follow"),
    path("posts/<int:post_id>/change/", post.change, name="forum_change"),
    path("posts/<int:post_id>/delete/", post.delete, name="forum_delete"),
    path("posts/<int:post_id>/report/", post.report, name="report_post"),
    path("boards/<slug:slug>/", boards.board, name="forum_board"),
    path("boards/<slug:slug>/new/", thread.new, name="forum_new"),
]
