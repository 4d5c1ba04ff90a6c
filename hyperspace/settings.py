"""Every setting, read from the environment. Defaults suit a public server.

Django's own settings keep their names (`SECRET_KEY`, `ALLOWED_HOSTS`); others start with
`HYPERSPACE_`. `docs/host/configure.md` lists all of them.
"""

import logging
import shlex
from pathlib import Path
from urllib.parse import urlsplit

import django
from environs import Env

from hyperspace.environment import (
    alert_addresses,
    check_secret_key,
    counters,
    database,
    factors_for,
    log_format,
    mail,
    metrics_token,
    prints,
    private_folder,
    proxy_count,
    quota,
    rates,
    second_factors,
    session_seconds,
    site_url,
    slow_seconds,
)
from hyperspace.logs import drop_traceback, name_route

env = Env()
BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = private_folder(env.path("HYPERSPACE_VAR", BASE_DIR / "var"))

# Identity and hosts

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = check_secret_key(env.str("SECRET_KEY", default=""))
# Visitors own characters by a signed cookie. After a change of the key, the old one goes here.
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", default=[])
# The prefix of shared URLs. The site's own host name is always allowed.
SITE_URL = site_url(env.str("HYPERSPACE_SITE_URL", default=""))
if (SITE_NAME := urlsplit(SITE_URL).hostname) and SITE_NAME not in ALLOWED_HOSTS:
    ALLOWED_HOSTS.append(f"[{SITE_NAME}]" if ":" in SITE_NAME else SITE_NAME)
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])
PLAIN_HTTP = env.bool("HYPERSPACE_PLAIN_HTTP", default=False)

# Apps, middleware, templates

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "rules.apps.RulesConfig",
    "sheets.apps.SheetsConfig",
]
MIDDLEWARE = [
    "sheets.processes.stack.with_room",
    "hyperspace.telemetry.TelemetryMiddleware",
    "hyperspace.middleware.HealthMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "hyperspace.middleware.content_security_policy",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "sheets.api.middleware.ApiMiddleware",
    "sheets.restrictions.PagesOffMiddleware",
    "hyperspace.middleware.refuse_large_bodies",
    "hyperspace.middleware.drop_control_character_cookies",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "sheets.page_cache.middleware.PageCacheMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "sheets.middleware.VisitorMiddleware",
    "sheets.restrictions.FrozenOwnersMiddleware",
    "sheets.accounts.second_factor.SecondFactorMiddleware",
    "sheets.offline.middleware.offline",
    "sheets.zones.middleware",
    "sheets.direction.middleware",
]
ROOT_URLCONF = "hyperspace.urls"
WSGI_APPLICATION = "hyperspace.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        # The second folder has Django's widget templates, which our form templates include.
        "DIRS": [BASE_DIR / "templates", Path(django.__file__).parent / "forms/templates"],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "sheets.context_processors.site",
            ],
            "builtins": ["sheets.ui.addresses"],
            "libraries": {
                "advancement": "sheets.advancement.tags",
                "board": "sheets.parties.board.tags",
                "briefing": "sheets.parties.briefing.tags",
                "companions": "sheets.parties.companions",
                "creation": "sheets.creation.tags",
                "encounters": "sheets.encounters.tags",
                "exchange": "sheets.exchange.tags",
                "history": "sheets.history.tags",
                "home": "sheets.home.showcase",
                "notes": "sheets.notes.tags",
                "party_nav": "sheets.parties.nav",
                "play": "sheets.play.tags",
                "printing": "sheets.printing.tags",
                "reviews": "sheets.reviews.tags",
                "roll_requests": "sheets.parties.roll_requests.tags",
                "terms": "sheets.ui.terms",
                "takeover": "sheets.parties.takeover.tags",
                "ui": "sheets.ui.tags",
            },
        },
    }
]
FORM_RENDERER = "sheets.forms.Renderer"
LANGUAGE_CODE = "en"
USE_I18N = False
TIME_ZONE = "UTC"

# Databases, static files, caches

DATABASES = {
    "default": database(
        env.str("DATABASE_URL", default=""), fallback=VAR_DIR / "hyperspace.sqlite3"
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
# Nobody asks for a file by its own name: only those with a digest are compressed and kept.
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "hyperspace.static_files.StaticFilesStorage"},
}
# "default" counts attempts (sign-ins, imports) for all processes. "printed" holds PDFs in files
# that all processes of a machine share, or where all machines find them; a missing one is printed
# again.
SHARES_PRINTS = env.bool("HYPERSPACE_SHARE_PRINTS", default=False)
CACHES = {
    **counters(env.str("CACHE_URL", default="")),
    "printed": prints(
        env.str("CACHE_URL", default=""),
        VAR_DIR / "printed",
        most=max(1, env.int("HYPERSPACE_KEPT_PRINTS", default=1000)),
        shared=SHARES_PRINTS,
    ),
}

