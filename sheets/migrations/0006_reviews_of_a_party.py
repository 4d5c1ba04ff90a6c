import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("sheets", "0005_parties"),
    ]

    operations = [
        migrations.AddField(
            model_name="review",
            name="party",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="reviews",
                to="sheets.party",
            ),
        ),
        migrations.AddField(
            model_name="comment",
            name="party",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="comments",
                to="sheets.party",
            ),
        ),
    ]
