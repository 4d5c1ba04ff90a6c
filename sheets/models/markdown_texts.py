"""Rows with texts in Markdown, which keep the HTML of each: worked out once, when it is saved."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from django.db import models

from sheets import markdown


class MarkdownTexts(models.Model):
    """A row with these texts in Markdown (`MARKDOWN`). The HTML of `notes` is in `notes_html`.

    Whether a text may be saved is for the operation to say (`markdown.refusal`).
    """

    MARKDOWN: ClassVar[tuple[str, ...]]

    class Meta:
        abstract = True

    def save(self, *, update_fields: Iterable[str] | None = None, **named: Any) -> None:
        """Saves the row, with the HTML of those of its texts that are saved."""
        fields = None if update_fields is None else set(update_fields)
        for name in self.MARKDOWN:
            if name not in self.__dict__ or (fields is not None and name not in fields):
                continue
            text: str = getattr(self, name)
            if not markdown.is_kept(text, self.__dict__.get(f"{name}_html", "")):
                setattr(self, f"{name}_html", markdown.kept(text))
            if fields is not None:
                fields.add(f"{name}_html")
        super().save(update_fields=fields, **named)

    @classmethod
    def texts(cls, path: str = "") -> tuple[str, ...]:
        """The names of its texts and their HTML; as `defer` takes them, with the `path` of a
        relation.
        """
        names = (*cls.MARKDOWN, *(f"{name}_html" for name in cls.MARKDOWN))
        return tuple(f"{path}__{name}" if path else name for name in names)
