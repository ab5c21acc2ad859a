"""Webhooks of events; names in one line."""

import django.db.models.deletion
from django.db import migrations, models

import accounts.single_line

NAMES = r"""
UPDATE ladders_event SET name = trim(regexp_replace(name, '[[:cntrl:]\u2028\u2029]+', ' ', 'g'))
    WHERE name ~ '[[:cntrl:]\u2028\u2029]';
-- Its number makes such a name another than all others of the event.
UPDATE ladders_team SET name =
        left(trim(regexp_replace(name, '[[:cntrl:]\u2028\u2029]+', ' ', 'g')), 20) || ' ' || id
    WHERE name ~ '[[:cntrl:]\u2028\u2029]';
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
"""


class Migration(migrations.Migration):
    dependencies = [("ladders", "0002_team_remarks"), ("accounts", "0013_deliveries")]

    operations = [
        migrations.RunSQL(NAMES, migrations.RunSQL.noop),
        migrations.AlterField(
            "event", "name", models.CharField(max_length=80, validators=[accounts.single_line.single_line])
        ),
        migrations.AlterField(
            "team", "name", models.CharField(max_length=40, validators=[accounts.single_line.single_line])
        ),
        migrations.AddField(
            "log",
            "kind",
            models.CharField(
                blank=True,
                choices=[
                    ("opened", "open for entries"),
                    ("began", "it has begun"),
                    ("round", "a round is over"),
                    ("stage", "a stage is over"),
                    ("over", "it is over, under review"),
                    ("final", "the results are final"),
                    ("cancelled", "it is called off"),
                ],
                default="",
                help_text="Of what is announced by the event's webhook.",
                max_length=9,
            ),
            preserve_default=False,
        ),
        migrations.CreateModel(
            name="EventHook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "told",
                    models.PositiveBigIntegerField(
                        default=0, help_text="The last line of the log that was announced."
                    ),
                ),
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="announces",
                        to="ladders.event",
                    ),
                ),
                (
                    "hook",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="announces",
                        to="accounts.hook",
                    ),
                ),
            ],
        ),
    ]
