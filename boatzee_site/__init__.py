"""The site: settings, addresses, and the processes that serve it."""

from boatzee_site.celery import app as celery_app

__all__ = ["celery_app"]
