"""Notes that a player keeps on a character, outside its document."""

from django.db import models

from sheets.models.character import Character
from sheets.models.markdown_texts import MarkdownTexts
from sheets.models.play_log import PlayLogEntry

LONGEST = 20_000


class Notes(MarkdownTexts):
    """Notes in Markdown: `shared` for everybody who sees the sheet, `private` for the owner.

    They are not part of the character document; an export includes both.
    """

    character = models.OneToOneField(Character, models.CASCADE, related_name="notes")
    shared = models.TextField(blank=True)
    private = models.TextField(blank=True)
    shared_html = models.TextField(blank=True, default="")
    private_html = models.TextField(blank=True, default="")

    class Meta:
        verbose_name_plural = "notes"

    FIELDS = MARKDOWN = ("shared", "private")

    def __str__(self) -> str:
        return f"notes on {self.character_id}"


class AddedNote(models.Model):
    """The text that an entry of the log added to the private notes: undone with it."""

    entry = models.OneToOneField(PlayLogEntry, models.CASCADE, related_name="added_note")
    text = models.TextField()

    def __str__(self) -> str:
        return f"note of {self.entry_id}"
