"""What is noted of events, ladders and clubs, and the titles of medals, can be said again in each reader's
language. Lines of before stay as they are.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ladders", "0023_bots")]

    operations = [
        migrations.AddField(model, "said", models.JSONField(null=True, editable=False))
        for model in ("log", "clubline", "medal", "clubmatch")
    ]
