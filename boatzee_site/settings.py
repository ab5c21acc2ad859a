"""Settings, all read from the environment.

With DATABASE_URL in the environment this is a production site, and a missing secret refuses to
start. Without it this is a local site: boatzee_site.local keeps its secrets and knows its servers.
docs/operating.md lists every variable.
"""

from __future__ import annotations

import base64
import os
from datetime import timedelta
from email.utils import formataddr, getaddresses
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import environ
from django.conf import global_settings

from accounts import limits, retention
from boatzee_site import local
from boatzee_site.catalogues import languages

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = local.var_dir()

LOCAL = "DATABASE_URL" not in os.environ
# What is empty is not given: `NAME=` in .env, and what docker-compose.yml hands on of an .env without it.
given = {name: value for name, value in os.environ.items() if value}
if LOCAL:
    given = {**local.local_environment(VAR_DIR, os.environ), **given}

env = environ.Env()
env.ENVIRON = given


def required(name: str) -> str:
    """A setting the site cannot run without. Ends the process with one clear line where it is missing."""
    value = given.get(name, "")
    if not value:
        raise SystemExit(f"Boatzee cannot start: {name} is not set in the environment.")
    return value


# What must be given
SECRET_KEY = required("SECRET_KEY")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
# Where one process alone holds the dice keys (`manage.py hold_dice_key`): the path of its Unix socket
DICE_KEEPER = env.str("DICE_KEEPER", default="")
DICE_KEYS = env.str("DICE_KEYS", default="") if DICE_KEEPER else required("DICE_KEYS")
DICE_LOG_KEY = required("DICE_LOG_KEY")
REDIS_URL = required("REDIS_URL")
ALLOWED_HOSTS = [host.strip() for host in required("ALLOWED_HOSTS").split(",")]
required("DATABASE_URL")

# What may be given
DEBUG = env.bool("DEBUG", default=False)
HTTPS = env.bool("HTTPS", default=True)
SITE_URL = env.str("SITE_URL", default=f"{'https' if HTTPS else 'http'}://{ALLOWED_HOSTS[0].lstrip('.')}")
# What the site calls itself: in its head, and under whatever it writes to anybody
SITE_NAME = env.str("SITE_NAME", default="Boatzee").strip()
if not (SITE_NAME.isprintable() and 0 < len(SITE_NAME) <= 30):
    raise SystemExit("Boatzee cannot start: SITE_NAME is one line of at most 30 letters.")
# Who runs the site, as the privacy policy and the agreement name them, and where it is supported
OPERATOR_NAME = env.str("OPERATOR_NAME", default="").strip()
OPERATOR_ADDRESS = env.str("OPERATOR_ADDRESS", default="").strip()
OPERATOR_EMAIL = env.str("OPERATOR_EMAIL", default="").strip()
SUPPORT_URL = env.str("SUPPORT_URL", default="").strip()
if SUPPORT_URL and not (urlsplit(SUPPORT_URL).scheme in {"http", "https"} and urlsplit(SUPPORT_URL).netloc):
    raise SystemExit("Boatzee cannot start: SUPPORT_URL is a whole address that begins with https://.")
# Where pages hear of changes: one address, or several with commas between, one of which each page is told by
# what it shows. `{host}` stands for the host by which the visitor came
EVENTS_URL = env.str("EVENTS_URL", default="/events")
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
ADMINS = getaddresses([env.str("ADMINS", default="")]) if env.str("ADMINS", default="") else []
EMAIL_TIMEOUT = 10
_sender = formataddr((SITE_NAME, f"boatzee@{urlsplit(SITE_URL).hostname or 'localhost'}"))
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("DEFAULT_FROM_EMAIL", default=_sender)

