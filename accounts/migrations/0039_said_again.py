"""Why something was not delivered can be said again in each reader's language. Rows of before stay."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0038_looked_at")]

    operations = [
        migrations.AddField(model, "said", models.JSONField(null=True, editable=False))
        for model in ("delivery", "hook", "hookpost", "pushsubscription")
    ]
