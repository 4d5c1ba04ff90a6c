"""The others of a character's party, to whom something at the table can be done: treating a wound.

The rules know nobody but the character: they say that it is done to somebody else, and what it
comes to for them. Who that is, is known here.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from rules.forms.fields import Choice, Field, Option
from rules.forms.parsing import FormValues
from rules.play import SOMEBODY, WHOM, RollForm
from sheets.models import Character
from sheets.models.character import NAMELESS

LONGEST_NAME = 60


@dataclass(frozen=True)
class Companion:
    """One of them, by id and by name."""

    id: uuid.UUID
    name: str


def name_of(character: Character) -> str:
    """The name of a character, short enough for a line."""
    is_craft = character.kind == Character.Kind.CRAFT
    name = character.name or ("The ship" if is_craft else NAMELESS)
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def of(character: Character) -> list[Companion]:
    """Those of its party that are in play, by name. One query, none for who is in no party."""
    if character.party_id is None:
        return []
    rows = Character.objects.filter(party=character.party_id, archived_at=None)
    rows = rows.exclude(finished_at=None).exclude(pk=character.pk).only("public_id", "name", "kind")
    return [Companion(row.public_id, name_of(row)) for row in rows.order_by("name", "pk")]


def chosen(values: FormValues) -> uuid.UUID | None:
    """The companion that a form names; None for nobody, and for an unnamed character."""
    try:
        return uuid.UUID("".join(values.get(WHOM, ())))
    except ValueError:
        return None


def plain(values: FormValues) -> FormValues:
    """The values as the rules read them: a companion is "somebody"."""
    return {**values, WHOM: (SOMEBODY,)} if chosen(values) else values


def offered(
    panel: RollForm, companions: Sequence[Companion], chosen_id: uuid.UUID | None
) -> RollForm:
    """The roll form with each of them to choose by name, before an unnamed character."""
    fields = tuple(_named(field, companions, chosen_id) for field in panel.fields)
    return msgspec.structs.replace(panel, fields=fields)


def _named(field: Field, companions: Sequence[Companion], chosen_id: uuid.UUID | None) -> Field:
    if field.id != WHOM or not isinstance(field, Choice):
        return field
    names = tuple(
        Option(str(each.id), each.name, chosen=each.id == chosen_id) for each in companions
    )
    own = tuple(option for option in field.options if option.id != SOMEBODY)
    others = tuple(option for option in field.options if option.id == SOMEBODY)
    values = (str(chosen_id),) if chosen_id in {each.id for each in companions} else field.values
    return msgspec.structs.replace(field, options=(*own, *names, *others), values=values)