INSTALLED_APPS = [
    "accounts",
    "dicepool",
    "games",
    "ladders",
    "boatzee_site",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "allauth.idp.oidc",
    "django_countries",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.sessions",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "boatzee_site.health.Health",
    "boatzee_site.logged.RequestId",
    "boatzee_site.measured.Requests",
    "boatzee_site.headers.Headers",
    "boatzee_site.lines.Patience",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "boatzee_site.headers.Policy",
    # Against BREACH, Django masks the CSRF token anew in each page and pads compressed pages at random.
    "boatzee_site.compressed.Compressed",
    "accounts.middleware.Spoken",
    "boatzee_site.status.Status",
    "boatzee_site.bare.Bare",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "accounts.middleware.SignedIn",
    "accounts.middleware.NotKept",
    "accounts.middleware.Locale",
    "accounts.middleware.LastSeen",
    "accounts.middleware.Suspended",
    "django.contrib.messages.middleware.MessageMiddleware",
    "accounts.middleware.SecondFactor",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "accounts.middleware.Guest",
    "boatzee_site.whence.ComeBack",
    "boatzee_site.errors.BooksUnreachable",
    "boatzee_site.errors.Overtaken",
    "boatzee_site.errors.TooOften",
    "boatzee_site.errors.CannotBeRead",
    "boatzee_site.budgets.Readers",
    "boatzee_site.unreadable.Unreadable",
]

ROOT_URLCONF = "boatzee_site.urls"
WSGI_APPLICATION = "boatzee_site.wsgi.application"
# Addresses are kept in the process (accounts/templatetags/flat.py): what a request says of where the site
# lies, as gunicorn lets one from this machine do in a header, must not get into what all others see.
FORCE_SCRIPT_NAME = ""

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "boatzee_site.flattened.Loader",
                    [
                        "django.template.loaders.filesystem.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                ),
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "boatzee_site.context.site",
            ],
            "libraries": {"i18n": "accounts.templatetags.said"},  # in place of Django's own
            "builtins": ["accounts.templatetags.dates"],  # and so its `date`
        },
    },
]
SILENCED_SYSTEM_CHECKS = ["templates.W003"]  # two libraries of one name: that one is meant

# Data
# Nothing that hangs may hold a match for ever: neither a query of a page (wsgi.py gives it 20 seconds),
# nor a wait for somebody's lock, nor a transaction whose process sleeps, nor a line that went dead.
SESSION_LIMITS = {
    "statement_timeout": f"{env.int('STATEMENT_SECONDS', default=0)}s",
    "lock_timeout": "10s",
    "idle_in_transaction_session_timeout": "300s",
    # Names are alike from here on; at Postgres's own 0.3 two shared first letters already cost a look each.
    "pg_trgm.similarity_threshold": "0.45",
}
COPY_LIMITS = {**SESSION_LIMITS, "default_transaction_read_only": "on"}
# A PgBouncer takes none of these with the greeting: then each connection asks for them once it is there.
DATABASE_POOLER = env.bool("DATABASE_POOLER", default=False)


def database(found: dict[str, Any], limits: dict[str, str], connect_timeout: int) -> dict[str, Any]:
    """How a database is spoken to whose address is `found`. `connect_timeout` is in seconds."""
    greeting = {"options": " ".join(f"-c {name}={value}" for name, value in limits.items())}
    return {
        **found,
        "HOST": unquote(found["HOST"]),  # a socket's folder comes quoted
        "CONN_MAX_AGE": 600,  # each thread of each web process keeps a connection of its own
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            "connect_timeout": connect_timeout,
            "tcp_user_timeout": 30_000,  # a machine that is gone: also for who only waits for its answer,
            "keepalives_idle": 15,  # if the line is tried meanwhile
            "keepalives_interval": 5,
            **({} if DATABASE_POOLER else greeting),
            **found.get("OPTIONS", {}),
        },
    }


