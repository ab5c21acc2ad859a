"""Where what visitors may do is counted."""

import django.contrib.postgres.fields
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0014_traces_and_devices")]

    operations = [
        migrations.CreateModel(
            name="Spent",
            fields=[
                ("key", models.CharField(max_length=120, primary_key=True, serialize=False)),
                (
                    "times",
                    django.contrib.postgres.fields.ArrayField(base_field=models.DateTimeField(), size=None),
                ),
                (
                    "until",
                    models.DateTimeField(db_index=True, help_text="From then on nothing of it counts."),
                ),
            ],
        ),
    ]
