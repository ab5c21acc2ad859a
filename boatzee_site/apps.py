import django_stubs_ext
from django.apps import AppConfig

from boatzee_site.celery import app as celery_app

__all__ = ["BoatzeeSiteConfig", "celery_app"]  # made before anything sends a task

# Admin and form classes take type arguments when they run, too. This loads the admin, so it stands not in the
# settings, which beat reads as well, but here, before any app's models.
django_stubs_ext.monkeypatch()


class BoatzeeSiteConfig(AppConfig):
    name = "boatzee_site"
    verbose_name = "site"
