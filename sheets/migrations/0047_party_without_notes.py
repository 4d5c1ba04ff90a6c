"""A party's row without the notes, which are in rows of their own.

A migration of its own: PostgreSQL changes no table whose rows were just referred to.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("sheets", "0046_party_notes"),
    ]

    operations = [
        migrations.RemoveField(model_name="party", name="notes"),
        migrations.RemoveField(model_name="party", name="notes_html"),
        migrations.AlterField(
            model_name="partynotes",
            name="party",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="notes",
                to="sheets.party",
            ),
        ),
    ]
