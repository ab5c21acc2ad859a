from django.apps import AppConfig
from django.conf import settings
from django.core.checks import Tags, register
from django.utils.translation import gettext_lazy as _

from dicepool import notes, seal


class DicepoolConfig(AppConfig):
    name = "dicepool"
    verbose_name = _("dice pool")

    def ready(self) -> None:
        """Refuse to start with keys, or with a name to sign under, that cannot be read."""
        try:
            if settings.DICE_KEYS or not settings.DICE_KEEPER:
                seal.parse_keys(settings.DICE_KEYS)
            notes.parse_seed(settings.DICE_LOG_KEY)
            notes.parse_witnesses(tuple(settings.DICE_WITNESSES))
        except (seal.BadKeys, notes.BadKey) as error:
            raise SystemExit(f"Boatzee cannot start: {error}") from None
        if not notes.is_name(settings.DICE_ORIGIN):
            raise SystemExit("Boatzee cannot start: DICE_ORIGIN is a name without spaces and plus signs.")
        from dicepool.checks import keys_fit, log_key_fits  # noqa: PLC0415  (it reads models, which are loaded by now)

        register(keys_fit, Tags.database)
        register(log_key_fits, Tags.database)
