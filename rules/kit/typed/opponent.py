"""An opponent with typed numbers, in games whose books list none; starters are typed by us.

Each text holds names with their values, separated by commas, semicolons or new lines: "Blaster 5D,
Sneak 4D (DEX)". In parentheses stands what a value belongs to: the attribute of a skill, the skill
of a weapon. What binds a player's new character binds no opponent.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from rules import plain_text
from rules.dice import codes
from rules.document import Accepted, Document
from rules.forms.fields import Field, Text
from rules.forms.parsing import FormValues
from rules.kit import starters, typed
from rules.kit.play.answers import Answers
from rules.kit.starters import Starters
from rules.kit.typed.document import Skill, TypedWeapon
from rules.kit.typed.extras import Extra
from rules.opponents import OpponentRules
from rules.problems import InvalidDocument, Problem, RuleViolation

LONGEST_NAME, LONGEST_TEXT, LONGEST_PART = 100, 1500, 80
ATTRIBUTES, SKILLS, WEAPONS, ARMOR = "attributes", "skills", "weapons", "armor"
# What a starter can do, in a line.
SHOWN = {SKILLS: "", WEAPONS: "", ARMOR: ""}
ABOUT = "Any opponent, by its numbers: from a book of yours, or your own."
NO_NAME = "Give it a name, or say what it is."
NO_NUMBERS = "Give at least one attribute or skill."
_BETWEEN = re.compile(r"[,;\n]+")
_PART = re.compile(r"(?P<name>.+?)[\s:]+(?P<value>\S+)\s*(?:\((?P<of>[^()]*)\))?")
# What a weapon is used with if nothing else is said.
USED_WITH = "DEX"
_SHORTEST = 3  # letters of an attribute: "Dex"


class Value(msgspec.Struct, frozen=True, gc=False):
    """A name with its value as it was typed, and what it belongs to, "" where that was left out."""

    name: str
    value: str
    of: str = ""


class TypedOpponent(msgspec.Struct, frozen=True, gc=False):
    """The values of the form. Attributes are by id."""

    name: str
    concept: str
    attributes: dict[str, str]
    skills: tuple[Value, ...]
    weapons: tuple[Value, ...]
    armor: tuple[Value, ...]


class OpponentForm(msgspec.Struct, frozen=True, gc=False):
    """The form of a game: its attributes by id, an example of each text, the words that its players
    use for skills, the value of an attribute that is left out, what a weapon is used with if
    nothing else is said, the names of Strength, the member of initial points, "" for none, and the
    texts beyond those of every such game.
    """

    attributes: Mapping[str, str]
    examples: Mapping[str, str]
    usual: str
    skills: str = "Skills"
    used_with: str = USED_WITH
    strength: tuple[str, ...] = typed.STRENGTH
    points: str = "force_points"
    extras: tuple[Extra, ...] = ()


def rules(
    form: OpponentForm,
    make: Callable[[TypedOpponent], Document],
    typed_of: Callable[[Document], TypedOpponent],
    problems: Callable[[Document], tuple[Problem, ...]],
    starting: Starters,
) -> OpponentRules:
    """The opponents of a game with typed numbers. `make` raises RuleViolation by field, or
    InvalidDocument with the field as its place; `typed_of` gives the values of a document.
    `problems` are those of a document, `starting` the starters.
    """

    def document(values: FormValues) -> Document:
        starter = starting.named(values)
        answers = Answers(starters.sent(starter, values))
        opponent, members = _read(form, answers), _extras(form, answers)
        try:
            made = make(opponent)
        except InvalidDocument as wrong:
            unread = _unreadable(make, opponent) or [_unread(wrong)]
            raise RuleViolation([*answers.wrong, *unread]) from None
        answers.check()
        made = msgspec.structs.replace(made, build=msgspec.structs.replace(made.build, **members))
        return _accepted(starter.completed(made) if starter else made, problems)

    return OpponentRules(
        listed=starting.listed,
        fields=lambda values: _fields(form, values),
        document=document,
        written=lambda one: _written(form, typed_of(one), one.build),
        about=ABOUT,
        is_bound=False,
        heading=starters.HEADING,
        whose=starting.about,
        accepted=lambda one: _accepted(one, problems),
    )


def _unreadable(
    make: Callable[[TypedOpponent], Document], opponent: TypedOpponent
) -> list[Problem]:
    """The problem of each value that can't be read, even where it is the only one."""
    bare = msgspec.structs.replace(opponent, attributes={}, skills=(), weapons=(), armor=())
    alone: list[tuple[str, object]] = [
        ("attributes", {id: value}) for id, value in opponent.attributes.items()
    ]
    for member in ("skills", "weapons", "armor"):
        alone += [(member, (row,)) for row in getattr(opponent, member)]
    found = []
    for member, value in alone:
        try:
            make(msgspec.structs.replace(bare, **{member: value}))
        except InvalidDocument as wrong:
            found.append(_unread(wrong))
    return found


