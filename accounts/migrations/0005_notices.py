"""What players are told, and how."""

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import accounts.models.notices


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_days_off"),
    ]

    operations = [
        migrations.CreateModel(
            name="Notice",
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
                            ("turn", "It is my turn"),
                            ("reminder", "My time runs out"),
                            ("invitation", "I am invited to a match"),
                            ("start", "A match of mine begins"),
                            ("late", "My opponent's time is up"),
                            ("over", "A match of mine is over"),
                            ("message", "Somebody writes to me"),
                            ("event", "News of my events"),
                            ("staff", "The staff decides something about me"),
                            ("news", "News of the site"),
                        ],
                        max_length=12,
                    ),
                ),
                ("subject", models.CharField(max_length=150)),
                ("text", models.TextField(blank=True)),
                (
                    "address",
                    models.CharField(help_text="The path of the page that it is about.", max_length=200),
                ),
                (
                    "topic",
                    models.CharField(
                        blank=True, help_text="It is settled with everything of it.", max_length=40
                    ),
                ),
                ("key", models.CharField(help_text="What is told, so that it is told once.", max_length=80)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("read_at", models.DateTimeField(null=True)),
                ("spread", models.BooleanField(default=False, help_text="Whether its deliveries are made.")),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PushSubscription",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("endpoint", models.URLField(max_length=600, unique=True)),
                ("p256dh", models.CharField(max_length=120)),
                ("auth", models.CharField(max_length=60)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="push_subscriptions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "way",
                    models.CharField(
                        choices=[
                            ("mail", "mail"),
                            ("digest", "daily mail"),
                            ("push", "push"),
                            ("hook", "webhook"),
                        ],
                        max_length=6,
                    ),
                ),
                ("due", models.DateTimeField()),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                (
                    "notice",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="accounts.notice",
                    ),
                ),
                (
                    "browser",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, to="accounts.pushsubscription"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Telling",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("mail", models.JSONField(default=dict, help_text="Kind: mode, where it is not the usual.")),
                (
                    "push",
                    models.JSONField(default=dict, help_text="Kind: whether, where it is not the usual."),
                ),
                (
                    "digest_hour",
                    models.PositiveSmallIntegerField(
                        default=8, validators=[django.core.validators.MaxValueValidator(23)]
                    ),
                ),
                (
                    "quiet_from",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, validators=[django.core.validators.MaxValueValidator(23)]
                    ),
                ),
                (
                    "quiet_to",
                    models.PositiveSmallIntegerField(
                        blank=True, null=True, validators=[django.core.validators.MaxValueValidator(23)]
                    ),
                ),
                ("hook", models.URLField(blank=True, help_text="Where every notice is posted to.")),
                (
                    "hook_secret",
                    models.CharField(default=accounts.models.notices._secret, editable=False, max_length=40),
                ),
                (
                    "calendar",
                    models.CharField(
                        default=accounts.models.notices._secret, editable=False, max_length=40, unique=True
                    ),
                ),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="telling",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(fields=["player", "-id"], name="accounts_notice_list"),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(fields=["player", "topic"], name="accounts_notice_topic"),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(
                models.F("id"), condition=models.Q(("spread", False)), name="accounts_notice_new"
            ),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(fields=["created_at"], name="accounts_notice_age"),
        ),
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.UniqueConstraint(fields=("player", "key"), name="accounts_notice_once"),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(fields=["way", "due"], name="accounts_delivery_due"),
        ),
        migrations.AddConstraint(
            model_name="delivery",
            constraint=models.UniqueConstraint(
                fields=("notice", "way", "browser"), name="accounts_delivery_once", nulls_distinct=False
            ),
        ),
    ]
