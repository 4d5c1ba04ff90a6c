import django.db.models.deletion
from django.db import migrations, models

_CASCADE = django.db.models.deletion.CASCADE


class Migration(migrations.Migration):
    dependencies = [
        ("sheets", "0048_second_screen"),
    ]

    operations = [
        migrations.CreateModel(
            name="SecretRoll",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("note", models.TextField(blank=True)),
                ("content", models.JSONField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "character",
                    models.ForeignKey(
                        on_delete=_CASCADE, related_name="secret_rolls", to="sheets.character"
                    ),
                ),
                (
                    "party",
                    models.ForeignKey(
                        on_delete=_CASCADE, related_name="secret_rolls", to="sheets.party"
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["party", "-id"], name="newest_secret_rolls")],
            },
        ),
        migrations.AddField(
            model_name="rollrequesttarget",
            name="called",
            field=models.TextField(blank=True, default=""),
            preserve_default=False,
        ),
    ]
