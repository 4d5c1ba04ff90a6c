"""The table of a party at a convention, and its seats with their characters."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from rules import document as documents
from rules import registry
from rules.character import Character as OpenCharacter
from rules.document import Document
from rules.game import Game
from rules.pregens import Order, Pregen
from sheets.models import Convention, ConventionSeat, Party
from sheets.models.character import NAMELESS

# What begins the id of a seat among the choices of a guest: "seat-7".
PREFIX = "seat-"


@dataclass(frozen=True)
class Seat:
    """A seat: its number from 1, its character, and whether a player has taken it."""

    row: ConventionSeat
    document: Document
    about: str

    @classmethod
    def of(cls, row: ConventionSeat, system: Game) -> Self:
        """The seat of a row."""
        document = system.take(documents.envelope(row.document))
        sheet = OpenCharacter(system, document).summary
        return cls(row, document, ". ".join(filter(None, (sheet.kind, sheet.concept))))

    @property
    def number(self) -> int:
        """Its number at the table."""
        return self.row.position + 1

    @property
    def id(self) -> str:
        """Its id among the choices of a guest."""
        return f"{PREFIX}{self.number}"

    @property
    def name(self) -> str:
        """The name of its character."""
        return self.document.name or NAMELESS

    @property
    def is_free(self) -> bool:
        """True until a player takes it, and again once its character leaves the party."""
        character = self.row.character
        return character is None or character.party_id is None or character.deleted_at is not None


@dataclass(frozen=True)
class Table:
    """The table of a party, and the seats whose characters are made."""

    convention: Convention
    system: Game
    seats: tuple[Seat, ...]

    @property
    def is_made(self) -> bool:
        """True once all of its characters are made."""
        return len(self.seats) >= self.convention.players

    @property
    def made(self) -> list[Pregen]:
        """Its characters, for those that are made next."""
        return [Pregen(seat.row.idea, seat.document) for seat in self.seats]

    def order(self, party: Party) -> Order:
        """The table's order for the rules, with the party's house rules."""
        row = self.convention
        return Order(
            players=row.players,
            theme=row.theme,
            level=row.level,
            house=self.system.house.read(party.house),
        )


def table(party: Party) -> Table | None:
    """The table of a party, None for none. Two queries."""
    convention = Convention.objects.filter(party=party).first()
    if convention is None:
        return None
    system = registry.get(party.system)
    return Table(convention, system, tuple(Seat.of(row, system) for row in _rows(convention)))


def free_seats(party: Party) -> Sequence[Seat]:
    """The seats that a guest can take."""
    there = table(party)
    return [seat for seat in there.seats if seat.is_free] if there else []


def _rows(convention: Convention) -> list[ConventionSeat]:
    rows = convention.seats.select_related("character")
    return list(rows.only("position", "idea", "document", "code", "convention", *_CHARACTER))


_CHARACTER = (
    "character__party",
    "character__deleted_at",
    "character__name",
    "character__public_id",
)
