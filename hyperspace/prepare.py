"""Prepares an instance to serve: migrations, housekeeping, demo characters, static files.

Quick if there is nothing to do.
"""

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command


def bring_up_to_date() -> None:
    """Brings a server's tables and static files up to date with the code."""
    call_command("migrate", interactive=False, verbosity=0)
    collect_static()


def prepare(*, demo: bool) -> None:
    """Runs every step that is still needed."""
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
    """A hash that changes with the path, size or modification time of any static file."""
    files = []
    for finder in get_finders():
        for path, storage in finder.list(ignore_patterns=[]):
            stat = Path(storage.path(path)).stat()
            files.append(f"{path} {stat.st_size} {stat.st_mtime_ns}")
    return hashlib.sha256("\n".join(sorted(files)).encode()).hexdigest()
