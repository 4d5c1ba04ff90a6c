"""The form for a share link."""

from sheets.forms import Form, Label, OptionField
from sheets.sharing.links import NAMELESS, SHEET, WHOLE

REACH_CHOICES = (
    (SHEET, Label("Sheet only", "With portrait and PDF.")),
    (
        NAMELESS,
        Label(
            "Everything but the player’s name",
            "Also history, public notes, and the character file.",
        ),
    ),
    (
        WHOLE,
        Label("Everything", "The PDF and the character file name the player, too."),
    ),
)
LASTING_CHOICES = (
    ("day", Label("A day")),
    ("week", Label("A week")),
    ("month", Label("A month")),
    ("never", Label("Until I revoke it")),
)


class LinkForm(Form):
    """The reach of a new link, and its days."""

    reach = OptionField(
        label="What it shows",
        choices=REACH_CHOICES,
        usual=SHEET,
        wrong="Choose the sheet alone, or everything.",
        drawn_by="sharing/_choice.html",
    )
    lasts = OptionField(
        label="How long it lasts",
        choices=LASTING_CHOICES,
        usual="week",
        wrong="Choose how long it lasts.",
        drawn_by="sharing/_choice.html",
    )
