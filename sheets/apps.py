"""Makes `sheets` a Django app."""

from django.apps import AppConfig
from django.core.management import call_command
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.db.models.signals import post_migrate


class SheetsConfig(AppConfig):
    """Keeps characters and shows their sheets."""

    name = "sheets"

    def ready(self) -> None:
        """Has `migrate` make the cache's table, too, sessions kept as we keep them, and no query
        compiled.
        """
        from allauth.account.signals import user_logged_in  # noqa: PLC0415 (models are there only now)
        from allauth.usersessions.signals import on_user_logged_in  # noqa: PLC0415

        from sheets.accounts import sessions, sign_in_log  # noqa: PLC0415
        from sheets.accounts.operations import record_session  # noqa: PLC0415

        post_migrate.connect(make_cache_table, sender=self)
        connection_created.connect(turn_off_compiling)
        # allauth's own looks at every session of the user, one after the other.
        user_logged_in.disconnect(on_user_logged_in)
        user_logged_in.connect(record_session)
        sign_in_log.connect()
        sessions.connect()


def make_cache_table(*, using: str, **_: object) -> None:
    """Makes the table, unless it is there."""
    call_command("createcachetable", database=using, verbosity=0)


def turn_off_compiling(*, connection: BaseDatabaseWrapper, **_: object) -> None:
    """Has PostgreSQL run queries as they are. It compiles those that it takes for long ones, each
    time anew, and in a small database, whose empty tables it has no statistics of, it takes the
    query for a sheet for one of 40,000 rows: to compile that takes a hundred times as long as to
    run it.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET jit = off")
