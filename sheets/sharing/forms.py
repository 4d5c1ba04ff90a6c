"""The form by which a link to a character is made."""

from sheets.forms import Form, Label, OptionField
from sheets.sharing.links import SHEET, WHOLE

REACHES = (
    (SHEET, Label("The sheet alone", "With its portrait and the PDF.")),
    (WHOLE, Label("Everything", "And the history, your notes for all, and the document.")),
)
LASTING = (
    ("day", Label("A day")),
    ("week", Label("A week")),
    ("month", Label("A month")),
    ("never", Label("Until I revoke it")),
)


class LinkForm(Form):
    """What a new link shows, and how long it lasts."""

    reach = OptionField(
        label="What it shows",
        choices=REACHES,
        usual=SHEET,
        wrong="Choose the sheet alone, or everything.",
        drawn_by="sharing/_choice.html",
    )
    lasts = OptionField(
        label="How long it lasts",
        choices=LASTING,
        usual="week",
        wrong="Choose how long it lasts.",
        drawn_by="sharing/_choice.html",
    )
