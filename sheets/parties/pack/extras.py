"""The parts of a pack besides the party's sheets. A convention's pack has them, too."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Self
from urllib.parse import urlencode

from django.http import QueryDict

from rules import plain_text, registry
from rules.document import Document
from sheets import printing
from sheets.demo import all_pregens
from sheets.errors import NotOffered
from sheets.models import Member
from sheets.models.character import NAMELESS
from sheets.parties.briefing import paper
from sheets.parties.briefing.content import briefing_content
from sheets.print_pages.cache import CachedPrint
from sheets.print_pages.choices import PrintChoices
from sheets.printing import PrintOptions

MOST_BLANKS = 12
YES, SIDES = "yes", "two_sided"
TWO_SIDED = "Print on both sides: each begins on new paper"
BAD_BLANKS = f"Choose 0 to {MOST_BLANKS} blank sheets."
BAD_YES = f"This parameter is “{YES}”, or left out."


@dataclass(frozen=True)
class PackExtras:
    """The extras of a pack: the game master's briefing, the game's pregenerated characters, the
    opponents of the roster, and a number of blank sheets; and whether it is printed on both sides.
    """

    brief: bool = False
    pregens: bool = False
    opponents: bool = False
    blanks: int = 0
    two_sided: bool = False

    @classmethod
    def read(cls, query: QueryDict) -> Self:
        """The extras in an address; NotOffered with every error at once."""
        errors = {name: BAD_YES for name, _ in TICKS if query.get(name, YES) != YES}
        blanks = plain_text.number(query.get("blanks", "").strip() or "0")
        if blanks is None or not 0 <= blanks <= MOST_BLANKS:
            errors["blanks"] = BAD_BLANKS
        if errors:
            raise NotOffered(errors)
        return cls(**{name: name in query for name, _ in TICKS}, blanks=blanks or 0)

    @property
    def query(self) -> str:
        """The extras as parameters of an address, "" for none."""
        named = {name: YES for name, _ in TICKS if getattr(self, name)}
        return urlencode(named | ({"blanks": self.blanks} if self.blanks else {}))

    @property
    def ticks(self) -> list[tuple[str, str, bool]]:
        """The tick boxes: id, label, and whether it is ticked."""
        return [(name, label, getattr(self, name)) for name, label in TICKS]


NOTHING_MORE = PackExtras()
TICKS = (
    ("brief", "The game master’s briefing"),
    ("pregens", "The game’s pregenerated characters"),
    ("opponents", "The opponents of the roster"),
    (SIDES, TWO_SIDED),
)


@dataclass(frozen=True)
class Leaf:
    """One more print in a pack: its bookmark, and how it is printed."""

    name: str
    print: CachedPrint


def leaves_before(membership: Member, choice: PrintChoices, extras: PackExtras) -> Iterator[Leaf]:
    """The leaf before the party's sheets: the briefing."""
    if extras.brief:
        content = briefing_content(membership)
        yield Leaf("Briefing", paper.briefing_print(membership.party, content, paper=choice.paper))


def leaves_after(membership: Member, choice: PrintChoices, extras: PackExtras) -> Iterator[Leaf]:
    """The leaves after the party's sheets, in the order of `PackExtras`. Blank sheets and
    pregenerated characters are classic sheets.
    """
    system, plain = membership.party.system, choice.blank().options
    if extras.pregens:
        for pregen in all_pregens().values():
            if pregen.document.system == system:
                yield Leaf(pregen.document.name or NAMELESS, _sheet(pregen.document, plain))
    blank = CachedPrint(
        printing.blank_key(system, plain), partial(printing.blank_pdf, system, plain)
    )
    yield from (Leaf(f"Blank sheet {number}", blank) for number in range(1, extras.blanks + 1))


def _sheet(document: Document, options: PrintOptions) -> CachedPrint:
    opened = registry.open(document)
    key = printing.content_key(opened, options)
    return CachedPrint(key, partial(printing.sheet_pdf, opened, options))
