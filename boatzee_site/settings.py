"""Settings, all read from the environment.

With DATABASE_URL in the environment this is a production site, and a missing secret refuses to
start. Without it this is a local site: boatzee_site.services keeps its secrets and its servers.
"""

from __future__ import annotations

import os
from email.utils import getaddresses
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import django_stubs_ext
import environ
from csp.constants import NONCE, NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from boatzee_site import services

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = services.var_dir()

LOCAL = "DATABASE_URL" not in os.environ
if LOCAL:
    os.environ.update({**services.local_environment(VAR_DIR), **os.environ})

env = environ.Env()
django_stubs_ext.monkeypatch()  # admin and form classes take type arguments when they run, too


def required(name: str) -> str:
    """A setting the site cannot run without. Ends the process with one clear line where it is missing."""
    value = os.environ.get(name, "")
    if not value:
        raise SystemExit(f"Boatzee cannot start: {name} is not set in the environment.")
    return value


# What must be given
SECRET_KEY = required("SECRET_KEY")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
DICE_KEYS = required("DICE_KEYS")
REDIS_URL = required("REDIS_URL")
ALLOWED_HOSTS = [host.strip() for host in required("ALLOWED_HOSTS").split(",")]

# What may be given
DEBUG = env.bool("DEBUG", default=False)
HTTPS = env.bool("HTTPS", default=True)
SITE_URL = env.str("SITE_URL", default=f"{'https' if HTTPS else 'http'}://{ALLOWED_HOSTS[0].lstrip('.')}")
EVENTS_URL = env.str("EVENTS_URL", default="/events")
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
ADMINS = getaddresses([env.str("ADMINS", default="")]) if env.str("ADMINS", default="") else []
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Boatzee <boatzee@localhost>")

INSTALLED_APPS = [
    "accounts",
    "dicepool",
    "games",
    "boatzee_site",
    "allauth",
    "allauth.account",
    "csp",
    "django_htmx",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "boatzee_site.urls"
WSGI_APPLICATION = "boatzee_site.wsgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
            ],
        },
    },
]

# Data
DATABASES = {"default": env.db_url("DATABASE_URL")}
DATABASES["default"].update(
    {
        "HOST": unquote(DATABASES["default"]["HOST"]),  # a socket's folder comes quoted
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
    },
)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# Rate limits are counted in Postgres: they hold across processes, and sign-in works while Redis is down.
CACHES = {"default": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "cache"}}
SESSION_ENGINE = "django.contrib.sessions.backends.db"
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"

# Work in the background; the beat schedule stands in celery.py
CELERY_BROKER_URL = REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_PUBLISH_RETRY = False  # a page never waits for a broker that is down
CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_connect_timeout": 2, "socket_timeout": 10}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TIMEZONE = "UTC"

# The dice pool, in sets: it is topped up to the high mark when it falls below the low one
DICE_BATCH = env.int("DICE_BATCH", default=100_000)
DICE_LOW_WATER = env.int("DICE_LOW_WATER", default=200_000)
DICE_HIGH_WATER = env.int("DICE_HIGH_WATER", default=500_000)
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")

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
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
# Called with the user, in one transaction, when an account is closed.
ACCOUNT_CLOSERS = ["games.play.leave_all"]

# Language and time
LANGUAGE_CODE = "en-gb"
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

# Files
STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": env.str("STATICFILES", default="whitenoise.storage.CompressedManifestStaticFilesStorage"),
    },
}

# Mail
EMAIL_CONFIG = env.email_url("EMAIL_URL", default="smtp://localhost:25")
vars().update(EMAIL_CONFIG)

# Security
SECURE_SSL_REDIRECT = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
X_FRAME_OPTIONS = "DENY"
_events_origin = [] if EVENTS_URL.startswith("/") else [EVENTS_URL.rsplit("/", 1)[0]]
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF, *_events_origin],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "line"},
        "mail": {"class": "django.utils.log.AdminEmailHandler", "level": "ERROR"},
    },
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {"django": {"handlers": ["console", "mail"], "level": "INFO", "propagate": False}},
}

if LOCAL and HTTPS:
    raise ImproperlyConfigured("A local site speaks plain HTTP; give DATABASE_URL to run it for real.")
