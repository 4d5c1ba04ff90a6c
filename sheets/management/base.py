"""The base of all commands of the site."""

from django.core.management.base import BaseCommand


class SiteCommand(BaseCommand):
    """A command that begins without Django's system checks.

    They import every page, which takes twice as long as the rest of a start. `manage.py check`
    makes them, and so do the tests.
    """

    requires_system_checks: tuple[str, ...] = ()
