import django_stubs_ext
from django.apps import AppConfig
from django.conf import settings
from django.db.backends.signals import connection_created
from django.utils.translation import gettext_lazy as _

from boatzee_site.celery import app as celery_app

__all__ = ["BoatzeeSiteConfig", "celery_app"]  # made before anything sends a task

# Admin and form classes take type arguments when they run, too. This loads the admin, so it stands not in the
# settings, which beat reads as well, but here, before any app's models.
django_stubs_ext.monkeypatch()


class BoatzeeSiteConfig(AppConfig):
    name = "boatzee_site"
    verbose_name = _("site")

    def ready(self) -> None:
        """Bound the sessions of the database where a pooler stands before it, and tell a Sentry of faults; in
        DEBUG, speak the language that nobody does.
        """
        if settings.DEBUG:
            from boatzee_site.catalogues import pseudo  # noqa: PLC0415  (nobody else needs it)

            pseudo.install()
        if settings.DATABASE_POOLER:
            from boatzee_site.sessions import bound  # noqa: PLC0415  (beat has no database)

            connection_created.connect(bound)
        if settings.SENTRY_DSN:
            from boatzee_site import faults  # noqa: PLC0415  (its library takes room that others need not give)

            faults.begin(settings.SENTRY_DSN)
