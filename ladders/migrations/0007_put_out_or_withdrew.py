"""Whether a disqualified entry left by that, or had withdrawn before; events that go on are announced."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models


def as_it_was(apps: Any, schema_editor: Any) -> None:
    """Until now whoever was cleared came back: let it stay so for those who are out already."""
    out = apps.get_model("ladders", "Entry").objects.filter(disqualified=True, withdrawn_at__isnull=False)
    out.update(put_out=True)


class Migration(migrations.Migration):
    dependencies = [("ladders", "0006_sparse_rungs")]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="put_out",
            field=models.BooleanField(default=False, help_text="Left by its disqualification, not before."),
        ),
        migrations.AlterField(
            model_name="log",
            name="kind",
            field=models.CharField(
                blank=True,
                choices=[
                    ("opened", "open for entries"),
                    ("began", "it has begun"),
                    ("round", "a round is over"),
                    ("stage", "a stage is over"),
                    ("over", "it is over, under review"),
                    ("goes-on", "it goes on after all"),
                    ("final", "the results are final"),
                    ("cancelled", "it is called off"),
                ],
                help_text="Of what is announced by the event's webhook.",
                max_length=9,
            ),
        ),
        migrations.RunPython(as_it_was, migrations.RunPython.noop),
    ]
