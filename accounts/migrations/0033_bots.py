"""Bots: accounts of players' programs, each of an owner. The names that theirs end in are kept for them."""

import django.contrib.postgres.fields
import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import accounts.models.user


class Migration(migrations.Migration):
    dependencies = [("accounts", "0032_language")]

    operations = [
        migrations.AlterField(
            model_name="user",
            name="username",
            field=models.CharField(
                error_messages={"unique": "A player of that name exists already."},
                help_text="3 to 20 letters, digits, hyphens or underscores. Everybody sees it.",
                max_length=20,
                unique=True,
                validators=[
                    django.core.validators.RegexValidator(
                        "\\A[A-Za-z0-9][A-Za-z0-9_-]{2,19}\\Z",
                        "A name has 3 to 20 letters, digits, hyphens or underscores, and begins with a letter"
                        " or digit.",
                    ),
                    accounts.models.user.not_reserved,
                    accounts.models.user.not_of_a_bot,
                ],
                verbose_name="user name",
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="robot",
            field=models.CharField(
                blank=True,
                editable=False,
                help_text="Empty for people; “bot” for a player’s program; else a word by which releases"
                " without levels play.",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="level",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                editable=False,
                help_text="How well one of the site’s robots plays; empty for all others.",
                max_length=10,
            ),
        ),
        migrations.CreateModel(
            name="Bot",
            fields=[
                (
                    "account",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="as_bot",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "games",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=2),
                        blank=True,
                        default=list,
                        help_text="At which it takes challenges.",
                        size=None,
                    ),
                ),
                (
                    "people",
                    models.BooleanField(default=False, help_text="Whether people may challenge it."),
                ),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "owner",
                    models.ForeignKey(
                        help_text="Closing this account closes the bot first.",
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="bots",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]
