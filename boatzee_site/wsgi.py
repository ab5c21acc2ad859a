"""Pages are served over WSGI."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boatzee_site.settings")
os.environ.setdefault("STATEMENT_SECONDS", "20")  # what a page may ask of the database at once
application = get_wsgi_application()
