"""Let a folded match lie in its row: of some 2 kB one half of them would else lie beside the table.

There they take a row each for what is more than four to a page, an index, and the rest of the page. It holds up
nobody, and what was folded before stays where it is until it is packed anew.
"""

from django.db import migrations

IN_PLACE = "ALTER TABLE games_folded SET (toast_tuple_target = 8160)"
AS_EVER = "ALTER TABLE games_folded RESET (toast_tuple_target)"


class Migration(migrations.Migration):
    dependencies = [("games", "0032_reasons_said")]

    operations = [migrations.RunSQL(IN_PLACE, AS_EVER)]
