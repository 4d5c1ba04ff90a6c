from django.db import migrations, models
from django.db.models.deletion import CASCADE, SET_NULL


class Migration(migrations.Migration):
    """Models and fields by the names that players and the field use. Every row stays."""

    dependencies = [("sheets", "0013_search_and_size")]

    operations = [
        # A constraint does not follow when a field of its own is renamed.
        migrations.RemoveConstraint("Called", "called_once_a_call"),
        migrations.RemoveConstraint("Handed", "handed_once"),
        migrations.RenameModel("Words", "Notes"),
        migrations.RenameModel("TableLine", "PlayLogEntry"),
        migrations.RenameModel("Call", "RollRequest"),
        migrations.RenameModel("Called", "RollRequestTarget"),
        migrations.RenameModel("HandOut", "Award"),
        migrations.RenameModel("Handed", "AwardRecipient"),
        migrations.RenameField("RollRequestTarget", "call", "request"),
        migrations.RenameField("RollRequestTarget", "line", "entry"),
        migrations.RenameField("Award", "said", "description"),
        migrations.RenameField("AwardRecipient", "hand_out", "award"),
        migrations.AlterModelOptions("Notes", {"verbose_name_plural": "notes"}),
        migrations.AlterField(
            "Notes",
            "character",
            models.OneToOneField("sheets.Character", CASCADE, related_name="notes"),
        ),
        migrations.AlterField(
            "PlayLogEntry",
            "character",
            models.ForeignKey("sheets.Character", CASCADE, related_name="play_log"),
        ),
        migrations.AlterField(
            "PlayLogEntry",
            "author",
            models.ForeignKey("sheets.Owner", SET_NULL, null=True, related_name="play_log_entries"),
        ),
        migrations.AlterField(
            "RollRequest",
            "party",
            models.ForeignKey("sheets.Party", CASCADE, related_name="roll_requests"),
        ),
        migrations.AlterField(
            "RollRequestTarget",
            "request",
            models.ForeignKey("sheets.RollRequest", CASCADE, related_name="targets"),
        ),
        migrations.AlterField(
            "RollRequestTarget",
            "character",
            models.ForeignKey("sheets.Character", CASCADE, related_name="roll_request_targets"),
        ),
        migrations.AlterField(
            "RollRequestTarget",
            "entry",
            models.OneToOneField(
                "sheets.PlayLogEntry", SET_NULL, null=True, related_name="answered_target"
            ),
        ),
        migrations.AlterField(
            "Award", "party", models.ForeignKey("sheets.Party", CASCADE, related_name="awards")
        ),
        migrations.AlterField(
            "Award",
            "author",
            models.ForeignKey("sheets.Owner", SET_NULL, null=True, related_name="awards"),
        ),
        migrations.AlterField(
            "AwardRecipient",
            "award",
            models.ForeignKey("sheets.Award", CASCADE, related_name="recipients"),
        ),
        migrations.AlterField(
            "AwardRecipient",
            "character",
            models.ForeignKey("sheets.Character", CASCADE, related_name="awards_received"),
        ),
        migrations.AddConstraint(
            "RollRequestTarget",
            models.UniqueConstraint(name="asked_once_a_request", fields=["request", "character"]),
        ),
        migrations.AddConstraint(
            "AwardRecipient",
            models.UniqueConstraint(name="awarded_once", fields=["award", "character"]),
        ),
    ]
