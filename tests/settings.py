"""The settings that tests run with: quick, plain http, and a database that nobody else uses."""

import os
import sysconfig
import tempfile
from pathlib import Path

os.environ["SECRET_KEY"] = "a key for tests only, with 50 characters and more than enough of them"
os.environ["HYPERSPACE_PLAIN_HTTP"] = "true"
os.environ["ALLOWED_HOSTS"] = "testserver,localhost,127.0.0.1"
# Tests of the log see no line about a machine that is busy.
os.environ["HYPERSPACE_SLOW_SECONDS"] = "0"
# Playwright's own loop runs in the test's thread; what Django does there is not async all the same.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
# A folder of this process's own, so that two runs do not meet. Only conftest.py makes it, with the
# database in it, and removes it: those who merely read these settings leave nothing behind.
FOLDER = Path(tempfile.gettempdir(), f"hyperspace-tests-{os.getpid()}")
os.environ["HYPERSPACE_VAR"] = str(FOLDER)
os.environ.setdefault("DATABASE_URL", "sqlite://:memory:")

from hyperspace.settings import *  # noqa: E402, F403 (reads the environment set above)
from hyperspace.settings import INSTALLED_APPS, MIDDLEWARE, STATICFILES_DIRS, STORAGES  # noqa: E402

PASSWORD_HASHERS = ["tests.hashers.MD5"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_AUTOREFRESH = True
# Pages of tests find axe there: they have it in their cache, as they have the site's own scripts.
STATICFILES_DIRS.append(Path(sysconfig.get_path("purelib"), "axe_playwright_python"))

# Every page that the page cache would answer with is made anew and compared.
MIDDLEWARE[MIDDLEWARE.index("sheets.page_cache.middleware.PageCacheMiddleware")] = (
    "tests.checked_pages.CheckedPageCacheMiddleware"
)

# Raises where a page asks the database once for every row.
INSTALLED_APPS.append("zeal")
MIDDLEWARE.append("zeal.middleware.zeal_middleware")
# Django reads a session when a request comes in, and once more to delete it at signing out. A press
# that rolls and ends the turn is two operations, each of which locks the one fight.
ZEAL_ALLOWLIST = [{"model": "sessions.Session"}, {"model": "sheets.Encounter", "field": "get*"}]
