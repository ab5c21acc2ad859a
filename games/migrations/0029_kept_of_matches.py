"""What players keep of finished matches: collections, notes, and comments with who agreed to show them."""

import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models

import accounts.single_line


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0028_archive"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Collection",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "name",
                    models.CharField(
                        max_length=80, validators=[accounts.single_line.single_line], verbose_name="Name"
                    ),
                ),
                ("about", models.TextField(blank=True, max_length=2000, verbose_name="What is in it")),
                ("public", models.BooleanField(default=False, verbose_name="Everybody may look at it")),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "owner",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Collected",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("match", models.PositiveBigIntegerField()),
                (
                    "place",
                    models.PositiveIntegerField(help_text="In the order of its owner; some may be missing."),
                ),
                (
                    "collection",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="collected",
                        to="games.collection",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "collected",
                "ordering": ["place", "id"],
            },
        ),
        migrations.CreateModel(
            name="Comment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.TextField(max_length=2000)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="comments",
                        to="games.match",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Note",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("match", models.PositiveBigIntegerField(null=True)),
                ("text", models.TextField(max_length=2000)),
                ("at", models.DateTimeField(auto_now=True)),
                (
                    "about",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "writer",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Agreement",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="agreements",
                        to="games.match",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("match", "player"), name="games_agreement_once")
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="collection",
            constraint=models.UniqueConstraint(
                models.F("owner"), django.db.models.functions.text.Lower("name"), name="games_collection_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="collected",
            constraint=models.UniqueConstraint(fields=("collection", "match"), name="games_collected_once"),
        ),
        migrations.AddIndex(
            model_name="comment",
            index=models.Index(fields=["match", "-id"], name="games_comment_list"),
        ),
        migrations.AddIndex(
            model_name="note",
            index=models.Index(fields=["writer", "-id"], name="games_note_list"),
        ),
        migrations.AddIndex(
            model_name="note",
            index=models.Index(
                condition=models.Q(("about__isnull", False)), fields=["about"], name="games_note_about"
            ),
        ),
        migrations.AddConstraint(
            model_name="note",
            constraint=models.UniqueConstraint(
                condition=models.Q(("match__isnull", False)),
                fields=("writer", "match"),
                name="games_note_on_match",
            ),
        ),
        migrations.AddConstraint(
            model_name="note",
            constraint=models.UniqueConstraint(
                condition=models.Q(("about__isnull", False)),
                fields=("writer", "about"),
                name="games_note_on_player",
            ),
        ),
        migrations.AddConstraint(
            model_name="note",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("about__isnull", False), ("match__isnull", True)),
                    models.Q(("about__isnull", True), ("match__isnull", False)),
                    _connector="OR",
                ),
                name="games_note_on_one",
            ),
        ),
    ]
