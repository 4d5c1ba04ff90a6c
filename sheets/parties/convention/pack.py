"""Everything on paper for a table at a convention, in one PDF: summary, codes of the seats, rules
on one page, and each character in the prints that are asked for.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Self
from urllib.parse import urlencode

from django.http import QueryDict

from rules import pregens, registry
from rules.phrases import joined
from rules.pregens import BestAt
from sheets import printing
from sheets.errors import NotOffered
from sheets.models import Party
from sheets.parties.convention.seats import Seat, Table
from sheets.parties.pack.extras import BAD_YES, SIDES, YES
from sheets.parties.pack.pack import Pack, PackItem, sheet_item
from sheets.print_pages.cache import CachedPrint
from sheets.print_pages.choices import QUESTIONS
from sheets.print_pages.extras import coded
from sheets.print_pages.return_codes import ReturnCode
from sheets.printing import PrintOptions
from sheets.printing.convention import NO_CODE, ConventionTable, SeatLine, SkillLine
from sheets.printing.options import FULL

SUMMARY, SEATS, CARD = "summary", "seats", "card"
# How many of its best skills a seat names in the summary.
MOST_BEST = 4
_PRINT_KINDS = next(question for question in QUESTIONS if question.id == "kind").options
# What can be in the pack: id and label, the pages of the table before those of each character.
PARTS = (
    (SUMMARY, "Summary for the game master"),
    (SEATS, "Codes of the seats"),
    (CARD, "The rules on one page"),
    *((kind.id, f"{kind.name}, of each character") for kind in _PRINT_KINDS),
)
USUAL = tuple(id for id, _ in PARTS if id != FULL)
BAD_PART = f"“part” must be among: {', '.join(id for id, _ in PARTS)}."
BAD_PAPER = f"“paper” must be one of: {', '.join(printing.PAPERS)}."


@dataclass(frozen=True)
class PackChoice:
    """The parts of the pack, the paper size, and whether it is printed on both sides."""

    parts: tuple[str, ...] = USUAL
    paper: str = printing.PAPERS[0]
    two_sided: bool = False

    @classmethod
    def read(cls, query: QueryDict) -> Self:
        """The choice in an address; the usual one where it has none. NotOffered with every error at
        once.
        """
        if "paper" not in query:
            return cls()
        parts, paper = query.getlist("part"), str(query["paper"])
        known = {id for id, _ in PARTS}
        errors = {"part": BAD_PART} if not known.issuperset(parts) else {}
        if paper not in printing.PAPERS:
            errors["paper"] = BAD_PAPER
        if query.get(SIDES, YES) != YES:
            errors[SIDES] = BAD_YES
        if errors:
            raise NotOffered(errors)
        return cls(tuple(id for id, _ in PARTS if id in parts), paper, SIDES in query)

    @property
    def query(self) -> str:
        """The choice as parameters of an address."""
        parts = [("part", part) for part in self.parts]
        sides = [(SIDES, YES)] if self.two_sided else []
        return urlencode([("paper", self.paper), *parts, *sides])

    @property
    def ticks(self) -> list[tuple[str, str, bool]]:
        """The tick boxes: id, label, and whether it is ticked."""
        return [(id, label, id in self.parts) for id, label in PARTS]


def convention_pack(
    party: Party,
    table: Table,
    choice: PackChoice,
    address: str,
    codes: Mapping[int, ReturnCode],
) -> Pack:
    """The pack of a table. `address` takes a seat with a phone, "" where the table takes no
    guests; `codes` are those by which the paper of each seat comes back.
    """
    content = table_content(party, table, address)
    items = (*_table_items(content, choice), *_character_items(table.seats, choice, codes))
    return Pack(party.name, party.system, items, asides=(), two_sided=choice.two_sided)


def table_content(party: Party, table: Table, address: str) -> ConventionTable:
    """The content of the table's pages."""
    best = best_of(table)
    seats = tuple(
        SeatLine(
            number=seat.number,
            name=seat.name,
            about=seat.about,
            address=f"{address}?take={seat.id}" if address else "",
            best_at=best_in_words(table, at, best),
        )
        for at, seat in enumerate(table.seats)
    )
    skills = tuple(skill_lines(table, best))
    return ConventionTable(
        party.system,
        party.name,
        order_in_words(table),
        seats,
        skills,
        address,
        untrained_in_words(skills),
    )


def best_of(table: Table) -> tuple[BestAt, ...]:
    """The best of a table at each important skill."""
    return pregens.best_at(table.system, [seat.document for seat in table.seats])


def best_in_words(table: Table, at: int, best: Iterable[BestAt]) -> tuple[str, ...]:
    """The important skills in which nobody is better than this character, with their codes; for
    one who leads in none, those that are its own best.
    """
    leads = [(it.name, it.figure) for it in best if it.figure and at in it.positions]
    leads = leads or pregens.strengths(table.system, table.seats[at].document)
    return tuple(f"{name} {figure.code}" for name, figure in leads[:MOST_BEST])


def skill_lines(table: Table, best: Iterable[BestAt]) -> Iterator[SkillLine]:
    """A line for each skill: its highest code, and the names of those who have it."""
    for skill in best:
        yield SkillLine(
            name=skill.name,
            code=skill.figure.code if skill.figure else NO_CODE,
            who=", ".join(table.seats[at].name for at in skill.positions) or "–",
            is_trained=skill.is_trained,
        )


def untrained_in_words(skills: Iterable[SkillLine]) -> str:
    """The important skills in which nobody is trained, "" for none."""
    return joined(skill.name for skill in skills if not skill.is_trained)


def order_in_words(table: Table) -> str:
    """The order in words: "6 characters. One Jedi at most. Seasoned. Seed: dawn."."""
    convention, row = table.system.convention, table.convention
    theme = convention.themes.get(row.theme) if convention else None
    level = convention.levels.get(row.level) if convention else None
    count = f"{row.players} character{'' if row.players == 1 else 's'}"
    names = [theme.name if theme else "Ready-made characters", level.name if level else ""]
    return ". ".join(filter(None, (count, *names, f"Seed: {row.seed}"))) + "."


def _table_items(content: ConventionTable, choice: PackChoice) -> Iterator[PackItem]:
    for part, name in ((SUMMARY, "Summary"), (SEATS, "Seats"), (CARD, "Rules")):
        if part in choice.parts:
            make = partial(printing.convention_pdf, part, content, choice.paper)
            key = printing.convention_key(part, content, choice.paper)
            yield PackItem(None, name, CachedPrint(key, make))


def _character_items(
    seats: Sequence[Seat], choice: PackChoice, codes: Mapping[int, ReturnCode]
) -> Iterator[PackItem]:
    """The prints of one character after those of the other."""
    kinds = [kind for kind in _PRINT_KINDS if kind.id in choice.parts]
    for seat in seats:
        opened = registry.open(seat.document)
        for kind in kinds:
            name = seat.name if kind is kinds[0] else f"{seat.name}, {kind.name.lower()}"
            options = PrintOptions(kind=kind.id, paper=choice.paper)
            yield sheet_item(name, opened, options, coded(codes.get(seat.row.pk)))
