"""The public log: its leaves, and the heads that were signed of it.

The batches that are there get their leaves from the worker, in order, before anything else gets one (tree.py).
"""

from django.db import migrations, models
from django.db.models import Q
from django.db.models.functions import Now


class Migration(migrations.Migration):
    dependencies = [("dicepool", "0010_folded")]

    operations = [
        migrations.CreateModel(
            name="Leaf",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("tree", models.PositiveIntegerField(help_text="From 1: a new epoch begins a new one.")),
                ("index", models.PositiveBigIntegerField(help_text="From 0, without gaps.")),
                ("entry", models.TextField()),
                (
                    "batch",
                    models.PositiveIntegerField(
                        help_text="The batch that it commits to, if it does.", null=True
                    ),
                ),
                ("hash", models.BinaryField(help_text="Of the leaf.")),
                (
                    "nodes",
                    models.BinaryField(help_text="The perfect nodes that it made full, from the bottom up."),
                ),
            ],
            options={
                "verbose_name_plural": "leaves",
                "indexes": [
                    models.Index(fields=["hash"], name="dicepool_leaf_hash"),
                    models.Index(
                        fields=["batch"], condition=Q(batch__isnull=False), name="dicepool_leaf_batch"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("tree", "index"), name="dicepool_leaf_place")
                ],
            },
        ),
        migrations.CreateModel(
            name="Head",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("tree", models.PositiveIntegerField()),
                ("size", models.PositiveBigIntegerField()),
                ("root", models.BinaryField()),
                ("note", models.TextField(help_text="As it was signed, without cosignatures.")),
                ("signed_at", models.DateTimeField(db_default=Now())),
            ],
            options={
                "ordering": ["-tree", "-size"],
                "constraints": [models.UniqueConstraint(fields=("tree", "size"), name="dicepool_head_place")],
            },
        ),
    ]
