"""Names are in any script, and kept with what they look like."""

from django.db import migrations

import accounts.models.named
import accounts.models.user


class Migration(migrations.Migration):
    dependencies = [("accounts", "0035_appeals_answered")]

    operations = [
        migrations.AlterField(
            model_name="user",
            name="username",
            field=accounts.models.named.Name(
                error_messages={"unique": "A player of that name exists already."},
                help_text="3 to 20 letters, digits, hyphens or underscores. Everybody sees it.",
                max_length=20,
                unique=True,
                validators=[
                    accounts.models.user.like_a_name,
                    accounts.models.user.not_reserved,
                    accounts.models.user.not_of_a_bot,
                ],
                verbose_name="user name",
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="looking",
            field=accounts.models.named.Looking(editable=False, max_length=200, null=True),
        ),
    ]
