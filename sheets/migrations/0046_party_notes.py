"""The notes of a party's game masters, in rows of their own: nearly every page reads the party."""

from typing import Any

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def move_notes(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Moves what was written, with its HTML."""
    alias = editor.connection.alias
    parties: Any = apps.get_model("sheets", "Party")._base_manager.using(alias)
    model = apps.get_model("sheets", "PartyNotes")
    written = parties.exclude(notes="").values_list("pk", "notes", "notes_html")
    model._base_manager.using(alias).bulk_create(
        (model(party_id=key, text=text, text_html=html) for key, text, html in written.iterator()),
        batch_size=100,
    )


def move_back(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Moves what is written back into the rows of the parties."""
    alias = editor.connection.alias
    parties: Any = apps.get_model("sheets", "Party")._base_manager.using(alias)
    for row in apps.get_model("sheets", "PartyNotes")._base_manager.using(alias).iterator():
        parties.filter(pk=row.party_id).update(notes=row.text, notes_html=row.text_html)


class Migration(migrations.Migration):
    dependencies = [
        ("sheets", "0045_shown_turn"),
    ]

    operations = [
        migrations.CreateModel(
            name="PartyNotes",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.TextField(blank=True)),
                ("text_html", models.TextField(blank=True, default="")),
                (
                    "party",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notes_row",
                        to="sheets.party",
                    ),
                ),
            ],
            options={"verbose_name_plural": "notes of parties"},
        ),
        migrations.RunPython(move_notes, move_back),
    ]
