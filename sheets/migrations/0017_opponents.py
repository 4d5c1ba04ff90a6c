"""Opponents and craft beside the characters, and the roster of a party."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("sheets", "0016_api_tokens"),
    ]

    operations = [
        migrations.AddField(
            model_name="character",
            name="kind",
            field=models.CharField(
                choices=[("character", "Character"), ("opponent", "Opponent"), ("craft", "Craft")],
                default="character",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="character",
            name="roster",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="roster",
                to="sheets.party",
            ),
        ),
        migrations.AddConstraint(
            model_name="character",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("roster", None),
                    models.Q(("kind", "character"), _negated=True),
                    _connector="OR",
                ),
                name="no_character_in_a_roster",
            ),
        ),
    ]
