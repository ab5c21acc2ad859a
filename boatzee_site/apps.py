from django.apps import AppConfig

from boatzee_site.celery import app as celery_app

__all__ = ["BoatzeeSiteConfig", "celery_app"]  # made before anything sends a task


class BoatzeeSiteConfig(AppConfig):
    name = "boatzee_site"
    verbose_name = "site"
