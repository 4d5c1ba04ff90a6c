"""Links from a number to its explanation. Which figure has which key is the sheet's to say."""

from html import escape
from urllib.parse import quote

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from rules.figures import Figure
from rules.sheet import Sheet
from sheets.models import Character

_KEY = "KEY"


class Explainer:
    """Knows the address of every explanation of one character's sheet."""

    def __init__(self, character: Character | None, sheet: Sheet) -> None:
        self.keys = {id(figure): key for key, figure in sheet.figures.items()}
        self.base = ""
        if character is not None:
            address = reverse("character_why", args=[character.public_id, _KEY])
            self.base = address.removesuffix(f"{_KEY}/")

    def address(self, figure: Figure) -> str:
        """Where the figure explains itself; "" where it does not."""
        key = self.keys.get(id(figure))
        return f"{self.base}{quote(key)}/" if key and self.base else ""

    def link(self, figure: Figure, words: str) -> SafeString:
        """The words as a link to the explanation, or as plain words."""
        address = self.address(figure)
        if not address:
            return mark_safe(f"<span>{escape(words)}</span>")  # noqa: S308 (escaped)
        return mark_safe(  # noqa: S308 (escaped)
            f'<a class="explains" href="{address}">{escape(words)}</a>'
        )


def short_sum(figure: Figure) -> str:
    """How a sum comes about, in numbers alone: "10 + 3D + 1D − 2"; "" where there is nothing to add up."""
    if figure.op not in ("sum", "pool"):
        return ""
    parts = []
    for row in figure.rows():
        if row.depth:
            continue
        amount = row.amount
        if amount[0] in "+−" and parts:
            amount = f"{amount[0]} {amount[1:]}"
        parts.append(amount)
    return " ".join(parts) if len(parts) > 1 else ""
