from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("boatzee_site", "0001_heartbeat")]

    operations = [
        migrations.CreateModel(
            name="Silence",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("part", models.CharField(max_length=20)),
                ("from_at", models.DateTimeField()),
                ("until_at", models.DateTimeField()),
            ],
            options={
                "ordering": ["-from_at"],
                "constraints": [models.UniqueConstraint(fields=["part", "from_at"], name="silence_once")],
            },
        ),
    ]
