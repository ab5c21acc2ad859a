"""The forum: boards, threads, posts, who follows what, and what the staff did there.

A thread is a `Topic` here, for a `Thread` is what two players write to each other.
"""

from __future__ import annotations

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models.talk import Words
from accounts.models.user import User
from accounts.single_line import single_line

LONGEST_POST = 8000
"""Letters of a post: room to explain a game."""
LANGUAGE = "english"
"""Whose words are found in all their forms."""


class Board(models.Model):
    """A subject to write about. Made by a migration or in the admin."""

    slug = models.SlugField(unique=True, help_text=_("Its name in addresses."))
    name = models.CharField(max_length=40, validators=[single_line])
    about = models.CharField(max_length=150, validators=[single_line])
    position = models.PositiveSmallIntegerField(default=100, help_text=_("Boards are listed by it."))
    staff_only = models.BooleanField(
        default=False, help_text=_("Only staff open threads; everybody answers.")
    )
    threads = models.PositiveIntegerField(default=0, editable=False)
    posts = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        ordering = ["position", "pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Its threads."""
        return reverse("forum_board", args=[self.slug])


class Topic(models.Model):
    """A thread. `last` is the key of its latest post, and what lists are ordered and leafed through by."""

    board = models.ForeignKey(Board, models.PROTECT, related_name="topics", db_index=False)
    title = models.CharField(max_length=120, validators=[single_line])
    player = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    last = models.PositiveBigIntegerField(default=0)
    last_at = models.DateTimeField(auto_now_add=True)
    posts = models.PositiveIntegerField(default=0, help_text=_("Those that can be read."))
    pinned = models.BooleanField(default=False)
    locked = models.BooleanField(default=False)
    hidden = models.BooleanField(default=False)

    class Meta:
        indexes = [
            models.Index(fields=["board", "-last"], condition=Q(hidden=False), name="accounts_topic_list"),
            models.Index(
                fields=["board"], condition=Q(pinned=True, hidden=False), name="accounts_topic_pinned"
            ),
            models.Index(fields=["-last"], condition=Q(hidden=False), name="accounts_topic_latest"),
            GinIndex(SearchVector("title", config=LANGUAGE), name="accounts_topic_words"),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """Its first posts."""
        return reverse("forum_thread", args=[self.pk])


class Post(Words):
    """What somebody wrote in a thread. Its author may change and delete it; staff may hide it."""

    topic = models.ForeignKey(Topic, models.CASCADE, related_name="said", db_index=False)
    text = models.TextField(max_length=LONGEST_POST)
    answers = models.ForeignKey("self", models.SET_NULL, null=True, related_name="+", db_index=False)
    edited_at = models.DateTimeField(null=True)
    deleted_at = models.DateTimeField(null=True)
    hidden_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["topic", "id"], name="accounts_post_list"),
            models.Index(
                fields=["answers"], condition=Q(answers__isnull=False), name="accounts_post_answers"
            ),
            GinIndex(SearchVector("text", config=LANGUAGE), name="accounts_post_words"),
        ]

    def __str__(self) -> str:
        return f"post {self.pk} in {self.topic_id}"

    @property
    def shown(self) -> bool:
        """Whether its words can be read."""
        return self.deleted_at is None and self.hidden_at is None

    def get_absolute_url(self) -> str:
        """Where it stands, wherever that is by now."""
        return f"{reverse('forum_thread', args=[self.topic_id])}?at={self.pk}#post-{self.pk}"


class Follow(models.Model):
    """A player wants to hear of what is new in a thread; `read` is the last post that was seen there."""

    player = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    topic = models.ForeignKey(Topic, models.CASCADE, related_name="followers")
    read = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "topic"], name="accounts_follow_once")]

    def __str__(self) -> str:
        return f"{self.player_id} follows {self.topic_id}"


class ForumAct(models.Model):
    """What staff did in the forum. Written by accounts.forum.staffing alone; none is ever changed."""

    topic = models.ForeignKey(Topic, models.CASCADE, related_name="acts")
    post = models.ForeignKey(Post, models.SET_NULL, null=True, related_name="+")
    what = models.CharField(max_length=8)
    why = models.TextField(max_length=1000)
    by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("act in the forum")
        verbose_name_plural = _("acts in the forum")

    def __str__(self) -> str:
        return f"{self.what} {self.post or self.topic}"
