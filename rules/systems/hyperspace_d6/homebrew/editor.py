"""Editing a party's homebrew: the form of each kind, saving and removing."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.forms import parsing
from rules.forms.fields import Rows
from rules.forms.parsing import FormValues
from rules.house import HomebrewItem
from rules.kit.homebrew import check_size, read_field, slug
from rules.problems import InvalidDocument, Problem, RuleViolation
from rules.systems.hyperspace_d6.document.house import KINDS, House, HousePart, HouseThing
from rules.systems.hyperspace_d6.homebrew import checks, forms
from rules.systems.hyperspace_d6.homebrew import forms as form_fields
from rules.systems.hyperspace_d6.homebrew import tables as homebrew_tables
from rules.systems.hyperspace_d6.homebrew.forms import FormField
from rules.systems.hyperspace_d6.rulebook.book import Book, book
from rules.systems.hyperspace_d6.rulebook.descriptions import about


def homebrew_items(house: House) -> tuple[HomebrewItem, ...]:
    """All homebrew items, kind by kind."""
    tables = homebrew_tables.tables_of(house)
    items = []
    for kind in tables.party.homebrew_kinds:
        rows = getattr(tables, KINDS[kind.kind])
        for thing in _all(house, kind.kind):
            row = rows.get(thing.id)
            description = about(row, tables) if row and row.own else thing.does
            items.append(HomebrewItem(kind.kind, thing.id, thing.name, description))
    return tuple(items)


def fields(house: House, kind: str, id: str = "") -> tuple[FormField, ...]:
    """The form for a new item of a kind, or the one with that id; KeyError if there is none."""
    others, thing = _apart(house, kind, id)
    tables = homebrew_tables.tables_of(others)
    return (*form_fields.words(thing), *forms.FORMS[kind].fields(thing, tables))


def save_item(house: House, kind: str, values: FormValues, id: str = "") -> House:
    """The house rules with a new or changed item; RuleViolation names every wrong field."""
    others, old = _apart(house, kind, id)
    tables = homebrew_tables.tables_of(others)
    members: dict[str, Any] = {}
    wrong: list[Problem] = []
    for field, blank in zip(fields(house, kind, id), fields(others, kind), strict=True):
        try:
            members[field.id] = _read(field, values)
        except InvalidDocument as unreadable:
            wrong.append(Problem("bad-value", field.id, unreadable.message))
            members[field.id] = _read(blank, {})
    thing = _thing(kind, members, tables, id)
    unread = {problem.where for problem in wrong}
    for member, value in (
        *checks.homebrew_problems(kind, thing, tables),
        *_taken(others, kind, thing),
    ):
        place = "name" if member == "id" else member
        if place not in unread:
            unread.add(place)
            wrong.append(Problem("bad-value", place, value))
    if wrong:
        raise RuleViolation(wrong)
    items = _all(house, kind)
    rows = tuple(thing if one is old else one for one in items) if id else (*items, thing)
    after = msgspec.structs.replace(house, **{KINDS[kind]: rows})
    check_size(after, house)
    return after


def remove_item(house: House, kind: str, id: str) -> House:
    """The house rules without an item; RuleViolation if another item needs it."""
    others, thing = _apart(house, kind, id)
    named = homebrew_tables.reference_of(kind, id)
    for one, member in KINDS.items():
        for dependent in getattr(others, member):
            if named in homebrew_tables.rests_on(
                house, homebrew_tables.reference_of(one, dependent.id)
            ):
                message = f"{dependent.name} uses {thing.name}. Change or remove that first."
                raise RuleViolation([Problem("needed", id, message)])
    return others


def _all(house: House, kind: str) -> tuple[HouseThing, ...]:
    things: tuple[HouseThing, ...] = getattr(house, KINDS[kind])
    return things


def _apart(house: House, kind: str, id: str) -> tuple[House, HouseThing]:
    """The house rules without the item with that id, and the item; without an id, a blank one."""
    items = _all(house, kind)
    if not id:
        return house, forms.FORMS[kind].blank
    for thing in items:
        if thing.id == id:
            others = tuple(one for one in items if one is not thing)
            return msgspec.structs.replace(house, **{KINDS[kind]: others}), thing
    raise KeyError(id)


def _read(field: FormField, values: FormValues) -> Any:
    """The values sent for a field; a field that was not sent keeps its value, or is unchecked."""
    if isinstance(field, Rows):
        texts = parsing.cleaned(values.get(field.id, ()), field.id)
        return tuple(parsing.rows(texts, limit=checks.NAME, most=checks.MANY))
    return read_field(field, values)


def _thing(kind: str, members: dict[str, Any], tables: Book, id: str) -> HouseThing:
    """The typed members as an item; a new one gets an id from its name."""
    form = forms.FORMS[kind]
    name = members["name"]
    row = {"id": id or slug(name), "name": name, "does": members["does"], **form.members(members)}
    if "parts" in row:
        row["parts"] = tuple(_part(part, tables) for part in row["parts"])
    return type(form.blank)(**row)


def _part(part: HousePart, tables: Book) -> HousePart:
    """A part of a pack by its id, if there is such an item."""
    name = part.name.casefold()
    for row in tables.items.values():
        if name in (row.name.casefold(), row.id):
            return HousePart(item=row.id, quantity=part.quantity)
    return part


def _taken(others: House, kind: str, thing: HouseThing) -> list[checks.HomebrewProblem]:
    """That the id is another item's, even an illegal one's; or that there are too many of a
    kind.
    """
    if len(_all(others, kind)) >= checks.MOST_OF_A_KIND:
        return [("name", f"{checks.MOST_OF_A_KIND} of a kind is the limit. Remove one first.")]
    rivals = [
        one for member in homebrew_tables.kinds_sharing_ids(kind) for one in getattr(others, member)
    ]
    return homebrew_tables.id_conflicts(kind, thing, book(), rivals)
