"""The search text and the size of characters, also of those stored earlier."""

from collections.abc import Iterator
from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from rules import document as documents
from rules import registry
from rules.problems import InvalidDocument

AT_ONCE = 200


def fill(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Reads every character. One that cannot be read is found by its name."""
    from sheets import search_text, storage  # noqa: PLC0415 (the models of today are there only now)

    model = apps.get_model("sheets", "Character")
    rows = model._base_manager.using(editor.connection.alias)
    for some in _in_turns(rows):
        for row in some:
            row.search = search_text.fold(row.name)
            try:
                system = registry.get(row.system)
                document = system.take(documents.envelope(_members(row)))
                row.size = len(storage.exported(document))
                row.search = storage.found_by(row, system, document)
            except InvalidDocument:
                continue
        rows.bulk_update(some, ["search", "size"])


def _in_turns(rows: Any) -> Iterator[list[Any]]:
    last = 0
    while some := list(
        rows.filter(pk__gt=last).order_by("pk").prefetch_related("entries")[:AT_ONCE]
    ):
        yield some
        last = some[-1].pk


def _members(row: Any) -> dict[str, Any]:
    entries = sorted(row.entries.all(), key=lambda entry: entry.position)
    return {
        "format": documents.FORMAT,
        "system": row.system,
        "name": row.name,
        "player": row.player,
        "build": row.build,
        "ledger": [] if row.finished_at is None else [entry.content for entry in entries],
        "marks": row.marks,
        "house": row.house,
    }


class Migration(migrations.Migration):
    dependencies = [
        ("sheets", "0012_earlier_answers"),
    ]

    operations = [
        migrations.AddField(
            model_name="character",
            name="search",
            field=models.TextField(blank=True, default=""),
        ),
        migrations.AddField(
            model_name="character",
            name="size",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddIndex(
            model_name="receipt",
            index=models.Index(fields=["created_at"], name="receipt_by_age"),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
