"""An appeal against a decision may be answered: the decision stands, and why."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0034_answers_of_a_player")]

    operations = [
        migrations.AddField(
            model_name="sanction",
            name="upheld_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="sanction",
            name="upheld_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="sanction",
            name="upheld_why",
            field=models.TextField(blank=True, db_default=""),
        ),
    ]
