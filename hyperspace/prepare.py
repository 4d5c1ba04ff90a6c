"""Makes an instance ready to serve: tables, static files, and the demo where it is wanted.

Quick where there is nothing to do.
"""

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command


def prepare(*, demo: bool) -> None:
    """Does what is still to be done, and nothing twice."""
    call_command("migrate", interactive=False, verbosity=0)
    call_command("housekeeping", verbosity=0)
    if demo:
        call_command("load_demo", verbosity=0)
    collect_static()


def collect_static() -> None:
    """Collects the static files again if any of them is new, gone or changed."""
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    current = fingerprint()
    if stamp.exists() and stamp.read_text() == current:
        return
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(current)


def fingerprint() -> str:
    """Changes whenever a static file's path, size or time of change does."""
    files = []
    for finder in get_finders():
        for path, storage in finder.list(ignore_patterns=[]):
            stat = Path(storage.path(path)).stat()
            files.append(f"{path} {stat.st_size} {stat.st_mtime_ns}")
    return hashlib.sha256("\n".join(sorted(files)).encode()).hexdigest()
