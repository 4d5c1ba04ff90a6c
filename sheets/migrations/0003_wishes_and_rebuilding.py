from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("sheets", "0002_words_and_portraits"),
    ]

    operations = [
        migrations.AddField(
            model_name="character",
            name="rebuilding",
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name="character",
            name="wishes",
            field=models.JSONField(default=list),
        ),
    ]
