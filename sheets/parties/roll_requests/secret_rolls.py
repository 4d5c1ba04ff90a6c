"""Secret rolls: a game master rolls for characters of the party with their own dice. Nothing of it
is in a log, nor on a page of a player, until it is revealed.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

import msgspec

from rules import document as documents
from rules.forms.parsing import FormValues
from rules.play import Outcome
from rules.turn import TAKES_NO_ACTION
from sheets import storage
from sheets.access import lock_characters
from sheets.errors import NoSuchRow, Refused, allowed
from sheets.models import Character, Member, RollRequest, SecretRoll
from sheets.models.character import NAMELESS
from sheets.parties.board import characters
from sheets.parties.operations import save_change
from sheets.parties.roll_requests import operations
from sheets.parties.roll_requests.roles import (
    RollRequestInput,
    RollRequestRole,
    fixed_values_of,
    roles_of,
)
from sheets.play_log import operations as play_log
from sheets.play_log.actor import Actor
from sheets.writes import Operation, check_unchanged, stored

# How many secret rolls are kept at most.
MOST_KEPT = 50
FULL = f"{MOST_KEPT} secret rolls are kept already. Reveal or remove some first."
REVEALED = "Rolled in secret by your game master."


@dataclass(frozen=True)
class KeptRoll:
    """A secret roll as game masters read it."""

    row: SecretRoll
    outcome: Outcome

    @property
    def who(self) -> str:
        """The character's name."""
        return self.row.character.name or NAMELESS


def kept_rolls(membership: Member) -> list[KeptRoll]:
    """The secret rolls of a party, newest first; none for who does not lead it. One query."""
    if not membership.leads:
        return []
    rows = SecretRoll.objects.filter(
        party=membership.party_id, character__party=membership.party_id
    )
    return [
        KeptRoll(row, _outcome(row)) for row in rows.select_related("character").order_by("-pk")
    ]


def _outcome(row: SecretRoll) -> Outcome:
    return documents.convert(row.content, Outcome, where="secret roll")


class RollInSecret(Operation[Member, None]):
    """Rolls for one or several characters, each with the dice that it has now. It takes no action
    and changes nothing of them. Refused, by field, as a roll request is.
    """

    request: RollRequestInput

    @property
    def content(self) -> tuple[str, ...]:
        """The roll, and for whom it is."""
        return ("secret roll", *self.request.texts, *self.access.receipt_id)

    def prepare(self, row: Member) -> None:
        """Rolls the dice."""
        request = self.request
        target = operations.read_target(request.target)
        self.note = operations.read_note(request.note)
        check = RollRequestInput(kind=RollRequest.Kind.CHECK, roll=request.roll, to=request.to)
        in_play = characters.party_characters(row)[0]
        self.roles = roles_of(check, {one.character.public_id: one for one in in_play})
        values = {**fixed_values_of(row, target, self.roles), **TAKES_NO_ACTION}
        self.outcomes = [_rolled(role, values) for role in self.roles]

    def save(self) -> None:
        """Keeps the rolls; Refused if too many are kept already."""
        party = self.row.party
        if SecretRoll.objects.filter(party=party).count() + len(self.roles) > MOST_KEPT:
            raise Refused({"roll": FULL})
        # The version of the party stays: a change would tell its players' pages.
        SecretRoll.objects.bulk_create(
            SecretRoll(
                party=party,
                character=role.character.character,
                note=self.note,
                content=_plain(outcome),
            )
            for role, outcome in zip(self.roles, self.outcomes, strict=True)
        )


def _rolled(role: RollRequestRole, values: FormValues) -> Outcome:
    """One character's roll, without what it would change."""
    stored_character = storage.load(role.character.character)
    opened, turn = stored_character.opened, stored_character.situation
    outcome = allowed(lambda: opened.resolve(turn, role.line.key, values, operations.DICE))
    return msgspec.structs.replace(
        outcome, shifts=(), entries=(), situation={}, effects=None, cost=0, point=False
    )


def _plain(outcome: Outcome) -> dict[str, object]:
    plain = json.loads(json.dumps(msgspec.to_builtins(outcome)))
    return {name: value for name, value in plain.items() if value not in ("", [], {}, None)}


class _OfOne(Operation[Member, None]):
    number: int

    def found(self) -> SecretRoll:
        """The secret roll; NoSuchRow."""
        party = self.row.party_id
        rows = SecretRoll.objects.filter(party=party, character__party=party)
        row = rows.filter(pk=self.number).first()
        if row is None:
            raise NoSuchRow
        return row


class Reveal(_OfOne):
    """Puts a secret roll into the log of its character, as the game master's doing."""

    def prepare(self, row: Member) -> None:
        """Works out the entry of the log."""
        self.secret = self.found()
        whole = Character.documents.filter(pk=self.secret.character_id).select_related("owner")
        (character,) = whole.whole()
        self.seen = {character.pk: stored(character)}
        opened = storage.load(character).opened.settled()
        outcome = _outcome(self.secret)
        outcome = msgspec.structs.replace(outcome, said=(*outcome.said, REVEALED))
        is_own = character.owner_id == row.owner_id
        actor = Actor(row.name, None if is_own else row.owner)
        self.line = play_log.appended(character, opened, outcome, actor=actor)

    def save(self) -> None:
        """Saves it, and keeps the roll no longer."""
        check_unchanged(lock_characters(Character.documents.filter(pk__in=self.seen)), self.seen)
        if not SecretRoll.objects.filter(pk=self.secret.pk).delete()[0]:
            raise NoSuchRow
        self.line.save()
        save_change(self.row.party)


class Remove(_OfOne):
    """Removes a secret roll, which nobody then hears of."""

    def save(self) -> None:
        """Deletes it."""
        self.found().delete()
