"""Sessions of a party as rows."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("sheets", "0017_opponents")]

    operations = [
        migrations.CreateModel(
            name="PartySession",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "party",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="session_rows",
                        to="sheets.party",
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("began_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                ("title", models.CharField(blank=True, max_length=120)),
                ("notes", models.TextField(blank=True)),
                ("gm_notes", models.TextField(blank=True)),
            ],
        ),
        migrations.AddConstraint(
            model_name="partysession",
            constraint=models.UniqueConstraint(
                fields=("party", "number"), name="session_number_is_taken_once"
            ),
        ),
        migrations.AddField(
            model_name="award",
            name="session",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="awards",
                to="sheets.partysession",
            ),
        ),
        migrations.AddField(
            model_name="award",
            name="begins",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="begun_by",
                to="sheets.partysession",
            ),
        ),
        migrations.AddField(
            model_name="award", name="session_changes", field=models.JSONField(default=dict)
        ),
        migrations.RemoveConstraint(model_name="awardrecipient", name="awarded_once"),
        migrations.AddConstraint(
            model_name="awardrecipient",
            constraint=models.UniqueConstraint(
                fields=("award", "character", "position"), name="awarded_once"
            ),
        ),
    ]
