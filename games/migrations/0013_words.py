"""What is said beside a match may be as long as what is written elsewhere."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0012_ladder_matches")]

    operations = [migrations.AlterField("remark", "text", models.TextField(max_length=2000))]
