"""The turn that players are told. Fights that are on go on with the one that everybody saw."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def show_turns(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Shows players the turn of every fight, whoever's it is."""
    rows = apps.get_model("sheets", "Encounter")._base_manager.using(editor.connection.alias)
    rows.update(shown_round=models.F("round"), shown_turn=models.F("turn"))


class Migration(migrations.Migration):
    dependencies = [
        ("sheets", "0044_html_of_texts"),
    ]

    operations = [
        migrations.AddField(
            model_name="encounter",
            name="shown_round",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="encounter",
            name="shown_turn",
            field=models.BigIntegerField(null=True),
        ),
        migrations.RunPython(show_turns, migrations.RunPython.noop),
    ]
