"""When news were told of; those that were published before were told of at once."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0010_guests_and_boards")]

    operations = [
        migrations.AddField(
            model_name="news",
            name="told_at",
            field=models.DateTimeField(
                editable=False, help_text="When those who want news were told.", null=True
            ),
        ),
        migrations.RunSQL("UPDATE accounts_news SET told_at = published_at", migrations.RunSQL.noop),
    ]
