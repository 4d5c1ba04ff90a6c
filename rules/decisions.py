"""The choices made in creation, field by field, as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import msgspec

from rules.character import Character
from rules.figures import DOTS
from rules.forms.fields import (
    Allot,
    Balance,
    BalanceItem,
    Breakdown,
    Choice,
    Codes,
    Field,
    Pick,
    Ranking,
    Rows,
    Shop,
    Ware,
)
from rules.forms.parsing import Values

Part = Field | Ware | BalanceItem


@dataclass(frozen=True)
class Decision:
    """One field and its value as text, "" for none; `granted` marks a gift, on the player's
    word.
    """

    id: str
    label: str
    said: str
    granted: bool = False


@dataclass(frozen=True)
class StepDecisions:
    """One step of creation with its decisions."""

    id: str
    name: str
    decisions: tuple[Decision, ...]


def decisions_by_step(character: Character) -> tuple[StepDecisions, ...]:
    """Every step that has choices, with all its fields. A shop lists what the character has, with
    the details that were filled in.
    """
    decided_steps = []
    for place, bare in enumerate(character.steps()):
        step = character.steps(only=bare.id)[place]
        if decisions := tuple(_decisions(step.fields)):
            decided_steps.append(StepDecisions(step.id, step.name, decisions))
    return tuple(decided_steps)


def all_fields(fields: Iterable[Field], within: str = "") -> Iterator[tuple[str, Part]]:
    """All fields, shop items and items of a balance, nested ones included, each with the name of
    its parent.
    """
    for field in fields:
        yield within, field
        match field:
            case Choice(fields=nested):
                yield from all_fields(nested, field.label)
            case Shop(fields=nested, shelves=shelves):
                yield from all_fields(nested)
                for shelf in shelves:
                    for ware in shelf.wares:
                        yield "", ware
                        yield from all_fields(ware.fields, ware.name)
            case Balance():
                for item in field.items:
                    yield "", item
                    yield from all_fields(item.fields, item.name)


def value_text(field: Part, values: Values) -> str:
    """A field's values as text: the names of the chosen options, "DEX 2D, KNO 3D", "2 × Rope"."""
    match field:
        case Choice(options=options, own=own):
            names = {option.id: option.name for option in (*options, *own)}
            return ", ".join(names.get(value, value) for value in values if value)
        case Pick(options=options):
            names = {option.id: option.name for option in options}
            return ", ".join(names.get(value, value) for value in values if value)
        case Allot(traits=traits, unit=unit):
            pairs = zip(traits, values, strict=False)
            shown = "" if unit == DOTS else unit
            return ", ".join(f"{trait.name} {value}{shown}" for trait, value in pairs)
        case Ranking(options=options):
            names = {option.id: option.name for option in options}
            return ", ".join(names.get(value, value) for value in values if value)
        case BalanceItem(points=points):
            unit = "point" if points.value == 1 else "points"
            return f"{points.code} {unit}" if values else ""
        case Codes(traits=traits):
            codes = zip(traits, values, strict=False)
            return ", ".join(f"{trait.name} {code}" for trait, code in codes if code)
        case Rows():
            rows = msgspec.structs.replace(field, values=values).rows
            return ", ".join(_row_text(field, row) for row in rows if row[0])
        case _:
            return " ".join(values)


def _row_text(field: Rows, row: tuple[str, ...]) -> str:
    """One row as text: "2 × Rope", "Blaster DEX 4D"."""
    pairs = list(zip(field.cells, row, strict=False))
    if [cell.kind for cell, _ in pairs] == ["text", "number"]:
        return f"{row[1]} × {row[0]}"
    return " ".join(
        text for cell, text in pairs if text and not (cell.kind == "number" and text == "1")
    )


def _decisions(fields: Iterable[Field]) -> Iterator[Decision]:
    for field in fields:
        match field:
            case Breakdown():
                continue
            case Shop(fields=nested, shelves=shelves):
                for shelf in shelves:
                    for ware in shelf.wares:
                        yield from _ware_decisions(ware)
                yield from _decisions(nested)
            case Balance(items=items):
                for item in items:
                    if item.is_taken:
                        yield from (
                            decision
                            for one in (("", item), *all_fields(item.fields, item.name))
                            if (decision := _decision(*one)).said
                        )
            case _:
                for within, one in all_fields((field,)):
                    yield _decision(within, one)


def _ware_decisions(ware: Ware) -> Iterator[Decision]:
    if ware.quantity:
        yield _decision("", ware)
        details = (_decision(*one) for one in all_fields(ware.fields, ware.name))
        yield from (detail for detail in details if detail.said)


def _decision(within: str, field: Part) -> Decision:
    if isinstance(field, BalanceItem):
        return Decision(field.field, field.name, value_text(field, field.values))
    if isinstance(field, Ware):
        return Decision(field.field, field.name, value_text(field, field.values), field.granted)
    label = f"{within}: {field.label}" if within else field.label
    return Decision(field.id, label, value_text(field, getattr(field, "values", ())))
