"""Fields of creation that several games have: each shown, read, written and cleared in one place.

A function here makes one field of a member of the build. What the member is called, and what a page
says of it, is each game's own.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from typing import Any

import msgspec

from rules.creation import Bound, of_build, with_build
from rules.document import Document
from rules.figures import Figure
from rules.forms import parsing
from rules.forms.fields import (
    Cell,
    Change,
    Choice,
    Coded,
    Codes,
    Field,
    Number,
    Option,
    Pick,
    Rows,
    Text,
)
from rules.forms.parsing import YES, Values
from rules.kit import typed
from rules.kit.character import GameCharacter
from rules.problems import InvalidDocument, Problem

replace = msgspec.structs.replace


def name_field(limit: int) -> Bound:
    """The name of the character, at most `limit` characters long."""
    return document_text("name", "Name", limit, hint="Your character's name.")


def player_field(limit: int) -> Bound:
    """The player, at most `limit` characters long."""
    return document_text("player", "Player", limit, hint="Your own name.")


def open_name(document: Document) -> Iterable[Problem]:
    """The problem of a character without a name."""
    if not document.name.strip():
        yield Problem("missing", "name", "Give your character a name.", unfinished=True)


def character_problems(character: GameCharacter, marks: Iterable[Problem]) -> tuple[Problem, ...]:
    """Everything open or wrong, in the order of the document: the name, the build, the ledger,
    and the problems of `marks`.
    """
    chosen = character.chosen.faults
    return (*open_name(character.document), *chosen, *character.faults, *marks)


def document_text(member: str, label: str, limit: int, *, hint: str = "") -> Bound:
    """A line of text that stands beside the build."""
    return Bound(
        member,
        lambda document, _: (str(getattr(document, member)),),
        lambda document, _, values: replace(document, **{member: parsing.text(values, limit)}),
        lambda document, _: replace(document, **{member: ""}),
        show=lambda character: [
            Text(member, label, (getattr(character.document, member),), hint, limit=limit)
        ],
        at=member,
    )


def text_field(
    member: str,
    label: str,
    limit: int,
    *,
    hint: str = "",
    lines: int = 1,
    placeholder: str = "",
    suggestions: tuple[str, ...] = (),
) -> Bound:
    """A text of the build, at most `limit` characters long."""

    def show(character: GameCharacter) -> Iterable[Field]:
        values = (str(getattr(character.build, member)),)
        yield Text(member, label, values, hint, lines, limit, placeholder, suggestions)

    return of_build(
        member,
        lambda build: (str(getattr(build, member)),),
        lambda build, values: replace(build, **{member: parsing.text(values, limit)}),
        empty=lambda build: replace(build, **{member: ""}),
        show=show,
    )


def switch_field(member: str, label: str, option: Callable[[Any], Option]) -> Bound:
    """A member that is on or off, as one check box. `option(character)` is the box; it stays when a
    step is cleared.
    """

    def show(character: GameCharacter) -> Iterable[Field]:
        is_on = bool(getattr(character.build, member))
        box = replace(option(character), id=YES, chosen=is_on)
        yield Pick(member, label, (YES,) if is_on else (), (box,))

    return of_build(
        member,
        lambda build: (YES,) if getattr(build, member) else (),
        lambda build, values: replace(build, **{member: bool(parsing.known(values, (YES,)))}),
        show=show,
    )


def number_field(
    member: str, label: str, highest: int, *, hint: str = "", lowest: int = 0
) -> Bound:
    """A whole number from the lowest, or None for nothing typed; it stays when a step is
    cleared.
    """

    def read(build: object) -> Values:
        value = getattr(build, member)
        return ("" if value is None else str(value),)

    def write(build: msgspec.Struct, values: Values) -> object:
        number = parsing.number_or_none(parsing.one(values), lowest, highest)
        return replace(build, **{member: number})

    def show(character: GameCharacter) -> Iterable[Field]:
        values = read(character.build)
        yield Number(member, label, values, hint, lowest=lowest, highest=highest)

    return of_build(member, read, write, show=show)


def nothing_left(_character: object) -> None:
    """Codes that keep to no sum."""


def codes_field(
    member: str,
    label: str,
    traits: Mapping[str, str] | Callable[[Document], Mapping[str, str]],
    figure: Callable[[Any, str], Figure],
    *,
    hint: str,
    left: Callable[[Any], Figure | None] = nothing_left,
    also: Container[str] = (),
) -> Bound:
    """Dice codes as they were typed, one for each of `traits` (id and name), in a member that maps
    ids to texts. `figure(character, id)` is what a code comes to, and `left(character)` what of a
    sum is not given out yet. What is no trait stays when codes are typed, but for those in `also`,
    which other characters have.
    """

    def known(document: Document) -> Mapping[str, str]:
        return traits(document) if callable(traits) else traits

    def read(document: Document, _rest: str = "") -> Values:
        texts = getattr(document.build, member)
        return tuple(texts.get(id, "") for id in known(document))

    def write(document: Document, _rest: str, values: Values) -> Document:
        names, before = known(document), getattr(document.build, member)
        if len(values) != len(names):
            raise InvalidDocument(f"A code for each of {', '.join(names)} is expected.")
        wrong: list[str] = []
        typed = {}
        for (id, name), text in zip(names.items(), values, strict=True):
            try:
                typed[id] = parsing.code(text)
            except InvalidDocument as unreadable:
                wrong.append(f"{name}: {unreadable.message}.")
        if wrong:
            raise InvalidDocument(" ".join(wrong))
        kept = {id: text for id, text in typed.items() if text}
        strange = {id: text for id, text in before.items() if id not in names and id not in also}
        return with_build(document, **{member: {**kept, **strange}})

    def show(character: GameCharacter) -> Iterable[Field]:
        document = character.document
        texts = read(document)
        coded = tuple(
            Coded(id, name, text, figure(character, id))
            for (id, name), text in zip(known(document).items(), texts, strict=True)
        )
        yield Codes(member, label, texts, coded, hint, left(character))

    return Bound(
        member, read, write, lambda document, _: with_build(document, **{member: {}}), show=show
    )


def no_suggestions(_character: object) -> Mapping[str, tuple[str, ...]]:
    """Cells that suggest the same to everybody."""
    return {}


def _members(
    cells: tuple[Cell, ...], texts: Values, written: Mapping[str, Callable[[str], str]]
) -> dict[str, object]:
    """The typed values of a row, by member; an empty cell gives the struct's default."""
    members: dict[str, object] = {}
    for cell, text in zip(cells, texts, strict=True):
        if text and cell.kind == "number":
            members[cell.id] = int(text)
        elif text:
            members[cell.id] = written[cell.id](text) if cell.id in written else text
    return members