def _unread(wrong: InvalidDocument) -> Problem:
    return Problem("bad-value", wrong.where, f"{wrong.message}.")


def coded_rules(
    form: OpponentForm,
    empty: Document,
    *,
    attribute: Callable[[str], str],
    armor: Callable[[str, str], object],
    armor_value: Callable[[Any], str],
    weapon: Callable[[TypedWeapon], object] = lambda row: row,
    problems: Callable[[Document], tuple[Problem, ...]],
    starting: Starters,
) -> OpponentRules:
    """The making of opponents in a game of codes, from its `empty` document. `attribute` is as in
    `coded`; `armor(name, text)` and `weapon(row)` are the rows of a build, `armor_value(row)` is
    the text of armor. What cannot be read raises InvalidDocument.
    """

    def make(opponent: TypedOpponent) -> Document:
        parts = coded(opponent, form, attribute)
        try:
            suits = tuple(armor(row.name, row.value) for row in opponent.armor)
        except InvalidDocument as wrong:
            raise InvalidDocument(wrong.message, where=ARMOR) from None
        build = msgspec.structs.replace(
            empty.build,
            template=opponent.concept,
            attributes=parts.attributes,
            skills=parts.skills,
            weapons=tuple(map(weapon, parts.weapons)),
            armor=suits,
            worn=opponent.armor[0].name if suits else "",
            **({form.points: 0} if form.points else {}),
        )
        name = opponent.name or opponent.concept
        return msgspec.structs.replace(empty, name=name, build=build)

    def typed_of(document: Document) -> TypedOpponent:
        build = document.build
        return TypedOpponent(
            name=document.name,
            concept=build.template,
            attributes=build.attributes,
            skills=tuple(
                Value(row.name, row.code, _home(form, row, attribute(row.name)))
                for row in build.skills
            ),
            weapons=tuple(Value(row.name, row.damage, row.skill) for row in build.weapons),
            armor=tuple(Value(row.name, armor_value(row)) for row in build.armor),
        )

    return rules(form, make, typed_of, problems, starting)


def _home(form: OpponentForm, row: Skill, usual: str) -> str:
    """The attribute of a skill by name; "" where the book puts the skill there."""
    return "" if usual == row.attribute else form.attributes.get(row.attribute, row.attribute)


class CodedParts(msgspec.Struct, frozen=True, gc=False):
    """The parts of a build that games of codes share."""

    attributes: dict[str, str]
    skills: tuple[Skill, ...]
    weapons: tuple[TypedWeapon, ...]


def coded(
    opponent: TypedOpponent, form: OpponentForm, attribute_of: Callable[[str], str]
) -> CodedParts:
    """The codes of an opponent. `attribute_of` is the attribute that the book puts a skill under,
    by its name, "" for a skill that it does not have. InvalidDocument with the field as its place.
    """
    attributes = dict.fromkeys(form.attributes, form.usual)
    attributes |= {id: _code(text, ATTRIBUTES) for id, text in opponent.attributes.items()}
    skills, first = [], next(iter(form.attributes.values()))
    for row in opponent.skills:
        id = attribute_of(row.name) or attribute(form.attributes, row.of)
        if not id:
            message = f"Say what attribute {row.name} belongs to: {row.name} {row.value} ({first})"
            raise InvalidDocument(message, where=SKILLS)
        skills.append(Skill(name=row.name, attribute=id, code=_code(row.value, SKILLS)))
    weapons = tuple(
        TypedWeapon(name=row.name, skill=row.of or form.used_with, damage=_damage(row.value, form))
        for row in opponent.weapons
    )
    return CodedParts(attributes, tuple(skills), weapons)


def _code(text: str, where: str) -> str:
    try:
        return codes.written(*codes.read(text))
    except InvalidDocument as wrong:
        raise InvalidDocument(wrong.message, where=where) from None


def _damage(text: str, form: OpponentForm) -> str:
    try:
        return typed.damage(text, form.strength).written
    except InvalidDocument as wrong:
        raise InvalidDocument(wrong.message, where=WEAPONS) from None


def _extras(form: OpponentForm, answers: Answers) -> dict[str, object]:
    """The members of a build that the other texts of the form give."""
    members: dict[str, object] = {}
    for extra in form.extras:
        text = answers.text(extra.id)[:LONGEST_TEXT].strip()
        try:
            members |= extra.read(text) if text else {}
        except InvalidDocument as wrong:
            answers.wrong.append(Problem("bad-value", extra.id, f"{wrong.message}."))
    return members


