from django.apps import AppConfig
from django.conf import settings
from django.core.checks import Tags, register

from dicepool import seal


class DicepoolConfig(AppConfig):
    name = "dicepool"
    verbose_name = "dice pool"

    def ready(self) -> None:
        """Refuse to start with dice keys that cannot be read."""
        try:
            if settings.DICE_KEYS or not settings.DICE_KEEPER:
                seal.parse_keys(settings.DICE_KEYS)
        except seal.BadKeys as error:
            raise SystemExit(f"Boatzee cannot start: {error}") from None
        from dicepool.checks import keys_fit  # noqa: PLC0415  (it reads models, which are loaded by now)

        register(keys_fit, Tags.database)
