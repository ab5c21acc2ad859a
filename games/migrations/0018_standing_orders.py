"""Standing orders: what a player ordered of a seat, which moves it made, and which matches do without."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0017_list")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="may_order",
            field=models.BooleanField(
                db_default=True,
                default=True,
                editable=False,
                help_text="Its players may give standing orders, as far as its event goes.",
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="orders",
            field=models.JSONField(
                db_default={},
                default=dict,
                help_text="Its player's standing orders (games.rules.orders).",
            ),
        ),
        migrations.AddField(
            model_name="move",
            name="ordered",
            field=models.BooleanField(
                db_default=False, default=False, help_text="Made by the player's standing orders."
            ),
        ),
    ]
