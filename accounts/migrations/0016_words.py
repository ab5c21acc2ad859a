"""What is written is kept alike everywhere; reports and their words outlast the account they are about."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0015_spent")]

    operations = [
        migrations.RenameField("message", "sender", "player"),
        migrations.AlterField(
            "report",
            "about",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="reports_about",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            "profile",
            "chat",
            models.BooleanField(
                default=True,
                help_text="Messages reach you all the same.",
                verbose_name="show the chat beside my matches, in my teams and in my events",
            ),
        ),
    ]
