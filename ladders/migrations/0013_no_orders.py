"""An event may be played without standing orders."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ladders", "0012_sections")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="no_orders",
            field=models.BooleanField(
                blank=True,
                db_default=False,
                default=False,
                help_text="Nobody lets the site roll or bank while away.",
                verbose_name="without standing orders",
            ),
        ),
    ]