# Finished pages that each process keeps in memory (sheets.page_cache), in MiB; 0 for none.
PAGE_CACHE_MIB = env.int("HYPERSPACE_PAGE_CACHE", default=32)

# Security. Requires https unless HYPERSPACE_PLAIN_HTTP is set.

SECURE_SSL_REDIRECT = not PLAIN_HTTP
# A program that sends its token in the clear is told so (sheets.api.middleware), not sent on.
SECURE_REDIRECT_EXEMPT = [r"^api/1/"]
SESSION_COOKIE_SECURE = not PLAIN_HTTP
CSRF_COOKIE_SECURE = not PLAIN_HTTP
# No other host, and nobody on a plain connection, can set a cookie with this prefix.
SESSION_COOKIE_NAME = "sessionid" if PLAIN_HTTP else "__Host-sessionid"
CSRF_COOKIE_NAME = "csrftoken" if PLAIN_HTTP else "__Host-csrftoken"
CSRF_COOKIE_HTTPONLY = True
SECURE_HSTS_SECONDS = 0 if PLAIN_HTTP else 365 * 24 * 60 * 60
SECURE_HSTS_INCLUDE_SUBDOMAINS = not PLAIN_HTTP
# HSTS preload covers a whole domain: that is for the owner of the domain to decide.
# `static` is the name of two libraries of tags: ours takes the place of Django's.
SILENCED_SYSTEM_CHECKS = ["security.W021", "templates.W003"]
if PROXIES := proxy_count(env.str("HYPERSPACE_TRUST_PROXY", default="false")):
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
        "worker-src": ["'self'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
        "base-uri": ["'none'"],
        "object-src": ["'none'"],
        # No text becomes an element, a script, or its address but through these policies of
        # static/js/trusted-types.js and static/js/offline.js.
        "require-trusted-types-for": ["'script'"],
        "trusted-types": ["answers", "worker"],
    }
}
# Browser features that no page uses are turned off, for injected scripts too.
PERMISSIONS_POLICY: dict[str, list[str]] = {
    feature: []
    for feature in (
        "accelerometer",
        "camera",
        "display-capture",
        "geolocation",
        "gyroscope",
        "magnetometer",
        "microphone",
        "midi",
        "payment",
        "usb",
    )
}
CSRF_FAILURE_VIEW = "hyperspace.views.csrf_failure"
WHITENOISE_ALLOW_ALL_ORIGINS = False

# Accounts, with allauth: a name, a password, and recovery codes. Every reachable page has a
# template of ours (templates/account, templates/mfa).

AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = ["sheets.accounts.hashers.PBKDF2"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "sheets.accounts.passwords.GuessablePasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "characters"
SESSION_ENGINE = "sheets.accounts.session_store"
SESSION_IDLE_AGE, SESSION_COOKIE_AGE = session_seconds(
    env.str("HYPERSPACE_SESSION_DAYS", default="30/60")
)
ACCOUNT_ADAPTER = "sheets.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "sheets.accounts.forms.SignupForm",
    "login": "sheets.accounts.forms.LoginForm",
}
# Names are stored in lower case, so the database's unique index finds two equal ones.
ACCOUNT_PRESERVE_USERNAME_CASING = False
ACCOUNT_USERNAME_VALIDATORS = "sheets.accounts.usernames.VALIDATORS"
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_RATE_LIMITS = {
    "signup": "20/10m/ip,100/d/ip",
    "recover": "20/10m/ip,5/5m/key",
    "export": "6/10m/user",
    "erase": "5/5m/user",
}
ALLAUTH_TRUSTED_PROXY_COUNT = PROXIES
SIGN_UP = env.bool("HYPERSPACE_SIGN_UP", default=True)

# Rate limits and quotas (sheets.rate_limits, sheets.quotas): more than a GM needs before a
# campaign, or a class of thirty behind one address.