DATABASES = {"default": database(env.db_url("DATABASE_URL"), SESSION_LIMITS, 5)}
# A copy that follows it, from which public pages are read (boatzee_site/copies). Without one nothing of that
# is there at all.
if given.get("DATABASE_REPLICA_URL"):
    DATABASES["replica"] = database(env.db_url("DATABASE_REPLICA_URL"), COPY_LIMITS, 2)
    DATABASE_ROUTERS = ["boatzee_site.copies.router.Router"]
    MIDDLEWARE.insert(
        MIDDLEWARE.index("django.contrib.sessions.middleware.SessionMiddleware"),
        "boatzee_site.copies.middleware.Copies",
    )
    MIDDLEWARE.append("boatzee_site.copies.middleware.Turned")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# Rate limits are counted in Postgres: they hold across processes, and sign-in works while Redis is down.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "cache",
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    },
}
SESSION_ENGINE = "accounts.sessions"
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"

# Work in the background; the beat schedule stands in celery.py
CELERY_BROKER_URL = REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 900  # seconds
# A page does not wait for a broker that is down: it tries twice, for a line may have died in the night.
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_step": 0}
CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_connect_timeout": 1, "socket_timeout": 4}
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BEAT_SCHEDULER = "boatzee_site.beat:Scheduler"
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat")
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TIMEZONE = "UTC"

# The dice pool, in sets: it is topped up to the high mark when it falls below the low one
DICE_BATCH = env.int("DICE_BATCH", default=100_000)
DICE_LOW_WATER = env.int("DICE_LOW_WATER", default=200_000)
DICE_HIGH_WATER = env.int("DICE_HIGH_WATER", default=500_000)
# How far ahead of the draws their bound is moved, in sets, and the folder where it is remembered beside Redis
DICE_AHEAD = env.int("DICE_AHEAD", default=10_000)
DICE_MEMORY = Path(env.str("DICE_MEMORY", default=str(VAR_DIR / "dice")))
# The folder of the log of everything that was taken: kept for ever, and shared by all machines
DICE_LOG = Path(env.str("DICE_LOG", default=str(VAR_DIR / "dice-log")))
# The name under which the site signs its log of dice, and the keys of those who watch over it
DICE_ORIGIN = env.str("DICE_ORIGIN", default=urlsplit(SITE_URL).netloc)
DICE_WITNESSES = env.list("DICE_WITNESSES", default=[])
# The folder of all public matches, month by month, to be downloaded: shared by all machines
DUMPS_DIR = Path(env.str("DUMPS_DIR", default=str(VAR_DIR / "dumps")))
# The folder of the tables of perfect play, for all processes of this machine; what is missing is built anew
ANALYSIS_DIR = Path(env.str("ANALYSIS_DIR", default=str(VAR_DIR / "tables")))
ANALYSIS_BUILD = env.bool("ANALYSIS_BUILD", default=True)  # off in tests that cannot wait
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
# What is told to Prometheus beside the figures of the dice: collectors, each made anew for each answer.
METRICS = ["boatzee_site.measured.SiteCollector"]

# Encrypted backups of the database (boatzee_site/backups): where they lie and their keys, who may take them,
# where the server lays its log aside, for how many days one can go back, and where restored ones are tried
BACKUP_DIR = Path(env.str("BACKUP_DIR", default=str(VAR_DIR / "backups")))
BACKUP_KEYS = env.str("BACKUP_KEYS", default="")
BACKUP_DATABASE_URL = env.str("BACKUP_DATABASE_URL", default="")
BACKUP_WAL = env.str("BACKUP_WAL", default="")
BACKUP_DAYS = env.int("BACKUP_DAYS", default=14)
BACKUP_SCRATCH = Path(env.str("BACKUP_SCRATCH", default=str(VAR_DIR / "drill")))
POSTGRES_BIN = env.str("POSTGRES_BIN", default="")

# How long a match has been over when its moves are folded into one row, in days; 0 for never
HOUSE_EVENTS = env.bool("HOUSE_EVENTS", default=True)  # whether the site keeps events of its own open
FOLD_AFTER = timedelta(days=env.int("FOLD_AFTER_DAYS", default=7))
# How long what does not stay for ever is kept: `notices=90,lost=60`, in days; the names stand in retention.py
try:
    KEPT = retention.spans(env.str("KEEP_DAYS", default=""))
