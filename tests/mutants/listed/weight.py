"""What a process does without."""

from __future__ import annotations

from tests.mutants import in_file

WEIGHT_TESTS = "tests/site/test_weight.py"

WEIGHT = (
    *in_file(
        "ladders/formats/swiss_pairing.py",
        WEIGHT_TESTS,
        ("from itertools import pairwise\n", "from itertools import pairwise\nimport networkx\n"),
    ),
    *in_file(
        "accounts/notices/push.py",
        WEIGHT_TESTS,
        ("import binascii\n", "import binascii\nimport pywebpush\n"),
    ),
    *in_file(
        "accounts/people/forms.py",
        WEIGHT_TESTS,
        (
            "from accounts import limits\n",
            "from accounts import limits\nfrom accounts.people import pictures\n",
        ),
    ),
    *in_file("boatzee_site/wsgi.py", WEIGHT_TESTS, ("_ = get_resolver().url_patterns\n", "")),
    *in_file("gunicorn.conf.py", WEIGHT_TESTS, ("    gc.freeze()\n", "")),
    *in_file(
        "boatzee_site/beat.py",
        WEIGHT_TESTS,
        ("        configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)\n", ""),
        ("        app.finalize()\n", "        super().init_loader()\n"),
    ),
)
