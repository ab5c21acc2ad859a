"""Guests who practise without an account, and how each player wants the table."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0009_names_found"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="board",
            field=models.JSONField(blank=True, db_default={}, default=dict, editable=False),
        ),
        migrations.AddField(
            model_name="user",
            name="guest",
            field=models.BooleanField(
                db_default=False, default=False, editable=False, help_text="Practises without an account."
            ),
        ),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(
                models.F("last_seen"), condition=models.Q(("guest", True)), name="accounts_user_guest_seen"
            ),
        ),
    ]
