"""How many sets were handed out up to a serial."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("dicepool", "0005_links")]

    operations = [
        migrations.CreateModel(
            name="Count",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("last", models.BigIntegerField(help_text="The last serial that was counted.")),
                ("sets", models.BigIntegerField(help_text="How many up to it were handed out.")),
            ],
        ),
    ]