except retention.BadSpan as error:
    raise SystemExit(f"Boatzee cannot start: {error}.") from None

# People
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "games:mine"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]  # the form asks for one of the first two
ACCOUNT_EMAIL_VERIFICATION = env.str("EMAIL_CONFIRMATION", default="optional")
if ACCOUNT_EMAIL_VERIFICATION not in {"optional", "mandatory"}:
    raise SystemExit("Boatzee cannot start: EMAIL_CONFIRMATION is optional or mandatory.")
ACCOUNT_PREVENT_ENUMERATION = True  # it can be kept from strangers only where confirmation is mandatory
ACCOUNT_EMAIL_SUBJECT_PREFIX = f"{SITE_NAME}: "
ACCOUNT_ADAPTER = "accounts.doors.Adapter"
ACCOUNT_FORMS = {
    "login": "accounts.forms.LoginForm",
    "signup": "accounts.forms.SignupForm",
    "add_email": "accounts.forms_worded.AddEmailForm",
    "change_password": "accounts.forms_worded.ChangePasswordForm",
    "set_password": "accounts.forms_worded.SetPasswordForm",
    "reset_password": "accounts.forms_worded.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms_worded.ResetPasswordKeyForm",
    "reauthenticate": "accounts.forms_worded.ReauthenticateForm",
}
# Whoever changes how one comes in says first who one is, and the address that was the player's hears of it.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 300  # seconds
ACCOUNT_EMAIL_NOTIFICATIONS = True
MFA_FORMS = {
    "activate_totp": "accounts.forms_worded.ActivateTOTPForm",
    "add_webauthn": "accounts.forms_factor.AddForm",
    "authenticate_webauthn": "accounts.forms_factor.AuthenticateForm",
    "login_webauthn": "accounts.forms_factor.LoginForm",
    "reauthenticate_webauthn": "accounts.forms_factor.ReauthenticateForm",
}
# Programs of others that players let in (accounts/applications.py): the key that signs who somebody is, RSA,
# PEM in base64, without which none can be let in; and whether players may register such programs
IDP_OIDC_PRIVATE_KEY = base64.b64decode(env.str("OIDC_KEY", default="")).decode()
IDP_OIDC_ADAPTER = "accounts.applications.Adapter"
IDP_OIDC_RATE_LIMITS = {"device_user_code": "10/m/ip"}
IDP_OIDC_REFRESH_TOKEN_EXPIRES_IN = 180 * limits.DAY
APPLICATIONS = env.bool("APPLICATIONS", default=True)
STAFF_MFA = env.bool("STAFF_MFA", default=True)
DEVICE_COOKIE_NAME = "__Host-device" if HTTPS else "device"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = SITE_NAME
MFA_ADAPTER = "accounts.adapter.Keys"
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS  # a local site has no other
ACCOUNT_RATE_LIMITS = dict(limits.ALLAUTH)
# What the worker makes of each kind of thing that happened: called with its key and what was noted of it.
OUTBOX = {
    "match": [
        "games.match.notices.tell",
        "games.coach.reviews.follow",
        "games.daily.counting.follow",
        "games.feats.counting.follow",
        "games.standings.keeping.follow_match",
        "games.archive.keeping.follow",
    ],
    "deed": [
        "games.daily.counting.follow",
        "games.feats.counting.follow",
        "games.standings.keeping.follow_match",
        "games.archive.keeping.follow",
    ],
    "deal": ["games.archive.keeping.follow_deal"],
    "standing": ["games.standings.keeping.follow"],
    "title": ["games.feats.achievements.follow_titles"],
    "result": ["ladders.events.results.take"],
    "forum": ["accounts.forum.notices.tell"],
    "club line-ups": ["ladders.clubs.notices.tell_members"],
    "club match": ["ladders.clubs.settling.settle"],
    "club ladders": ["ladders.clubs.ladders.follow"],
}
# Steps that follow from some of it alone, by the word (`what`) under which it was noted.
OUTBOX_FOR = dict.fromkeys(
    (
        "games.coach.reviews.follow",
        "games.daily.counting.follow",
        "games.feats.counting.follow",
        "games.standings.keeping.follow_match",
        "games.archive.keeping.follow",
    ),
    ("over", "changed"),
)
# Called with the user, in one transaction, when an account is closed.
ACCOUNT_CLOSERS = [
    "ladders.leaving.leave_all",
    "games.match.play.leave_all",
    "games.seats.automatch.leave",
    "games.coach.fair_play.leave",
    "games.daily.handing.withdraw",
    "ladders.leaving.leave_clubs",  # after all matches and wishes, before the account is locked
    "games.feats.counting.leave",
    "games.standings.keeping.leave",
]
# Called with the user when staff have suspended an account.
ACCOUNT_SUSPENDED = "games.daily.handing.withdraw"
# Called with the user; each yields files for the archive of what the site knows about them.
ACCOUNT_PARTS = ["accounts.export.person", "games.export.matches", "ladders.export.events"]
# Tells of a user whether a match was finished: whoever has not is limited in writing to others.
SETTLED = "games.match.careers.is_settled"
# Called with the request and the user when somebody has signed up.
ACCOUNT_OPENERS = [
    "games.seats.friends.seat",
    "games.puzzles.solving.take_over",  # before the guest is gone
    "games.daily.handing.take_over",
    "games.seats.practice.take_over",
]

