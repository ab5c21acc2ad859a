"""An event may be for the members of a club alone."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ladders", "0016_clubs")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="club",
            field=models.ForeignKey(
                db_index=False,
                editable=False,
                help_text="Whose members alone enter; its officers lead it.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="events",
                to="ladders.club",
            ),
        ),
        migrations.AddIndex(
            model_name="event",
            index=models.Index(
                condition=models.Q(("club__isnull", False)),
                fields=["club", "-id"],
                name="ladders_event_of_club",
            ),
        ),
    ]
