"""Sets that not everybody may see yet."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("dicepool", "0001_pool")]

    operations = [
        migrations.CreateModel(
            name="Closed",
            fields=[
                ("serial", models.BigIntegerField(primary_key=True, serialize=False)),
                (
                    "label",
                    models.BinaryField(
                        help_text="Opaque to the pool: whoever drew the set opens it by this."
                    ),
                ),
                ("opened_at", models.DateTimeField(null=True)),
            ],
            options={
                "verbose_name": "closed set",
                "indexes": [
                    models.Index(
                        fields=["label"],
                        condition=models.Q(opened_at__isnull=True),
                        name="dicepool_closed_label",
                    ),
                    models.Index(
                        fields=["opened_at"],
                        condition=models.Q(opened_at__isnull=False),
                        name="dicepool_closed_opened",
                    ),
                ],
            },
        ),
    ]