# Called with a user and a match's key: whether the user plays so near to it that others decide about it.
MATCH_CONCERNS = ["ladders.impartial.shares_the_section"]
# Called with matches of events and ladders: the name and the address of what each is played in, by its key.
MATCH_SUBJECTS = "ladders.naming.subjects"
# Called with words: the events and ladders that are called so.
SUBJECTS_CALLED = "ladders.naming.called"
# Called with a match of an event that was decided, not played to its end: the name of who decided it, or "".
MATCH_DECIDERS = "ladders.naming.decider"
# Called with a user and a match of an event: whether the user has to decide about it, and so sees it.
MATCH_OVERSEERS = "ladders.events.leaders.oversees"
# Called with a match of an event: whether nobody plays its round any more, so that it may be reviewed.
MATCH_ROUND_OVER = "ladders.events.queries.round_is_over"
# Called with a user who has begun, or ceased, to let nobody watch.
WATCHING_CHANGED = "games.match.watching.tell_of_change"
# Called with a user of whom lists of the best may have to show something else: the country, whether there is
# anything to be shown at all.
LISTING_CHANGED = "games.standings.keeping.note"
# Called with a user's key: the events that were won, by the achievements that they are, and when.
TITLES_WON = "ladders.titles.won"

# Language and time
LANGUAGE_CODE = languages.SOURCE.code
# Each by the name that its speakers give it, which is the same in all of them
LANGUAGES = [(language.code, language.name) for language in languages.offered()]
if DEBUG:
    LANGUAGES += [(language.code, language.name) for language in (languages.PSEUDO, languages.TURNED)]
    LANGUAGES_BIDI = [*global_settings.LANGUAGES_BIDI, languages.TURNED.code]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

# Files
STATIC_URL = "static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(VAR_DIR / "static")))
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "boatzee_site.swagger.Finder",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "dice_log": {"BACKEND": "dicepool.logfiles.Folder"},
    "staticfiles": {
        "BACKEND": env.str("STATICFILES", default="boatzee_site.storage.Files"),
    },
}
WHITENOISE_ALLOW_ALL_ORIGINS = False  # headers.py says that nobody else may embed them

# Mail
EMAIL_CONFIG = env.email_url("EMAIL_URL", default="smtp://localhost:25")
vars().update(EMAIL_CONFIG)

