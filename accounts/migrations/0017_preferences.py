"""How a player wants to be told is called by the field's own name."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0016_words")]

    operations = [
        migrations.RenameModel("Telling", "Preferences"),
        migrations.AlterField(
            "preferences",
            "player",
            models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="preferences",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            "preferences",
            "webhook",
            models.OneToOneField(
                help_text="Every notice is posted to it.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="preferences",
                to="accounts.hook",
            ),
        ),
    ]
