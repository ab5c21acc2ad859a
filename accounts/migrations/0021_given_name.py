"""Who signs up by an address is given a name, and may choose another once."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0020_unwatched")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="name_given",
            field=models.BooleanField(
                db_default=False,
                default=False,
                editable=False,
                help_text="The site gave the name; the player may choose another, once.",
            ),
        ),
    ]
