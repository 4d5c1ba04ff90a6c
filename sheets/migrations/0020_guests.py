"""Seats for guests: for one session, without an account."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("sheets", "0019_encounters")]

    operations = [
        migrations.AddField(
            model_name="member",
            name="guest_of",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="guests",
                to="sheets.partysession",
            ),
        ),
        migrations.AddField(
            model_name="member",
            name="guest_name",
            field=models.CharField(blank=True, max_length=60, default=""),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="invitation",
            name="guests_of",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="guest_invitations",
                to="sheets.partysession",
            ),
        ),
        migrations.AddConstraint(
            model_name="member",
            constraint=models.CheckConstraint(
                name="a_guest_is_a_player",
                condition=models.Q(("guest_of", None), ("role", "player"), _connector="OR"),
            ),
        ),
    ]
