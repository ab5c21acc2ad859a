"""A club may have ladders of its own, one a game; everybody's ladder of a game stays one."""

import django.db.models.deletion
from django.db import migrations, models

import games.rules


class Migration(migrations.Migration):
    dependencies = [("ladders", "0017_events_of_clubs")]

    operations = [
        migrations.AddField(
            model_name="ladder",
            name="club",
            field=models.ForeignKey(
                db_index=False,
                editable=False,
                help_text="Whose members alone stand on it; empty: it is everybody's.",
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="ladders",
                to="ladders.club",
            ),
        ),
        migrations.AddField(
            model_name="ladder",
            name="closed_at",
            field=models.DateTimeField(
                editable=False,
                help_text="Since when the club has it no longer: nobody stands on it.",
                null=True,
            ),
        ),
        migrations.AddConstraint(
            model_name="ladder",
            constraint=models.UniqueConstraint(
                condition=models.Q(("club__isnull", True)), fields=("code",), name="ladders_ladder_of_all"
            ),
        ),
        migrations.AddConstraint(
            model_name="ladder",
            constraint=models.UniqueConstraint(
                condition=models.Q(("club__isnull", False)),
                fields=("club", "code"),
                name="ladders_ladder_of_club",
            ),
        ),
        migrations.AlterField(
            model_name="ladder",
            name="code",
            field=models.CharField(choices=games.rules.choices, max_length=2, verbose_name="game"),
        ),
    ]
