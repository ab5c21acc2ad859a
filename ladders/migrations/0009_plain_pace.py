"""Name the split pace in plain words. Nothing is stored differently."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ladders", "0008_arenas")]

    operations = [
        migrations.AlterField(
            model_name="event",
            name="pace",
            field=models.CharField(
                choices=[("turns", "turn by turn"), ("split", "split: each plays their own card")],
                default="split",
                max_length=5,
            ),
        ),
    ]
