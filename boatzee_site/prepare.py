"""Several management commands in one process: to start Python and Django four times takes seconds.

`python -m boatzee_site.prepare "migrate -v 0" "collectstatic --noinput"`
"""

import os
import sys

import django
from django.core.management import call_command

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boatzee_site.settings")
    django.setup()
    for line in sys.argv[1:]:
        name, *words = line.split()
        call_command(name, *words)
