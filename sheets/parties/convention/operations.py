"""A table at a convention: asked for, its characters made one after the other, and given up."""

from random import Random
from time import monotonic

import msgspec

from rules import document as documents
from rules import pregens, registry
from rules.document import Document
from rules.pregens import Pregen
from rules.problems import RuleViolation
from rules.system import GameSystem
from sheets.access import MemberAccess
from sheets.demo import all_pregens
from sheets.errors import Conflict, Refused
from sheets.models import Convention, ConventionSeat, Member
from sheets.parties.convention.seats import Table, table
from sheets.parties.guests.operations import CONVENTION_OPEN_FOR, open_for_guests
from sheets.parties.operations import party_form
from sheets.print_pages import return_codes
from sheets.writes import Keep, Overtaken, write, write_prepared

THERE_IS_ONE = "This party already has a convention table. Start over to make another."
NO_TABLE = "This party has no convention table. Choose what to make first."


def prepare_table(
    member_access: MemberAccess, *, players: int, theme: str, level: str, seed: str, key: str
) -> None:
    """Asks for a table, without characters yet, and opens the party to guests for it. Refused where
    there is one already.
    """

    def change(membership: Member) -> None:
        party = membership.party
        if Convention.objects.filter(party=party).exists():
            raise Refused({"": THERE_IS_ONE})
        Convention.objects.create(party=party, seed=seed, players=players, theme=theme, level=level)
        open_for_guests(party, CONVENTION_OPEN_FOR)

    content = ("convention", str(players), theme, level, seed)
    write(member_access.lock, change, form=party_form(member_access, key, *content))


def make_characters(member_access: MemberAccess, *, seconds: float, key: str) -> list[int]:
    """Makes the next characters for about so many seconds, at least one; returns how many there are
    then, and how many were asked for. Conflict without a table, Refused where the party's rules let
    none be legal.
    """

    def prepare(membership: Member) -> Keep[list[int]]:
        party, there = membership.party, table(membership.party)
        if there is None:
            raise Conflict(NO_TABLE)
        before = len(there.seats)
        try:
            made = _next_characters(there, membership, seconds)
        except RuleViolation as refused:
            raise Refused({"": str(refused)}) from None

        def save() -> list[int]:
            convention = Convention.objects.filter(party=party, pk=there.convention.pk).first()
            if convention is None or convention.seats.count() != before:
                raise Overtaken
            ConventionSeat.objects.bulk_create(
                ConventionSeat(
                    convention=convention,
                    position=position,
                    idea=one.idea,
                    document=documents.write(one.document),
                    code=return_codes.new_code(),
                )
                for position, one in enumerate(made, before)
            )
            return [before + len(made), convention.players]

        return save

    return write_prepared(
        member_access, prepare, form=party_form(member_access, key, "convention characters")
    )


def discard_table(member_access: MemberAccess, *, key: str) -> None:
    """Gives up the table. Characters that players have taken stay theirs."""

    def change(membership: Member) -> None:
        Convention.objects.filter(party=membership.party).delete()

    write(member_access.lock, change, form=party_form(member_access, key, "discard convention"))


def ready_made(system: GameSystem) -> list[Document]:
    """The game's own pregenerated characters, unnamed by any player."""
    own = (one.document for one in all_pregens().values() if one.document.system == system.slug)
    return [msgspec.structs.replace(one, player="") for one in own]


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
