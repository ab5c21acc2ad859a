from django.apps import AppConfig


class DicepoolConfig(AppConfig):
    name = "dicepool"
    verbose_name = "dice pool"
