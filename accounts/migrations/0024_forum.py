"""The forum, and its first boards; the staff can add others in the admin."""

import django.contrib.postgres.indexes
import django.contrib.postgres.search
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

import accounts.single_line

BOARDS = (
    ("news", "News of the site", "What is new here, told by the staff; everybody may answer.", True),
    ("games", "Games", "Rules, records, and the roll you will not believe.", False),
    ("strategy", "Strategy", "What to keep, what to score, when to bank.", False),
    ("events", "Events", "Leagues, knock-outs, arenas and ladders.", False),
    ("clubs", "Clubs", "Clubs that look for players, and players who look for clubs.", False),
)


def make(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    board = apps.get_model("accounts", "Board")
    for position, (slug, name, about, staff_only) in enumerate(BOARDS, start=1):
        board.objects.create(slug=slug, name=name, about=about, staff_only=staff_only, position=position * 10)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0023_enquiries"),
    ]

    operations = [
        migrations.CreateModel(
            name="Board",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.SlugField(help_text="Its name in addresses.", unique=True)),
                ("name", models.CharField(max_length=40, validators=[accounts.single_line.single_line])),
                ("about", models.CharField(max_length=150, validators=[accounts.single_line.single_line])),
                (
                    "position",
                    models.PositiveSmallIntegerField(default=100, help_text="Boards are listed by it."),
                ),
                (
                    "staff_only",
                    models.BooleanField(
                        default=False, help_text="Only staff open threads; everybody answers."
                    ),
                ),
                ("threads", models.PositiveIntegerField(default=0, editable=False)),
                ("posts", models.PositiveIntegerField(default=0, editable=False)),
            ],
            options={
                "ordering": ["position", "pk"],
            },
        ),
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("turn", "It is my turn"),
                    ("reminder", "My time runs out"),
                    ("invitation", "I am invited to a match"),
                    ("start", "A match of mine begins"),
                    ("late", "My opponent's time is up"),
                    ("over", "A match of mine is over"),
                    ("message", "Somebody writes to me"),
                    ("forum", "Something new in a thread I follow"),
                    ("event", "News of my events"),
                    ("staff", "The staff decides something about me"),
                    ("news", "News of the site"),
                    ("ways", "A way of telling me fails"),
                ],
                max_length=12,
            ),
        ),
        migrations.CreateModel(
            name="Topic",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(max_length=120, validators=[accounts.single_line.single_line])),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("last", models.PositiveBigIntegerField(default=0)),
                ("last_at", models.DateTimeField(auto_now_add=True)),
                ("posts", models.PositiveIntegerField(default=0, help_text="Those that can be read.")),
                ("pinned", models.BooleanField(default=False)),
                ("locked", models.BooleanField(default=False)),
                ("hidden", models.BooleanField(default=False)),
                (
                    "board",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="topics",
                        to="accounts.board",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Post",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("text", models.TextField(max_length=8000)),
                ("edited_at", models.DateTimeField(null=True)),
                ("deleted_at", models.DateTimeField(null=True)),
                ("hidden_at", models.DateTimeField(null=True)),
                (
                    "answers",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="accounts.post",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "topic",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="said",
                        to="accounts.topic",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ForumAct",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("what", models.CharField(max_length=8)),
                ("why", models.TextField(max_length=1000)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "post",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="accounts.post",
                    ),
                ),
                (
                    "topic",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="acts", to="accounts.topic"
                    ),
                ),
            ],
            options={
                "verbose_name": "act in the forum",
                "verbose_name_plural": "acts in the forum",
            },
        ),
        migrations.CreateModel(
            name="Follow",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("read", models.PositiveBigIntegerField(default=0)),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "topic",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="followers",
                        to="accounts.topic",
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="topic",
            index=models.Index(
                condition=models.Q(("hidden", False)), fields=["board", "-last"], name="accounts_topic_list"
            ),
        ),
        migrations.AddIndex(
            model_name="topic",
            index=models.Index(
                condition=models.Q(("hidden", False), ("pinned", True)),
                fields=["board"],
                name="accounts_topic_pinned",
            ),
        ),
        migrations.AddIndex(
            model_name="topic",
            index=django.contrib.postgres.indexes.GinIndex(
                django.contrib.postgres.search.SearchVector("title", config="english"),
                name="accounts_topic_words",
            ),
        ),
        migrations.AddIndex(
            model_name="post",
            index=models.Index(fields=["topic", "id"], name="accounts_post_list"),
        ),
        migrations.AddIndex(
            model_name="post",
            index=models.Index(
                condition=models.Q(("answers__isnull", False)),
                fields=["answers"],
                name="accounts_post_answers",
            ),
        ),
        migrations.AddIndex(
            model_name="post",
            index=django.contrib.postgres.indexes.GinIndex(
                django.contrib.postgres.search.SearchVector("text", config="english"),
                name="accounts_post_words",
            ),
        ),
        migrations.AddConstraint(
            model_name="follow",
            constraint=models.UniqueConstraint(fields=("player", "topic"), name="accounts_follow_once"),
        ),
        migrations.RunPython(make, migrations.RunPython.noop),
    ]