RATES = {
    action: rates(env.str(name := f"HYPERSPACE_LIMIT_{action.upper()}", default=usual), name=name)
    for action, usual in {
        "new": "60/10m/visitor, 300/10m/address, 2000/d/address",
        "import": "60/10m/visitor, 150/10m/address, 1000/d/address",
        "export": "30/10m/visitor, 150/10m/address",
        "portrait": "100/10m/visitor, 250/10m/address",
        "print": "200/10m/visitor, 600/10m/address",
        "code": "30/10m/visitor, 300/10m/address",
        # These two are counted per token (sheets.api.tokens), the third one without a valid one.
        "api_read": "60/m/visitor",
        "api_write": "20/m/visitor",
        "api_denied": "100/10m/address",
    }.items()
}
QUOTAS = {
    kind: quota(env.str(name := f"HYPERSPACE_QUOTA_{kind.upper()}", default=usual), name=name)
    for kind, usual in {
        "characters": "200/2000",
        "mib": "64/256",
        "parties": "10/50",
        "links": "100/1000",
    }.items()
}

# Mail, if a server is configured: an optional address, and password resets.

MAIL = mail(env.str("EMAIL_URL", default=""))
globals().update(MAIL)
SENDS_MAIL = bool(MAIL)
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="hyperspace@localhost")
# Where the operator is told of a backup that failed, and the like (sheets.alerts).
ALERTS = alert_addresses(env.list("HYPERSPACE_ALERT", default=[]), sends_mail=SENDS_MAIL)
ACCOUNT_SIGNUP_FIELDS = [
    "username*",
    *(["email"] if SENDS_MAIL else []),
    "password1*",
    "password2*",
]
ACCOUNT_EMAIL_VERIFICATION = "optional" if SENDS_MAIL else "none"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = SENDS_MAIL
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Hyperspace: "
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "http" if PLAIN_HTTP else "https"

# Second factors and passkeys, if switched on.

MFA_SUPPORTED_TYPES = second_factors(env.list("HYPERSPACE_FACTORS", default=[]))
FACTORS_FOR = factors_for(env.str("HYPERSPACE_FACTORS_FOR", default=""), MFA_SUPPORTED_TYPES)
MFA_ADAPTER = "sheets.accounts.adapter.FactorsAdapter"
MFA_FORMS = {
    "authenticate": "sheets.accounts.forms.AuthenticateForm",
    "reauthenticate": "sheets.accounts.forms.ReauthenticateForm",
    "add_webauthn": "sheets.accounts.forms.AddPasskeyForm",
    "authenticate_webauthn": "sheets.accounts.forms.AuthenticatePasskeyForm",
    "login_webauthn": "sheets.accounts.forms.SignInPasskeyForm",
    "reauthenticate_webauthn": "sheets.accounts.forms.ReauthenticatePasskeyForm",
}
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_TOTP_ISSUER = "Hyperspace"
# A code counts for its own 30 seconds, and allauth remembers a used one as long: it works once.
MFA_TOTP_TOLERANCE = 0
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = PLAIN_HTTP

# A document of 256 KiB fits even if a form percent-encodes every byte of it.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = DATA_UPLOAD_MAX_MEMORY_SIZE
# Limits of single views, by URL name: an image of 8 MiB, or a character with one, plus the form
# around it.
LARGER_BODIES = {
    "character_portrait": 8 * 1024 * 1024 + 64 * 1024,
    "character_import": 9 * 1024 * 1024 + 64 * 1024,
}
# Reads each sent file on its standard input (sheets.virus_scan).
VIRUS_SCANNER = shlex.split(env.str("HYPERSPACE_VIRUS_SCANNER", default=""))
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000
DATA_UPLOAD_MAX_NUMBER_FILES = 5

# Logging: nothing for a page not found, one line for a refused request, a traceback for an error.
# As JSON, also one line for each request.

LOG_LEVEL = env.log_level("HYPERSPACE_LOG_LEVEL", logging.INFO)
LOG_FORMAT = log_format(env.str("HYPERSPACE_LOG_FORMAT", default="line"))
LOG_REQUESTS = LOG_FORMAT == "json"
SLOW_SECONDS = slow_seconds(env.str("HYPERSPACE_SLOW_SECONDS", default="2"))
METRICS_TOKEN = metrics_token(env.str("HYPERSPACE_METRICS_TOKEN", default=""))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {"()": "hyperspace.logs.JsonFormatter"},
    },
    "filters": {
        "brief": {"()": "django.utils.log.CallbackFilter", "callback": drop_traceback},
        "route": {"()": "django.utils.log.CallbackFilter", "callback": name_route},
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": LOG_FORMAT,
            "filters": ["route"],
        },
        "brief": {
            "class": "logging.StreamHandler",
            "formatter": LOG_FORMAT,
            "filters": ["brief", "route"],
        },
    },
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        "django.request": {"level": "ERROR"},
        "django.security": {"handlers": ["brief"], "propagate": False},
        "django.server": {"handlers": [], "propagate": True, "level": "WARNING"},
        "pikepdf": {"level": "WARNING"},
    },
}
