"""The apostrophe in the name of a kind is curled, as in all that people read."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0028_tokens"),
    ]

    operations = [
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("turn", "It is my turn"),
                    ("reminder", "My time runs out"),
                    ("invitation", "I am invited to a match"),
                    ("start", "A match of mine begins"),
                    ("late", "My opponent’s time is up"),
                    ("over", "A match of mine is over"),
                    ("feat", "I earn an achievement"),
                    ("message", "Somebody writes to me"),
                    ("forum", "Something new in a thread I follow"),
                    ("event", "News of my events"),
                    ("staff", "The staff decides something about me"),
                    ("news", "News of the site"),
                    ("ways", "A way of telling me fails"),
                ],
                max_length=12,
            ),
        ),
    ]
