"""Pages are served over WSGI."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boatzee_site.settings")
os.environ["STATEMENT_SECONDS"] = (
    os.environ.get("STATEMENT_SECONDS") or "20"  # what a page may ask of the database at once
)
application = get_wsgi_application()
