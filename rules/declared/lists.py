"""Lists to choose from whose rows change traits and figures: their tables, their fields, and what
the chosen rows do. Games of codes and of dots have them alike.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from rules import plain_text
from rules.creation import Bound, of_build
from rules.declared.files import LISTS
from rules.declared.folder import Folder
from rules.declared.rulebook import ChoiceList, ChoiceRow, Effect
from rules.document import Document
from rules.figures import Figure, bonus, instead
from rules.forms import parsing
from rules.forms.fields import Change, Choice, Field, Option, Pick
from rules.kit.bound_fields import change_to
from rules.kit.reference_tables import term
from rules.kit.typed.extras import Extra, named, parts
from rules.problems import ProblemList
from rules.reference.chapters import Terms
from rules.tables import Row

# The effects on a trait or a figure, each with the name of the row that has it.
Effects = Mapping[str, tuple[tuple[str, Effect], ...]]
Lists = Mapping[str, ChoiceList]
# The rows of a list, each shown with all that it changes; and how many of them somebody can have.
MOST_ROWS, MOST_CHOSEN = 60, 20
# The probability of a row of a list that nobody needs.
HALF = 0.5


# --- their tables


def read(folder: Folder, source: str) -> dict[str, ChoiceList]:
    """The lists of a folder by id, each with its rows; a row without a `source` has this one."""
    lists: dict[str, ChoiceList] = {}
    found = folder.members(LISTS).get("list", [])
    for at, data in enumerate(found if isinstance(found, list) else ()):
        if not isinstance(data, dict) or not isinstance(data.get("id"), str):
            folder.fault(LISTS, f"list[{at + 1}]", "id", "is missing")
            continue
        id = data["id"]
        if isinstance(data.get("rows"), list) and len(data["rows"]) > MOST_ROWS:
            folder.fault(LISTS, id, "rows", f"at most {MOST_ROWS} to choose from")
            continue
        rows = folder.rows(LISTS, id, data.get("rows", []), ChoiceRow, source=source)
        members = {"source": source, **data}
        members.pop("rows", None)
        if listed := folder.table(LISTS, ChoiceList, members, id, ready={"rows": rows}):
            lists[id] = listed
    return lists


def check(
    folder: Folder, lists: Lists, traits: Collection[str], figures: Collection[str], *, most: int
) -> None:
    """Note a fault for every effect on what is neither a trait nor a figure, and for one that adds
    more than that to a trait.
    """
    known = [*traits, *figures]
    for listed in lists.values():
        if not 1 <= listed.most <= MOST_CHOSEN:
            folder.fault(LISTS, listed.id, "most", f"1 to {MOST_CHOSEN}")
        for row in listed.rows.values():
            for effect in row.effects:
                folder.known(LISTS, row.id, "effects.to", effect.to, known)
                if effect.to in traits and abs(effect.add) > most:
                    folder.fault(LISTS, row.id, "effects.add", f"−{most} to {most} of a trait")
                if effect.instead is not None and effect.to not in figures:
                    text = "a number in place of another is for figures; write add"
                    folder.fault(LISTS, row.id, "effects.instead", text)


def tell_apart(game: str, types: Iterable[type[object]]) -> None:
    """Places types that were made for a game in a module of its own: a description of all games
    has to tell them from those of the same name that others have.
    """
    for made in types:
        made.__module__ = f"{__package__}.{game}"


def members(lists: Lists) -> Iterator[tuple[str, object, object]]:
    """The member of a build for each list."""
    for row in lists.values():
        yield (row.id, str, "") if row.most == 1 else (row.id, tuple[str, ...], ())


# --- what was chosen


def chosen(listed: ChoiceList, build: object) -> tuple[str, ...]:
    """The chosen rows of a list by id."""
    value = getattr(build, listed.id)
    return ((value,) if value else ()) if isinstance(value, str) else tuple(value)


def facts(lists: Lists, build: object) -> list[tuple[str, str]]:
    """Each list with the names of what was chosen from it."""
    return [
        (
            listed.name,
            ", ".join(listed.rows[id].name for id in chosen(listed, build) if id in listed.rows),
        )
        for listed in lists.values()
    ]


def effects(lists: Lists, build: object, faults: ProblemList) -> Effects:
    """The effects of the chosen rows; a problem for a row that is unknown, missing, or too many."""
    found: dict[str, list[tuple[str, Effect]]] = defaultdict(list)
    for listed in lists.values():
        ids, where = chosen(listed, build), f"build.{listed.id}"
        if listed.needed and not ids:
            faults.open("missing", where, f"Choose your {listed.name.lower()}.")
        if len(ids) > listed.most:
            message = f"{listed.name}: at most {listed.most}, not {len(ids)}."
            faults.deviation("too-many", where, message)
        for id in dict.fromkeys(ids):
            if row := listed.rows.get(id):
                for effect in row.effects:
                    found[effect.to].append((row.name, effect))
            else:
                faults.wrong("unknown-choice", where, f"{id!r} isn't a choice here.")
    return {id: tuple(several) for id, several in found.items()}


def changed(
    several: Iterable[tuple[str, Effect]], figure: Callable[[tuple[Figure, ...]], Figure]
) -> Figure:
    """A figure with these effects: `figure` makes it with terms that are added, and a number that
    takes its place does so last.
    """
    several = tuple(several)
    more = tuple(bonus(name, one.add) for name, one in several if one.instead is None)
    found = figure(more)
    for name, one in several:
        if one.instead is not None:
            found = instead(found.label, bonus(name, one.instead), found, source=found.source)
    return found


def at_random(lists: Lists, rng: Random, document: Document, *, is_new: bool) -> Document:
    """A row of every list that is empty and needed; with `is_new` often one of any other."""
    found: dict[str, object] = {}
    for listed in lists.values():
        if getattr(document.build, listed.id) or not listed.rows:
            continue
        if listed.needed or (is_new and rng.random() < HALF):
            id = rng.choice(list(listed.rows))
            found[listed.id] = id if listed.most == 1 else (id,)
    return replace(document, build=replace(document.build, **found)) if found else document


# --- on forms, and in the reference


def field(listed: ChoiceList, figures: Callable[[Any], Mapping[str, Figure]]) -> Bound:
    """A list to choose one row or several from, each with the `figures` of the sheet that it
    changes.
    """
    is_one = listed.most == 1
    nothing = "" if is_one else ()

    def read_(build: object) -> tuple[str, ...]:
        value = getattr(build, listed.id)
        return (value,) if is_one else tuple(value)

    def write(build: Any, values: tuple[str, ...]) -> object:
        if is_one:
            id = parsing.one(values)
            return replace(build, **{listed.id: id and parsing.known((id,), listed.rows)[0]})
        return replace(build, **{listed.id: parsing.known(values, listed.rows)})

    def pressed(build: Any, id: str) -> object:
        """The build with that row chosen, or with one of several not chosen any more."""
        if is_one:
            return replace(build, **{listed.id: id})
        had = getattr(build, listed.id)
        after = tuple(one for one in had if one != id) if id in had else (*had, id)
        return replace(build, **{listed.id: after})

    def show(character: Any) -> Iterable[Field]:
        held, now = read_(character.build), figures(character)

        def changes(build: Any) -> tuple[Change, ...]:
            """The numbers of the sheet that are others with another build."""
            then = figures(type(character)(replace(character.document, build=build)))
            return tuple(
                change
                for key, figure in now.items()
                if key in then
                for change in change_to(figure, then[key])
            )

        options = tuple(
            Option(
                row.id,
                row.name,
                row.does,
                chosen=row.id in held,
                source=row.source,
                ruling=row.ruling,
                term=f"{listed.id}.{row.id}",
                changes=changes(pressed(character.build, row.id)),
                best=row.good,
            )
            for row in listed.rows.values()
        )
        if is_one:
            without = changes(empty(character.build))
            none = Option("", "None", chosen=held == ("",), changes=without)
            open_ = options if listed.needed else (none, *options)
            yield Choice(listed.id, listed.name, held, open_, hint=listed.does)
        else:
            yield Pick(listed.id, listed.name, held, options, hint=listed.does)

    def empty(build: Any) -> object:
        return replace(build, **{listed.id: nothing})

    return of_build(listed.id, read_, write, empty=empty, show=show)


def reference(lists: Lists) -> Iterator[Terms]:
    """Each list with its rows."""
    for listed in lists.values():
        rows = tuple(term(row, listed.id) for row in listed.rows.values())
        yield Terms(f"list-{listed.id}", listed.name, rows)


def extras(lists: Lists) -> tuple[Extra, ...]:
    """The text of an opponent's form for each list: the names of what was chosen."""
    return tuple(map(_extra, lists.values()))


def _extra(listed: ChoiceList) -> Extra:
    example = next((row.name for row in listed.rows.values()), listed.name)

    def read_(text: str) -> dict[str, object]:
        ids = tuple(named_ids(listed.rows, text, example))
        return {listed.id: ids[0] if listed.most == 1 else ids} if ids else {}

    def write(build: object) -> str:
        return ", ".join(listed.rows[id].name for id in chosen(listed, build) if id in listed.rows)

    return Extra(listed.id, listed.name, read_, write, example)


def named_ids(rows: Mapping[str, Row], text: str, example: str) -> Iterator[str]:
    """The ids of rows whose names, or ids, a text lists; InvalidDocument for an unknown one."""
    known = {plain_text.folded(said): id for id, row in rows.items() for said in (id, row.name)}
    for part in parts(text):
        yield named(part, known, example)
