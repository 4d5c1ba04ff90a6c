"""A table at a convention: asked for, its characters made one after the other, and given up."""

from random import Random
from time import monotonic

import msgspec

from rules import document as documents
from rules import pregens, registry
from rules.document import Document
from rules.game import Game
from rules.pregens import Pregen
from rules.problems import RuleViolation
from sheets.demo import all_pregens
from sheets.errors import Conflict, Refused
from sheets.models import Convention, ConventionSeat, Member
from sheets.parties.convention.seats import Table, table
from sheets.parties.guests.operations import CONVENTION_OPEN_FOR, open_for_guests
from sheets.print_pages import return_codes
from sheets.writes import Operation, Overtaken

THERE_IS_ONE = "This party already has a convention table. Start over to make another."
NO_TABLE = "This party has no convention table. Choose what to make first."


class PrepareTable(Operation[Member, None]):
    """Asks for a table, without characters yet, and opens the party to guests for it. Refused if
    there is one already.
    """

    verb = "convention"
    players: int
    theme: str
    level: str
    seed: str

    def save(self) -> None:
        party = self.row.party
        if Convention.objects.filter(party=party).exists():
            raise Refused({"": THERE_IS_ONE})
        Convention.objects.create(
            party=party, seed=self.seed, players=self.players, theme=self.theme, level=self.level
        )
        open_for_guests(party, CONVENTION_OPEN_FOR)


class MakeCharacters(Operation[Member, list[int]]):
    """Makes the next characters for about so many seconds, at least one; how many there are then,
    and how many were asked for. Conflict without a table, Refused if the party's rules let none
    be legal.
    """

    verb = "convention characters"
    seconds: float

    def prepare(self, row: Member) -> None:
        there = table(row.party)
        if there is None:
            raise Conflict(NO_TABLE)
        self.convention, self.before = there.convention, len(there.seats)
        try:
            self.pregens = _next_characters(there, row, self.seconds)
        except RuleViolation as refused:
            raise Refused({"": str(refused)}) from None

    def save(self) -> list[int]:
        rows = Convention.objects.filter(party=self.row.party, pk=self.convention.pk)
        convention = rows.first()
        if convention is None or convention.seats.count() != self.before:
            raise Overtaken
        seats = ConventionSeat.objects.bulk_create(
            ConventionSeat(
                convention=convention,
                position=position,
                idea=pregen.idea,
                document=documents.write(pregen.document),
                code=return_codes.new_code(),
            )
            for position, pregen in enumerate(self.pregens, self.before)
        )
        return [self.before + len(seats), convention.players]


class DiscardTable(Operation[Member, None]):
    """Gives up the table. Characters that players have taken stay theirs."""

    verb = "discard convention"

    def save(self) -> None:
        Convention.objects.filter(party=self.row.party).delete()


def ready_made(system: Game) -> list[Document]:
    """The game's own pregenerated characters, unnamed by any player."""
    own = (
        pregen.document
        for pregen in all_pregens().values()
        if pregen.document.system == system.slug
    )
    return [msgspec.structs.replace(document, player="") for document in own]


def _next_characters(there: Table, membership: Member, seconds: float) -> list[Pregen]:
    end = monotonic() + seconds
    system = registry.get(membership.party.system)
    order, made, ready = there.order(membership.party), there.made, ready_made(system)
    before = len(made)
    while len(made) < there.convention.players and (len(made) == before or monotonic() < end):
        # Each has chance of its own, so that the same seed makes the same characters again.
        rng = Random(f"{there.convention.seed} {len(made)}")  # noqa: S311 (nothing is secret)
        made.append(pregens.next_pregen(system, order, made, rng, ready))
    return made[before:]
