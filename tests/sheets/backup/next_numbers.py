"""The numbers that the next rows of a database get."""

from django.apps import apps
from django.db import connection


def taken_numbers() -> list[str]:
    """The tables whose next row would get a number that one of its rows has; each sequence goes on
    by one.
    """
    taken = []
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            table = model._meta.db_table
            for sequence in connection.introspection.get_sequences(cursor, table):
                if connection.vendor == "postgresql":
                    cursor.execute("SELECT nextval(%s)", [sequence["name"]])
                else:
                    cursor.execute("SELECT seq + 1 FROM sqlite_sequence WHERE name = %s", [table])
                following = cursor.fetchone() or (1,)
                name = connection.ops.quote_name(table)
                cursor.execute(f'SELECT max("{sequence["column"]}") FROM {name}')
                (highest,) = cursor.fetchone()
                if highest and highest >= following[0]:
                    taken.append(table)
    return taken