# Web push: `manage.py make_push_keys` makes the keys; without them nothing is pushed
VAPID_PRIVATE_KEY = env.str("VAPID_PRIVATE_KEY", default="")
VAPID_PUBLIC_KEY = env.str("VAPID_PUBLIC_KEY", default="")
VAPID_SUBJECT = env.str("VAPID_SUBJECT", default=f"mailto:{getaddresses([DEFAULT_FROM_EMAIL])[0][1]}")
PUSH_SERVICES = env.list(
    "PUSH_SERVICES",
    default=[
        "fcm.googleapis.com",
        "push.services.mozilla.com",
        "notify.windows.com",
        "push.apple.com",
    ],
)

# Security
SECURE_SSL_REDIRECT = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_NAME = "__Host-language" if HTTPS else "language"
SESSION_COOKIE_NAME = "__Host-session" if HTTPS else "session"
CSRF_COOKIE_NAME = "__Host-csrf" if HTTPS else "csrf"
CSRF_FAILURE_VIEW = "boatzee_site.errors.old_form"
DATA_UPLOAD_MAX_MEMORY_SIZE = 262_144  # bytes; the site takes forms, never files
DATA_UPLOAD_MAX_NUMBER_FILES = 1
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("PROXIES", default=1 if HTTPS else 0)
_site = urlsplit(SITE_URL)
_port = f":{_site.port}" if _site.port else ""
SITE_ORIGINS = {f"{_site.scheme}://{host.lstrip('.')}{_port}" for host in ALLOWED_HOSTS}
_events = {
    urlsplit(stream.strip().replace("{host}", host))
    for stream in EVENTS_URL.split(",")
    for host in ALLOWED_HOSTS
    if "[" not in host
}
_heard = sorted(f"{url.scheme}://{url.netloc}" for url in _events if url.netloc)
# The same for all pages: none has a script of its own in it
CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self'",
        "img-src 'self' data:",
        " ".join(["connect-src 'self'", *_heard]),
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)

# The address of a Sentry that is told of faults (boatzee_site/faults.py); without one nobody is
SENTRY_DSN = env.str("SENTRY_DSN", default="")
if SENTRY_DSN and not (urlsplit(SENTRY_DSN).hostname and urlsplit(SENTRY_DSN).username):
    raise SystemExit("Boatzee cannot start: SENTRY_DSN is no address of a Sentry.")
LOG_FORMAT = env.str("LOG_FORMAT", default="line")
if LOG_FORMAT not in {"line", "json"}:
    raise SystemExit("Boatzee cannot start: LOG_FORMAT is line or json.")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "%(asctime)s %(levelname)s %(name)s%(of)s: %(message)s"},
        "json": {"()": "boatzee_site.logged.Json"},
    },
    "filters": {
        "once": {"()": "boatzee_site.reports.OnceInAWhile"},
        "visitors": {"()": "boatzee_site.reports.OfVisitors"},
        "of request": {"()": "boatzee_site.logged.OfRequest"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT, "filters": ["of request"]},
        "refused": {
            "class": "logging.StreamHandler",
            "formatter": LOG_FORMAT,
            "filters": ["visitors", "of request"],
        },
        "mail": {"class": "django.utils.log.AdminEmailHandler", "level": "ERROR", "filters": ["once"]},
        "nowhere": {"class": "logging.NullHandler"},
    },
    "root": {"handlers": ["console", "mail"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": [], "level": "INFO"},
        "django.security": {"handlers": ["refused"], "propagate": False},
        "django.security.DisallowedHost": {"handlers": ["nowhere"], "propagate": False},
    },
}
DEFAULT_EXCEPTION_REPORTER_FILTER = "boatzee_site.reports.ReportFilter"

if LOCAL and HTTPS:
    raise SystemExit("Boatzee cannot start: without DATABASE_URL it is a local site, and HTTPS must be 0.")