def _fields(form: OpponentForm, values: FormValues) -> tuple[Field, ...]:
    answers = Answers(values)

    def text(
        id: str, label: str, hint: str = "", lines: int = 1, limit: int = LONGEST_TEXT
    ) -> Text:
        example = form.examples.get(id, "")
        return Text(id, label, (answers.text(id),), hint, lines, limit, placeholder=example)

    return (
        text("name", "Name", limit=LONGEST_NAME),
        text("concept", "Kind", limit=LONGEST_NAME),
        text(ATTRIBUTES, "Attributes", f"Any left out are {form.usual}.", 2),
        text(SKILLS, form.skills, "", 3),
        text(WEAPONS, "Weapons, with damage and skill", "", 3),
        text(ARMOR, "Armor"),
        *(
            Text(
                extra.id,
                extra.label,
                (answers.text(extra.id),),
                extra.hint,
                extra.lines,
                LONGEST_TEXT,
                placeholder=extra.example,
            )
            for extra in form.extras
        ),
    )


def _written(form: OpponentForm, opponent: TypedOpponent, build: msgspec.Struct) -> FormValues:
    """The texts of the form for an opponent."""
    attributes = [
        Value(form.attributes.get(id, id), value) for id, value in opponent.attributes.items()
    ]
    texts = {
        "name": opponent.name,
        "concept": opponent.concept,
        ATTRIBUTES: joined(attributes),
        SKILLS: joined(opponent.skills),
        WEAPONS: joined(opponent.weapons),
        ARMOR: joined(opponent.armor),
        **{extra.id: extra.write(build) for extra in form.extras},
    }
    return {field: (text,) for field, text in texts.items()}


def joined(values: Iterable[Value]) -> str:
    """The text of names and values, as `_parts` reads it."""
    return ", ".join(
        f"{one.name} {one.value} ({one.of})" if one.of else f"{one.name} {one.value}"
        for one in values
    )


def _read(form: OpponentForm, answers: Answers) -> TypedOpponent:
    """The texts of the form; what cannot be read is among what is wrong with the answers."""
    name, concept = answers.text("name")[:LONGEST_NAME], answers.text("concept")[:LONGEST_NAME]
    parts = {
        field: _parts(answers, field, form.examples[field])
        for field in (ATTRIBUTES, SKILLS, WEAPONS, ARMOR)
    }
    attributes: dict[str, str] = {}
    for part in parts[ATTRIBUTES]:
        if id := attribute(form.attributes, part.name):
            attributes[id] = part.value
        else:
            known = ", ".join(form.attributes.values())
            message = f"“{part.name}” isn't an attribute of this game: {known}."
            answers.wrong.append(Problem("bad-value", ATTRIBUTES, message))
    if not name and not concept:
        answers.wrong.append(Problem("missing", "name", NO_NAME))
    elif not parts[ATTRIBUTES] and not parts[SKILLS] and not answers.wrong:
        answers.wrong.append(Problem("missing", ATTRIBUTES, NO_NUMBERS))
    return TypedOpponent(name, concept, attributes, parts[SKILLS], parts[WEAPONS], parts[ARMOR])


def _parts(answers: Answers, field: str, example: str) -> tuple[Value, ...]:
    """The names and values of a text."""
    values = []
    text = plain_text.plain(answers.text(field))
    if len(text) > LONGEST_TEXT:
        message = f"Too long: at most {LONGEST_TEXT:,} characters."
        answers.wrong.append(Problem("bad-value", field, message))
        return ()
    for part in filter(None, (one.strip() for one in _BETWEEN.split(text))):
        match = _PART.fullmatch(part) if len(part) <= LONGEST_PART else None
        if match is None:
            message = f"“{part[:40]}” can't be read. Write it like this: {example}."
            answers.wrong.append(Problem("bad-value", field, message))
            return ()
        values.append(Value(match["name"].strip(), match["value"], (match["of"] or "").strip()))
    return tuple(values)


def attribute(attributes: Mapping[str, str], name: str) -> str:
    """The id of the attribute of that id or name, or of one that begins so; "" for none."""
    start = plain_text.folded(name)
    for id, label in attributes.items():
        if start in (id.casefold(), plain_text.folded(label)):
            return id
    begun = [id for id, label in attributes.items() if label.casefold().startswith(start)]
    return begun[0] if len(begun) == 1 and len(start) >= _SHORTEST else ""


def _accepted(document: Document, problems: Callable[[Document], tuple[Problem, ...]]) -> Document:
    """The document with everything accepted that a game master can accept; RuleViolation for what
    nobody can.
    """
    wrong = [one for one in problems(document) if not one.unfinished]
    if never := [one for one in wrong if one.never]:
        raise RuleViolation(Problem(one.code, "", one.message) for one in never)
    accepted = tuple(Accepted(one.code, one.where) for one in wrong)
    house = msgspec.structs.replace(document.house, accepted=accepted)
    return msgspec.structs.replace(document, house=house, is_confirmed=bool(accepted))