def _texts(
    document: Document,
    rows: Iterable[object],
    cells: tuple[Cell, ...],
    shown: Mapping[str, Callable[[Document, str], str]],
) -> Values:
    """Every cell of every row as it is typed; what holds nothing is empty."""
    texts = []
    for row in rows:
        for cell in cells:
            value = getattr(row, cell.id)
            text = "" if value is None else str(value)
            texts.append(shown[cell.id](document, text) if cell.id in shown else text)
    return tuple(texts)


def rows_field(
    member: str,
    label: str,
    row: type[object],
    cells: tuple[Cell, ...] | Callable[[Document], tuple[Cell, ...]],
    *,
    limit: int,
    hint: str | Callable[[Any], str] = "",
    suggest: Callable[[Any], Mapping[str, tuple[str, ...]]] = no_suggestions,
    written: Mapping[str, Callable[[str], str]] = {},
    shown: Mapping[str, Callable[[Document, str], str]] = {},
    empty: Callable[[object], object] | None = None,
) -> Bound:
    """Rows typed by hand, at most `limit`: a member that holds structs of the type `row`, whose
    members are the cells.

    `hint` may depend on the character, and `suggest(character)` gives suggestions by cell. With
    `written` a cell is kept otherwise than it was typed; its function raises InvalidDocument for
    what it cannot read. `shown` is how a cell's text reads in a document. A cleared step leaves no
    row, or what `empty` leaves of the build.
    """

    def of(document: Document) -> tuple[Cell, ...]:
        return cells(document) if callable(cells) else cells

    def read(document: Document, _rest: str = "") -> Values:
        return _texts(document, getattr(document.build, member), of(document), shown)

    def write(document: Document, _rest: str, values: Values) -> Document:
        rows, wrong, own = [], [], of(document)
        for texts in parsing.cells(Rows(member, label, (), own, limit=limit), values):
            try:
                rows.append(row(**_members(own, texts, written)))
            except InvalidDocument as unreadable:
                wrong.append(f"{texts[0].strip()[:40]}: {unreadable.message.rstrip('.')}.")
        if wrong:
            raise InvalidDocument(" ".join(wrong))
        return with_build(document, **{member: tuple(rows)})

    def clear(document: Document, _rest: str) -> Document:
        if empty:
            return replace(document, build=empty(document.build))
        return with_build(document, **{member: ()})

    def show(character: GameCharacter) -> Iterable[Field]:
        more, document = suggest(character), character.document
        own = tuple(
            replace(cell, suggestions=more[cell.id]) if cell.id in more else cell
            for cell in of(document)
        )
        hint_text = hint if isinstance(hint, str) else hint(character)
        yield Rows(member, label, read(document), own, hint_text, limit)

    return Bound(member, read, write, clear, show=show)


def worn_field(
    limit: int, changes: Callable[[Any, str], tuple[Change, ...]], *, hint: str, term: str = ""
) -> Bound:
    """Which of the typed armor is worn, by its name, with what it changes: `changes(character,
    key)` of a suit's key, "" for none. What cannot be worn any more is kept aside. `term` explains
    the choice of none.
    """

    def name(build: Any) -> str:
        """The armor that is worn, by the name it has among the armor."""
        named = {typed.key(row.name): row.name for row in build.armor}
        return str(named.get(typed.key(build.worn), build.worn)) if build.worn else ""

    def show(character: GameCharacter) -> Iterable[Field]:
        worn, suits = (
            name(character.build),
            dict.fromkeys(row.name for row in character.build.armor),
        )
        options = [
            Option(
                suit,
                suit or "Nothing",
                chosen=suit == worn,
                changes=changes(character, typed.key(suit) if suit else ""),
                term="" if suit else term,
            )
            for suit in ("", *suits)
        ]
        if worn and worn not in suits:
            options.append(Option(worn, worn, chosen=True, set_aside=True))
        yield Choice("worn", "You wear", (worn,), tuple(options), look="menu", hint=hint)

    return of_build(
        "worn",
        lambda build: (name(build),),
        lambda build, values: replace(build, worn=parsing.text(values, limit)),
        empty=lambda build: replace(build, worn=""),
        show=show,
        # What is worn stands only as long as there is armor.
        dependent=lambda document: ("worn",) if document.build.armor else (),
    )


def change_to(now: Figure, then: Figure) -> tuple[Change, ...]:
    """The change of a figure, as a tuple of one; empty where it stays."""
    if then.code == now.code:
        return ()
    return (Change(now.label, now.code, then.code, then.weight > now.weight),)
