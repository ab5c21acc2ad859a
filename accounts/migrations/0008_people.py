"""Profiles, pictures, messages, reports, decisions, news, and names that are alike."""

import django.contrib.postgres.indexes
import django.db.models.deletion
import django_countries.fields
from django.conf import settings
from django.contrib.postgres.operations import TrigramExtension
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0007_letters"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        TrigramExtension(),
        migrations.CreateModel(
            name="Message",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.TextField(max_length=2000)),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name="News",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(max_length=120)),
                ("text", models.TextField()),
                ("published_at", models.DateTimeField(blank=True, db_index=True, editable=False, null=True)),
            ],
            options={
                "verbose_name_plural": "news",
            },
        ),
        migrations.CreateModel(
            name="Picture",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("data", models.BinaryField()),
                ("at", models.DateTimeField(auto_now=True)),
            ],
        ),
        migrations.CreateModel(
            name="Profile",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("about", models.TextField(blank=True, help_text="Addresses become links.", max_length=1000)),
                ("country", django_countries.fields.CountryField(blank=True, max_length=2)),
                (
                    "show_last_seen",
                    models.BooleanField(default=True, verbose_name="show when I was last here"),
                ),
                ("chat", models.BooleanField(default=True, verbose_name="show the chat beside my matches")),
            ],
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("why", models.TextField(max_length=1000)),
                (
                    "quote",
                    models.TextField(
                        blank=True, editable=False, help_text="What was written, as it was then."
                    ),
                ),
                ("where", models.CharField(blank=True, editable=False, max_length=200)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("decided_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("decision", models.TextField(blank=True, editable=False)),
            ],
        ),
        migrations.CreateModel(
            name="Sanction",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("warn", "warning"),
                            ("mute", "may not write"),
                            ("bar", "may not enter events"),
                            ("suspend", "may not use the site"),
                        ],
                        max_length=8,
                    ),
                ),
                ("reason", models.TextField(help_text="The player reads it.")),
                ("until", models.DateTimeField(blank=True, null=True)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("appeal", models.TextField(blank=True, max_length=2000)),
                ("appealed_at", models.DateTimeField(blank=True, null=True)),
                ("lifted_at", models.DateTimeField(blank=True, null=True)),
                ("lifted_why", models.TextField(blank=True)),
            ],
        ),
        migrations.CreateModel(
            name="Testimonial",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.TextField(max_length=600)),
                ("at", models.DateTimeField(auto_now=True)),
                ("approved_at", models.DateTimeField(blank=True, editable=False, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Thread",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "last",
                    models.PositiveBigIntegerField(default=0, help_text="The key of the latest message."),
                ),
                (
                    "low_read",
                    models.PositiveBigIntegerField(default=0, help_text="Up to which message low has read."),
                ),
                ("high_read", models.PositiveBigIntegerField(default=0)),
                (
                    "low_gone",
                    models.PositiveBigIntegerField(
                        default=0, help_text="Up to which message low has deleted."
                    ),
                ),
                ("high_gone", models.PositiveBigIntegerField(default=0)),
            ],
        ),
        migrations.AddField(
            model_name="user",
            name="barred_until",
            field=models.DateTimeField(editable=False, help_text="From entering events.", null=True),
        ),
        migrations.AddField(
            model_name="user",
            name="muted_until",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="user",
            name="supporter_until",
            field=models.DateField(
                blank=True,
                help_text="Supporters have wider limits; never anything that changes a match.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="suspended_until",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddIndex(
            model_name="user",
            index=django.contrib.postgres.indexes.GinIndex(
                django.contrib.postgres.indexes.OpClass("username", "gin_trgm_ops"),
                name="accounts_user_name_alike",
            ),
        ),
        migrations.AddField(
            model_name="message",
            name="sender",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="news",
            name="by",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="picture",
            name="player",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="picture",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="profile",
            name="player",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="profile",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="about",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="reports_about",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="reports",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="decided_by",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="sanction",
            name="by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="sanction",
            name="lifted_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="sanction",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="sanctions",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="sanction",
            name="report",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="sanctions",
                to="accounts.report",
            ),
        ),
        migrations.AddField(
            model_name="testimonial",
            name="approved_by",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="testimonial",
            name="player",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="testimonial",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="thread",
            name="high",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="threads_high",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="thread",
            name="last_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="thread",
            name="low",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="threads_low",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="message",
            name="thread",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="messages", to="accounts.thread"
            ),
        ),
        migrations.AddIndex(
            model_name="report",
            index=models.Index(
                models.F("at"), condition=models.Q(("decided_at", None)), name="accounts_report_queue"
            ),
        ),
        migrations.AddIndex(
            model_name="sanction",
            index=models.Index(fields=["player", "-id"], name="accounts_sanction_list"),
        ),
        migrations.AddIndex(
            model_name="thread",
            index=models.Index(fields=["low", "-last"], name="accounts_thread_low"),
        ),
        migrations.AddIndex(
            model_name="thread",
            index=models.Index(fields=["high", "-last"], name="accounts_thread_high"),
        ),
        migrations.AddConstraint(
            model_name="thread",
            constraint=models.UniqueConstraint(fields=("low", "high"), name="accounts_thread_once"),
        ),
        migrations.AddConstraint(
            model_name="thread",
            constraint=models.CheckConstraint(
                condition=models.Q(("low__lt", models.F("high"))), name="accounts_thread_of_two"
            ),
        ),
        migrations.AddIndex(
            model_name="message",
            index=models.Index(fields=["thread", "-id"], name="accounts_message_list"),
        ),
    ]
