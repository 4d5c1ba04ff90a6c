import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("sheets", "0003_wishes_and_rebuilding"),
    ]

    operations = [
        migrations.AddField(
            model_name="character",
            name="situation",
            field=models.JSONField(default=dict),
        ),
        migrations.CreateModel(
            name="TableLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=20)),
                ("content", models.JSONField()),
                ("by", models.TextField(blank=True)),
                ("at", models.DateTimeField()),
                ("answer", models.TextField(blank=True)),
                ("takes_back", models.PositiveIntegerField(null=True)),
                ("point_on", models.PositiveIntegerField(null=True)),
                (
                    "character",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lines",
                        to="sheets.character",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("character", "number"), name="line_number_is_taken_once"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("takes_back__isnull", False)),
                        fields=("character", "takes_back"),
                        name="line_is_taken_back_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("point_on__isnull", False)),
                        fields=("character", "point_on"),
                        name="one_point_on_a_line",
                    ),
                ],
            },
        ),
    ]
