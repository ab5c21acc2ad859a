"""What was shown is counted by its time; serials say nothing of it any more.

What goes gets a default first, with which it comes back.
"""

from django.db import migrations, models
from django.utils import timezone


class Migration(migrations.Migration):
    dependencies = [("dicepool", "0007_fates")]

    operations = [
        # It is made anew by the worker out of the days and the fates.
        migrations.RunSQL("DELETE FROM dicepool_count", "DELETE FROM dicepool_count"),
        migrations.AlterField(model_name="count", name="last", field=models.BigIntegerField(db_default=0)),
        migrations.RemoveField(model_name="count", name="last"),
        migrations.AddField(
            model_name="count",
            name="until",
            field=models.DateTimeField(
                default=timezone.now, help_text="What was shown before it is counted."
            ),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name="count",
            name="sets",
            field=models.BigIntegerField(help_text="How many were shown before it."),
        ),
        migrations.AlterField(model_name="day", name="last", field=models.BigIntegerField(db_default=0)),
        migrations.RemoveField(model_name="day", name="last"),
    ]
