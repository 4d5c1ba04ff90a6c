"""The HTML of the texts that were saved before it was kept, so that no reader works it out.

A migration of its own: PostgreSQL adds no column to a table that was just written to.
"""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from sheets import markdown

TEXTS = {
    "Comment": ("text",),
    "Notes": ("shared", "private"),
    "Party": ("notes",),
    "PartySession": ("notes", "gm_notes"),
}


def keep_html(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """The HTML of every text; of those that cost too much, the text as it was typed."""
    alias = editor.connection.alias
    for model_name, names in TEXTS.items():
        rows = apps.get_model("sheets", model_name)._base_manager.using(alias)
        for key, *texts in rows.values_list("pk", *names).iterator():
            if any(texts):
                html = {
                    f"{name}_html": markdown.kept(text)
                    for name, text in zip(names, texts, strict=True)
                }
                rows.filter(pk=key).update(**html)


class Migration(migrations.Migration):
    dependencies = [("sheets", "0043_kept_html")]

    operations = [migrations.RunPython(keep_html, migrations.RunPython.noop)]
