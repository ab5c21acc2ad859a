"""The same dice for several cards, and a pace at which they are played.

A longer name fits where a shorter one did: Postgres rewrites nothing for that, and reads no row.
"""

import django.db.models.deletion
from django.db import migrations, models

import games.rules


class Migration(migrations.Migration):
    dependencies = [("games", "0023_reviews_by_version")]

    operations = [
        migrations.CreateModel(
            name="Deal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code", models.CharField(choices=games.rules.choices, max_length=2)),
                (
                    "seed",
                    models.BinaryField(
                        help_text="32 random bytes, of which its sets' labels are made; told once it is open."
                    ),
                ),
                (
                    "until",
                    models.DateTimeField(
                        help_text="Closed till then, and open to everybody after; empty: till its matches end.",
                        null=True,
                    ),
                ),
                ("opened_at", models.DateTimeField(null=True)),
                (
                    "sets",
                    models.BinaryField(
                        default=bytes,
                        help_text="Of each turn the rolls, as games.match.deals has it; empty till drawn.",
                    ),
                ),
                (
                    "looked_after",
                    models.BigIntegerField(
                        default=0,
                        help_text="Up to which serial sets were mended that a restored database made doubtful.",
                    ),
                ),
                ("mended", models.PositiveSmallIntegerField(default=0, help_text="How often.")),
                (
                    "faces",
                    models.BinaryField(
                        default=bytes,
                        help_text="Five of each set, where it was opened whole and is played on.",
                    ),
                ),
                ("made_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        models.F("until"),
                        condition=models.Q(("opened_at__isnull", True), ("until__isnull", False)),
                        name="games_deal_until",
                    )
                ],
            },
        ),
        migrations.AddField(
            model_name="match",
            name="deal",
            field=models.ForeignKey(
                db_index=False,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="matches",
                to="games.deal",
            ),
        ),
        migrations.AlterField(
            model_name="match",
            name="pace",
            field=models.CharField(
                choices=[("turns", "turns"), ("split", "split"), ("duplicate", "duplicate")], max_length=9
            ),
        ),
        migrations.AlterField(
            model_name="seek",
            name="pace",
            field=models.CharField(
                choices=[("turns", "turns"), ("split", "split"), ("duplicate", "duplicate")], max_length=9
            ),
        ),
    ]
