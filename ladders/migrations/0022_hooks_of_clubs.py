"""Webhooks of clubs, and what more those of events are told: entries and results."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0030_hook_posts"), ("ladders", "0021_curled")]

    operations = [
        migrations.AddField(
            model_name="eventhook",
            name="entries",
            field=models.BooleanField(
                db_default=False, default=False, help_text="Whether it is told who enters and leaves."
            ),
        ),
        migrations.AddField(
            model_name="eventhook",
            name="results",
            field=models.BooleanField(
                db_default=False, default=False, help_text="Whether it is told the result of each match."
            ),
        ),
        migrations.AlterField(
            model_name="log",
            name="kind",
            field=models.CharField(
                blank=True,
                choices=[
                    ("opened", "open for entries"),
                    ("began", "it has begun"),
                    ("round", "a round is over"),
                    ("stage", "a stage is over"),
                    ("over", "it is over, under review"),
                    ("goes-on", "it goes on after all"),
                    ("final", "the results are final"),
                    ("cancelled", "it is called off"),
                    ("entered", "somebody entered"),
                    ("left", "somebody left"),
                    ("corrected", "a result is another now"),
                ],
                help_text="Of what is announced by the event's webhook.",
                max_length=9,
            ),
        ),
        migrations.CreateModel(
            name="ClubHook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "club",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="announces",
                        to="ladders.club",
                    ),
                ),
                (
                    "hook",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="of_club",
                        to="accounts.hook",
                    ),
                ),
            ],
        ),
    ]
