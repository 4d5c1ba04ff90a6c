"""The form for a webhook."""

from sheets.forms import Form, TextField

LONGEST = 250


class ChatForm(Form):
    """The address of a Discord webhook."""

    address = TextField(
        label="Address of the webhook",
        limit=LONGEST,
        help_text="In Discord: Edit channel, Integrations, Webhooks, then Copy webhook URL.",
        error_messages={"required": "Paste the address of the webhook."},
    )
