"""Roles in a roll request: the characters who roll, each with a trait of their sheet, and those who
help.
"""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules import registry
from rules.forms.parsing import FormValues
from rules.problems import RuleViolation
from rules.sheet.sections import Line
from sheets.errors import Refused, allowed
from sheets.models import (
    Member,
    RollRequest,
    RollRequestTarget,
)
from sheets.parties.board.characters import PartyCharacter, TraitGroup
from sheets.parties.board.skill_matrix import trait_groups

NO_ROLL = "Choose a skill or attribute to roll."
NOBODY = "Choose at least one character."
NO_PLAYER = "Choose at least one character of the party. Opponents alone need no request."
NO_HELPERS = "Choose at least one helper other than the character who rolls."
NOBODY_HAS_IT = "No character in play has that skill."
NOBODY_CAN = "No character can roll that now: {why}"
NO_SUCH_KIND = "This game has no such kind of roll."
TWO_CHARACTERS = "Choose two different characters."
CHARACTER_GONE = "One of these characters is no longer on the board. Choose again."
LACKS_TRAIT = "{who} doesn't have that skill."


@dataclass(frozen=True)
class RollRequestInput:
    """A form's request: the trait, the characters, the target number.

    `to` are the characters that roll: two in an opposed roll, where the second may roll another
    trait (`other`); one in a combined roll, with `helpers`. `everybody` means all that have the
    trait.
    """

    kind: str
    roll: str
    other: str = ""
    target: str = ""
    note: str = ""
    everybody: bool = False
    to: tuple[uuid.UUID, ...] = ()
    helpers: tuple[uuid.UUID, ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """Every field as text, for the form's receipt."""
        ids = (*map(str, self.to), "helped by", *map(str, self.helpers))
        fields = (self.kind, self.roll, self.other, self.target, self.note, str(self.everybody))
        return (*fields, *ids)


@dataclass(frozen=True)
class RollRequestRole:
    """One character's role in a roll request: it rolls a trait of its sheet, or helps."""

    character: PartyCharacter
    line: Line
    helps: bool = False

    @property
    def is_opponents(self) -> bool:
        """True if the site rolls it, for an opponent of the roster."""
        return self.character.is_opponent


def roles_of(
    request: RollRequestInput, in_play: Mapping[uuid.UUID, PartyCharacter]
) -> list[RollRequestRole]:
    """The role of each character. Raises Refused, by field."""
    match request.kind:
        case RollRequest.Kind.CHECK if request.everybody:
            roles = [
                RollRequestRole(row, line)
                for row in in_play.values()
                if (line := row.traits.get(request.roll))
            ]
            if not roles:
                raise Refused({"roll": NOBODY_HAS_IT if request.roll else NO_ROLL})
            return roles
        case RollRequest.Kind.CHECK:
            return _check_roles(request, in_play)
        case RollRequest.Kind.OPPOSED:
            return _opposed_roles(request, in_play)
        case RollRequest.Kind.COMBINED:
            return _combined_roles(request, in_play)
        case _:
            raise Refused({"kind": NO_SUCH_KIND})


def _check_roles(
    request: RollRequestInput, in_play: Mapping[uuid.UUID, PartyCharacter]
) -> list[RollRequestRole]:
    if not request.to:
        raise Refused({"to": NOBODY})
    return [_role(row, request.roll) for row in _found(request.to, in_play, field="to")]


def _opposed_roles(
    request: RollRequestInput, in_play: Mapping[uuid.UUID, PartyCharacter]
) -> list[RollRequestRole]:
    if len(request.to) != 2 or request.to[0] == request.to[1]:
        raise Refused({"to": TWO_CHARACTERS})
    first, second = _found(request.to, in_play, field="to")
    if first.is_opponent and second.is_opponent:
        raise Refused({"to": NO_PLAYER})
    other = _role(second, request.other or request.roll, field="other")
    return [_role(first, request.roll), other]


def _combined_roles(
    request: RollRequestInput, in_play: Mapping[uuid.UUID, PartyCharacter]
) -> list[RollRequestRole]:
    if len(request.to) != 1:
        raise Refused({"to": "Choose who rolls."})
    if not request.helpers or request.to[0] in request.helpers:
        raise Refused({"helpers": NO_HELPERS})
    lead = _role(_found(request.to, in_play, field="to")[0], request.roll)
    helpers = _found(request.helpers, in_play, field="helpers")
    return [lead, *(RollRequestRole(row, lead.line, helps=True) for row in helpers)]


def _found(
    ids: Sequence[uuid.UUID], in_play: Mapping[uuid.UUID, PartyCharacter], *, field: str
) -> list[PartyCharacter]:
    """These characters, each once. Raises Refused if one is not on the board any more."""
    chosen = [in_play[id] for id in dict.fromkeys(ids) if id in in_play]
    if len(chosen) != len(set(ids)):
        raise Refused({field: CHARACTER_GONE})
    return chosen


def _role(row: PartyCharacter, roll: str, *, field: str = "roll") -> RollRequestRole:
    line = row.traits.get(roll)
    if line is None:
        raise Refused({field: LACKS_TRAIT.format(who=row.sheet.name) if roll else NO_ROLL})
    return RollRequestRole(row, line)


def rollable_by(rows: Sequence[PartyCharacter]) -> list[TraitGroup]:
    """Every trait of these by group, and after those whatever else opponents and craft roll."""
    groups = trait_groups(rows)
    known = {line.key for group in groups for line in group.members}
    more = {key: line for row in rows for key, line in row.traits.items() if key not in known}
    other = TraitGroup("more", "Opponents and craft", None, tuple(more.values()))
    return [*groups, other] if more else groups


def characters_left_out(
    characters_in_play: Iterable[PartyCharacter], *, roll: str, target: int | None
) -> list[tuple[PartyCharacter, str]]:
    """The characters that have the trait and cannot roll it now, each with the reason."""
    able = [row for row in characters_in_play if roll in row.traits]
    try:
        return [
            (row, why)
            for row in able
            if (why := row.blocked_because(roll, row.system.play.requests.fields(target=target)))
        ]
    except RuleViolation:
        return []


def roles_that_can(roles: Sequence[RollRequestRole], fixed: FormValues) -> list[RollRequestRole]:
    """The roles of characters that can roll now. Raises Refused if none can."""
    reasons = [role.character.blocked_because(role.line.key, fixed) for role in roles]
    able = [role for role, why in zip(roles, reasons, strict=True) if not why]
    if not able:
        raise Refused({"roll": NOBODY_CAN.format(why=reasons[0])})
    return able


def fixed_values_of(
    membership: Member, target: int | None, roles: Sequence[RollRequestRole]
) -> FormValues:
    """The roll-form values that the request fixes. Raises Refused, by field, where the rules do not
    allow the target number or so many helpers.
    """
    helpers = sum(role.helps for role in roles)
    system = registry.get(membership.party.system)
    return allowed(lambda: system.play.requests.fields(target=target, helpers=helpers))


def name_of(roles: Sequence[RollRequestRole]) -> str:
    """The name of a roll request: "Stealth", "Stealth against Search"."""
    names = dict.fromkeys(role.line.name for role in roles)
    return " against ".join(names)


def target_row(request: RollRequest, role: RollRequestRole) -> RollRequestTarget:
    """The row of one character's role, unsaved."""
    return RollRequestTarget(
        request=request,
        character=role.character.character,
        action=role.line.key,
        name=role.line.name,
        called=role.character.sheet.name if role.is_opponents else "",
        helps=role.helps,
    )
