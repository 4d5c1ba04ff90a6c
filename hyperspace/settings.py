"""Every setting, read from the environment. What is not said is what a public server needs.

The names of Django's own settings keep them (`SECRET_KEY`, `ALLOWED_HOSTS`); what is ours starts
with `HYPERSPACE_`. The README has the table of all of them.
"""

import logging
from pathlib import Path

from environs import Env

from hyperspace.configuration import database, strong_key, without_traceback

env = Env()
BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = env.path("HYPERSPACE_VAR", BASE_DIR / "var")

# Who we are, and how we are reached

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = strong_key(env.str("SECRET_KEY", default=""))
# Visitors own their characters by a signed cookie. Where a key is replaced, the old one goes here.
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", default=[])
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])
PLAIN_HTTP = env.bool("HYPERSPACE_PLAIN_HTTP", default=False)

# What we are made of

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "rules.apps.RulesConfig",
    "sheets.apps.SheetsConfig",
]
MIDDLEWARE = [
    "hyperspace.health.HealthMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "hyperspace.headers.permissions_policy",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "hyperspace.limits.refuse_large_bodies",
    "hyperspace.limits.without_odd_cookies",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "sheets.middleware.VisitorMiddleware",
]
ROOT_URLCONF = "hyperspace.urls"
WSGI_APPLICATION = "hyperspace.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "sheets.context.site",
            ]
        },
    }
]
LANGUAGE_CODE = "en"
USE_I18N = False
TIME_ZONE = "UTC"

# Where things are kept

DATABASES = {
    "default": database(
        env.str("DATABASE_URL", default=""), fallback=VAR_DIR / "hyperspace.sqlite3"
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
# Printed sheets by what they hold, in files: all processes have them, and the folder is made ours
# alone to read. Whatever is missing of it is printed again.
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    "printed": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": VAR_DIR / "printed",
        "TIMEOUT": 7 * 24 * 60 * 60,
        "OPTIONS": {"MAX_ENTRIES": max(1, env.int("HYPERSPACE_KEPT_PRINTS", default=1000))},
    },
}

# What keeps strangers out. Behind https unless told otherwise.

SECURE_SSL_REDIRECT = not PLAIN_HTTP
SESSION_COOKIE_SECURE = not PLAIN_HTTP
CSRF_COOKIE_SECURE = not PLAIN_HTTP
SECURE_HSTS_SECONDS = 0 if PLAIN_HTTP else 365 * 24 * 60 * 60
SECURE_HSTS_INCLUDE_SUBDOMAINS = not PLAIN_HTTP
# Putting a whole domain on the browsers' preload list is for the owner of the domain to decide.
SILENCED_SYSTEM_CHECKS = ["security.W021"]
if env.bool("HYPERSPACE_TRUST_PROXY", default=False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
        "base-uri": ["'none'"],
    }
}
CSRF_FAILURE_VIEW = "hyperspace.faults.forged"
WHITENOISE_ALLOW_ALL_ORIGINS = False

# A document of 256 KiB fits even where a form percent-encodes every byte of it.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = DATA_UPLOAD_MAX_MEMORY_SIZE
# By the names of their addresses: a picture of 8 MiB, and what a form writes around it.
LARGER_BODIES = {"character_portrait": 8 * 1024 * 1024 + 64 * 1024}
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000
DATA_UPLOAD_MAX_NUMBER_FILES = 5

# What we say. A page not found is the visitor's business, what was refused takes one line, and what
# went wrong in here all it takes.

LOG_LEVEL = env.log_level("HYPERSPACE_LOG_LEVEL", logging.INFO)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "filters": {"brief": {"()": "django.utils.log.CallbackFilter", "callback": without_traceback}},
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "line"},
        "brief": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["brief"]},
    },
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        "django.request": {"level": "ERROR"},
        "django.security": {"handlers": ["brief"], "propagate": False},
        "django.server": {"handlers": [], "propagate": True, "level": "WARNING"},
    },
}
