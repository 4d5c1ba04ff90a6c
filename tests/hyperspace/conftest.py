"""A production environment, and processes started in it."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
OURS = {
    "ALLOWED_HOSTS",
    "CACHE_URL",
    "CSRF_TRUSTED_ORIGINS",
    "DATABASE_URL",
    "DEBUG",
    "DEFAULT_FROM_EMAIL",
    "EMAIL_URL",
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
