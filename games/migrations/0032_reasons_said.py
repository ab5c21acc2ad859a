"""A reason that the site itself gave can be said again in each reader's language. Those of before stay."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0031_imported_records")]

    operations = [migrations.AddField("match", "said", models.JSONField(null=True, editable=False))]
