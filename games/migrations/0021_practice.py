"""Let a match say that choices were taken back in it, for practice, and keep how far players are in lessons."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL), ("games", "0020_puzzles")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="taken_back",
            field=models.BooleanField(
                default=False,
                db_default=False,
                editable=False,
                help_text="Somebody took a choice back in it, for practice: no result that is counted looks at it.",
            ),
        ),
        migrations.CreateModel(
            name="Learnt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "lesson",
                    models.CharField(help_text="A key of games.lessons.LESSONS.", max_length=20),
                ),
                ("steps", models.PositiveSmallIntegerField(default=0)),
                (
                    "finished_at",
                    models.DateTimeField(help_text="When the player came to its end first.", null=True),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="learnt",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("player", "lesson"), name="games_learnt_once")
                ],
            },
        ),
    ]
