"""What witnesses have signed of the public log."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("dicepool", "0011_tree")]

    operations = [
        migrations.CreateModel(
            name="Cosignature",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "head",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="cosignatures",
                        to="dicepool.head",
                    ),
                ),
                (
                    "witness",
                    models.CharField(
                        help_text="Its key as text, which begins with its name.", max_length=400
                    ),
                ),
                (
                    "line",
                    models.TextField(help_text="The signature, as it stands below the head's text."),
                ),
                ("at", models.DateTimeField(help_text="The time that it signed along.")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("witness", "head"), name="dicepool_one_cosignature")
                ],
            },
        ),
    ]
