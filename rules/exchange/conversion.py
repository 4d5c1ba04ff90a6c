"""A character of one game made anew in another, and the report of it.

The report names what was taken over, what changed and what was lost, one by one.
"""

from collections.abc import Iterable

import msgspec

from rules.dice import codes
from rules.document import Document
from rules.exchange.outline import Outline, Trait

# The names of the original game, by which the games understand each other's skills.
ORIGINAL = "original"
OUR_RULING = "Our ruling."


class Report:
    """The changes to a character on the way, each in a line."""

    def __init__(self) -> None:
        self.kept: list[str] = []
        self.changed: list[str] = []
        self.lost: list[str] = []

    @property
    def parts(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The three lists with their headings."""
        return (
            ("Carried over", tuple(self.kept)),
            ("Changed", tuple(self.changed)),
            ("Not carried over", tuple(self.lost)),
        )

    def text(self, title: str) -> str:
        """The report as Markdown, to be kept with the character."""
        lines = [f"## {title}"]
        for heading, rows in self.parts:
            if rows:
                lines += ["", f"### {heading}", "", *(f"- {_plain(row)}" for row in rows)]
        return "\n".join(lines) + "\n"


def _plain(row: str) -> str:
    """A line without what Markdown would read as markup."""
    return "".join(f"\\{sign}" if sign in "\\`*_[]<>#|~" else sign for sign in row)


class Conversion(msgspec.Struct, frozen=True):
    """A new character and what became of the old one."""

    document: Document
    report: Report


def original_names(trait: Trait) -> tuple[str, ...]:
    """The names of a skill in the original game; where none is known, its own."""
    return trait.others.get(ORIGINAL) or (trait.name,)


def written(pips: int) -> str:
    """A code in pips as it is printed, between 0D and the highest that is read."""
    most = codes.in_pips(codes.MOST_DICE, codes.MOST_PIPS)
    return codes.written(*codes.of_pips(max(0, min(pips, most))))


def story(outline: Outline, *texts: str) -> str:
    """The texts of the character's player as one text; `texts` come first."""
    facts = ", ".join(
        filter(None, (outline.concept, outline.pronouns, outline.nature, outline.demeanor))
    )
    passages = (*texts, facts, outline.personality, *outline.feature_lines, *outline.extras)
    return "\n\n".join(filter(None, passages))


def kept_codes(traits: Iterable[Trait]) -> list[str]:
    """A line for each trait with its code."""
    return [f"{trait.name} {written(trait.total)}" for trait in traits]
