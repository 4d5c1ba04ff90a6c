"""Links from a number to its explanation. Which figure has which key is the sheet's to say."""

from html import escape

from django.utils.safestring import SafeString, mark_safe

from rules.figures import Figure
from rules.sheet.sections import Sheet
from sheets.models import Character
from sheets.ui.addresses import address
from sheets.ui.components import quoted, spaced

_KEY = "KEY"


class Explainer:
    """Knows the address of every explanation of one sheet.

    `name` is the address of the explanations, `at` what it needs besides the number's key: whose
    they are. Without that there are none.
    """

    def __init__(self, sheet: Sheet, name: str, *at: object) -> None:
        self.keys = {id(figure): key for key, figure in sheet.figures.items()}
        self.base = address(name, *at, _KEY).removesuffix(f"{_KEY}/") if at else ""

    def address(self, figure: Figure) -> str:
        """Where the figure explains itself; "" where it does not."""
        key = self.keys.get(id(figure))
        return f"{self.base}{quoted(key)}/" if key and self.base else ""

    def link(self, figure: Figure, words: str) -> SafeString:
        """The words as a link to the explanation, or as plain words. They may break after a
        slash.
        """
        address, shown = self.address(figure), escape(words).replace("/", "/<wbr>")
        if not address:
            return mark_safe(f"<span>{shown}</span>")  # noqa: S308 (escaped)
        return mark_safe(f'<a class="explains" href="{address}">{shown}</a>')  # noqa: S308 (escaped)


def short_sum(figure: Figure) -> str:
    """A sum in numbers alone: "10 + 3D + 1D − 2"; "" for a figure that is no sum."""
    if figure.op not in ("sum", "pool"):
        return ""
    parts: list[str] = []
    for row in figure.rows():
        if not row.depth:
            parts.append(spaced(row.amount) if parts else row.amount)
    return " ".join(parts) if len(parts) > 1 else ""


def explaining(
    character: Character | None, sheet: Sheet, moment: int | None = None, shared: str | None = None
) -> Explainer:
    """Knows the addresses of a sheet's explanations; made once a page.

    `moment` is given where the sheet is the one after so many entries of the ledger, `shared` (the
    key of a link) where it is shown to whoever has that.
    """
    if shared:
        return Explainer(sheet, "shared_why", shared)
    if character is None:
        return Explainer(sheet, "character_why")
    if moment is not None:
        return Explainer(sheet, "character_moment_why", character.public_id, moment)
    return Explainer(sheet, "character_why", character.public_id)


def explaining_steps(character: Character, sheet: Sheet) -> Explainer:
    """Explains the sheet beside the steps: of a rebuild it is another than the character's."""
    name = "character_rebuild_why" if character.is_rebuilding else "character_why"
    return Explainer(sheet, name, character.public_id)


def explain(explainer: Explainer, figure: Figure, words: str) -> SafeString:
    """Words that lead to a figure's explanation."""
    return explainer.link(figure, words)


def why_address(explainer: Explainer, figure: Figure) -> str:
    """The address of a figure's explanation."""
    return explainer.address(figure)
