"""Makes `sheets` a Django app."""

from typing import Any

from django.apps import AppConfig
from django.core.management import call_command
from django.db.models.signals import post_migrate


class SheetsConfig(AppConfig):
    """Keeps characters and shows their sheets."""

    name = "sheets"

    def ready(self) -> None:
        """Has `migrate` make the cache's table, too, and sessions kept as we keep them."""
        from allauth.account.signals import user_logged_in  # noqa: PLC0415 (models are there only now)
        from allauth.usersessions.signals import on_user_logged_in  # noqa: PLC0415

        from sheets.accounts import sessions, sign_in_log  # noqa: PLC0415
        from sheets.accounts.operations import record_session  # noqa: PLC0415

        post_migrate.connect(make_cache_table, sender=self)
        # allauth's own looks at every session of the user, one after the other.
        user_logged_in.disconnect(on_user_logged_in)
        user_logged_in.connect(record_session)
        sign_in_log.connect()
        sessions.connect()


def make_cache_table(*, using: str, **_: Any) -> None:
    """Makes the table, unless it is there."""
    call_command("createcachetable", database=using, verbosity=0)
