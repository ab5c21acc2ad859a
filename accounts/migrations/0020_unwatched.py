"""Players who want nobody to watch their matches while they run."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0018_notices_by_time")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="unwatched",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="While they run, only their players see them, and whoever has to decide about them.",
                verbose_name="let nobody watch my matches",
            ),
        ),
    ]
