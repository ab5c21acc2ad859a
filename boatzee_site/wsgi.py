"""Pages are served over WSGI."""

import os
import sys

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boatzee_site.settings")
# After each answer of the database a page waits for the interpreter, five milliseconds by default, while
# another thread of its process reckons: one visitor's costly page would be felt in everybody's.
sys.setswitchinterval(0.0005)
os.environ["STATEMENT_SECONDS"] = (
    os.environ.get("STATEMENT_SECONDS") or "20"  # what a page may ask of the database at once
)
application = get_wsgi_application()

from django.urls import get_resolver  # noqa: E402  (it reads the settings, which are known by now)

from boatzee_site import schema  # noqa: E402  (it asks the database)
from dicepool import checks  # noqa: E402  (it reads models, which are loaded by now)

schema.at_start()
checks.at_start()

# Every page's code is loaded before the server forks: its processes share it, and no visitor waits for it.
_ = get_resolver().url_patterns
