from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("sheets", "0006_reviews_of_a_party"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="tableline",
            index=models.Index(fields=["character", "-id"], name="line_by_row"),
        ),
        migrations.AddIndex(
            model_name="call",
            index=models.Index(
                condition=models.Q(("closed_at__isnull", True)), fields=["party"], name="open_call"
            ),
        ),
    ]
