"""Portraits in the size of lists, also of those that are there already."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def fill(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Makes the small image of every portrait; of one whose stored image is damaged, none."""
    from sheets.portraits import images  # noqa: PLC0415 (only a site with portraits needs Pillow)

    model = apps.get_model("sheets", "Portrait")
    rows = model._base_manager.using(editor.connection.alias)
    for id in list(rows.values_list("pk", flat=True)):
        shown = bytes(rows.values_list("shown", flat=True).get(pk=id))
        try:
            small = images.small_image(shown)
        except Exception:  # noqa: S112 (whatever is wrong, lists show the larger image)
            continue
        rows.filter(pk=id).update(small=small)


class Migration(migrations.Migration):
    dependencies = [("sheets", "0014_plain_names")]

    operations = [
        migrations.AddField("Portrait", "small", models.BinaryField(default=bytes)),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
