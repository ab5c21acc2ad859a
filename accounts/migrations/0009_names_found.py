"""Players are found by name, in any case, and by address as fast among millions as among a few."""

import django.db.models.functions.comparison
import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0008_people")]

    operations = [
        migrations.AddIndex(
            model_name="user",
            index=models.Index(
                django.db.models.functions.comparison.Collate(
                    django.db.models.functions.text.Lower("username"), "C"
                ),
                name="accounts_user_name_begins",
            ),
        ),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(
                django.db.models.functions.text.Upper("username"), name="accounts_user_name_iexact"
            ),
        ),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(fields=["email"], name="accounts_user_email"),
        ),
    ]
