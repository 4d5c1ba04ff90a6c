"""A production environment, and processes started in it."""

import fcntl
import json
import os
import runpy
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.conf import global_settings

ROOT = Path(__file__).resolve().parents[2]
PREPARE = "from hyperspace.prepare import prepare; prepare(demo=False)"
# Compiled modules are kept, too: so servers start in half the time, here as on a real site.
OURS = {
    "ALLOWED_HOSTS",
    "CACHE_URL",
    "CSRF_TRUSTED_ORIGINS",
    "DATABASE_URL",
    "DEBUG",
    "DEFAULT_FROM_EMAIL",
    "EMAIL_URL",
    "PYTHONDONTWRITEBYTECODE",
    "SECRET_KEY",
    "SECRET_KEY_FALLBACKS",
}


def bare_environment() -> dict[str, str]:
    """This process's environment without anything that is meant for Hyperspace."""
    return {
        name: value
        for name, value in os.environ.items()
        if name not in OURS and not name.startswith(("DJANGO_", "HYPERSPACE_"))
    }


def production_environment(var: Path) -> dict[str, str]:
    """The least that a public server has to be told."""
    return {
        **bare_environment(),
        "SECRET_KEY": "kPz3vN8wQ1xT6yB4mR9cF2hJ7dL5sG0aVtEuWiOoXnZqMrKbYpHd",
        "ALLOWED_HOSTS": "hyperspace.example",
        "HYPERSPACE_VAR": str(var),
    }


def settings_in(environment: dict[str, str], *names: str) -> dict[str, Any]:
    """These settings as they are in an environment, without the applications, which none is
    about.
    """
    with patch.dict(os.environ, environment, clear=True):
        values = vars(global_settings) | runpy.run_path(str(ROOT / "hyperspace/settings.py"))
    settings: dict[str, Any] = json.loads(
        json.dumps({name: values.get(name) for name in names}, default=str)
    )
    return settings


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an instance that is ready to serve, to be copied: its SQLite database is
    migrated, its static files are collected. All workers of a run share one.
    """
    shared = tmp_path_factory.getbasetemp()
    shared = shared.parent if "PYTEST_XDIST_WORKER" in os.environ else shared
    folder = shared / "prepared"
    with (shared / "prepared.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            half = shared / "prepared.half"
            shutil.rmtree(half, ignore_errors=True)
            half.mkdir()
            environment = production_environment(half)
            manage = [sys.executable, "-m", "tests.migrated"]
            command = [*manage, "shell", "--no-imports", "-c", PREPARE]
            subprocess.run(command, cwd=ROOT, env=environment, check=True)
            half.rename(folder)
    return folder


@pytest.fixture
def bare() -> dict[str, str]:
    """This process's environment without anything that is meant for Hyperspace."""
    return bare_environment()


@pytest.fixture
def production(tmp_path: Path) -> dict[str, str]:
    """The least that a public server has to be told."""
    return production_environment(tmp_path)


Manage = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def manage() -> Manage:
    """Runs manage.py in an environment and returns what came of it."""

    def run(*arguments: str, environment: dict[str, str]) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )

    return run
