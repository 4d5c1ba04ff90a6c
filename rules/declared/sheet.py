"""The sections of the sheet in display order, and the sheet as plain values."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rules.declared import figures, lists
from rules.declared import marks as character_marks
from rules.declared.character import DeclaredCharacter
from rules.declared.powers import sheet as powers
from rules.figures import Figure
from rules.kit.coded.sheet import (
    attack_section,
    bought_lines,
    plain_codes,
    plain_weapons,
    spent_line,
    trait_columns,
    typed_attacks,
    typed_gear,
)
from rules.kit.ideas import told_species
from rules.kit.sheets import sheet_of, story
from rules.kit.typed import key
from rules.sheet.sections import (
    Attack,
    Column,
    Figures,
    Line,
    Prose,
    Section,
    Sheet,
    Things,
    Traits,
)


def sheet(character: DeclaredCharacter) -> Sheet:
    """The whole sheet."""
    return _sheet(character, _sections(character, points(character)))


def blank(character: DeclaredCharacter) -> Sheet:
    """The sheet to fill in by hand, with the points that buy raises, and room for powers."""
    counts, table = points(character, is_priced=True), character.rules.book.powers
    if table is None:
        return _sheet(character, _sections(character, counts))
    columns = replace(traits(character), row=_across(character, table.skills))
    rows = Things("powers", table.name, None, ())
    return _sheet(character, (*_sections(character, counts, columns), rows))


def _sheet(character: DeclaredCharacter, found: tuple[Section, ...], *first: Section) -> Sheet:
    template, rules = character.build.template, character.rules
    facts = (("Template", template), *lists.facts(rules.book.lists, character.build))
    drawn = (
        variant.species for row in rules.book.templates.rows.values() for variant in row.variants
    )
    species = told_species(drawn, character.build.description)
    return sheet_of(
        character, found, *first, credit=rules.credit, kind=template, facts=facts, species=species
    )


def _powers(character: DeclaredCharacter) -> tuple[Section, ...]:
    """The powers, nothing without any."""
    table = character.rules.book.powers
    return powers.passages(character, table.name, table.learned) if table else ()


def _across(character: DeclaredCharacter, ids: Iterable[str]) -> Column | None:
    """These skills of powers, across; None for none."""
    table = character.rules.book.powers
    if table is None:
        return None
    return powers.column(character, table.part, table.title, ids, figures.trait)


def _sections(
    character: DeclaredCharacter, counts: Figures, columns: Traits | None = None
) -> tuple[Section, ...]:
    harm = character.rules.extras.harm or character_marks.harm
    found = (
        defense(character),
        attack_section(attack_rows(character)),
        counts,
        harm(character),
        columns or traits(character),
        *_powers(character),
        gear(character),
        who(character),
    )
    return tuple(part for part in found if part is not counts or counts.lines)


def summary(character: DeclaredCharacter) -> Sheet:
    """The summary beside a form: attributes, skills with their own codes, figures, weapons, gear,
    points.
    """
    attacks, counts = attack_section(attack_rows(character)), points(character)
    cells = (
        traits(character, trained=True),
        defense(character),
        attacks,
        gear(character),
        *((counts,) if counts.lines else ()),
    )
    return _sheet(character, cells, attacks)


def shown(character: DeclaredCharacter) -> dict[str, Figure]:
    """The figures that stand on the sheet, by id."""
    rows = character.rules.book.figures.values()
    return {row.id: character.figure(row.id) for row in rows if row.on_sheet}


def defense(character: DeclaredCharacter) -> Figures:
    """The declared figures: what an attack has to reach, and the others."""
    rules, found = character.rules.book, shown(character)
    lines = (
        Line(rules.sheet_key(id), one.label, one, _note(character, id)) for id, one in found.items()
    )
    soak = (soak_line(character),) if rules.defense.soak else ()
    name = rules.defense.section or next(iter(found.values())).label
    return Figures(key(name) if rules.defense.section else "defense", name, (*lines, *soak))


def soak_line(character: DeclaredCharacter) -> Line:
    """The roll against damage, with the armor that is worn."""
    found, armor = figures.soak(character), character.worn_armor
    return Line("soak", found.label, found, f"in {armor.name}" if armor else "")


def _note(character: DeclaredCharacter, id: str) -> str:
    """The note beside a figure: the armor that is worn, or that a single mark kills."""
    rules = character.rules.book.defense
    if id == rules.armor.figure and (armor := character.worn_armor):
        return f"in {armor.name}"
    if id != rules.boxes or not figures.is_frail(character):
        return ""
    first = next(row for row in rules.levels.values() if not row.out)
    return f"one {character_marks.one_mark(first)} {rules.words.kills}"


def points(character: DeclaredCharacter, *, is_priced: bool = False) -> Figures:
    """The points to spend, those that the game adds, and those that buy raises if they buy anything
    (`is_priced`); and what else a game counts.
    """
    rules = character.rules
    own, point = rules.point_figures, rules.book.point
    lines = (spent_line(character, own, point.note),) if point else ()
    is_priced = is_priced or character.chosen.by_preset
    bought = bought_lines(character, own, is_priced=is_priced)
    more = rules.extras.counts(character)
    return Figures("points", "Points", (*lines, *rules.extras.points(character), *bought, *more))


def traits(character: DeclaredCharacter, *, trained: bool = False) -> Traits:
    """A column for each attribute with its skills; with `trained` only skills with their own
    codes.
    """
    across = _across(character, character.power_skills)
    return trait_columns(character, figures.trait, trained=trained, across=across)


def attack_rows(character: DeclaredCharacter) -> tuple[Attack, ...]:
    """Every weapon with a trait, with its codes."""
    rules = character.rules
    return typed_attacks(character, rules.codes, special=rules.extras.weapons.special)


def gear(character: DeclaredCharacter) -> Things:
    """Every carried item that is not among the attacks: armor first, then the rest."""
    armor = character.rules.book.armor
    return typed_gear(character, lambda item: armor.shown(item.adds))


def who(character: DeclaredCharacter) -> Prose:
    """The player's texts."""
    return story(
        "who", character.rules.extras.story, (("Description", character.build.description),)
    )


def numbers(character: DeclaredCharacter) -> dict[str, object]:
    """Printed codes, the declared figures, the numbers of harm, points, and weapons."""
    rules, worn = character.rules, character.worn_armor
    defense, point = rules.book.defense, rules.book.point
    table, items, own = rules.book.powers, character.holdings, rules.extras.weapons.exported
    others: dict[str, object] = {
        rules.book.exported(id): one.value
        for id, one in shown(character).items()
        if id != defense.boxes
    }
    if defense.section:
        others = {key(defense.section): others}
    return {
        **plain_codes(character, figures.trait),
        **(powers.numbers(character, figures.trait, table.learned) if table else {}),
        **others,
        **({"soak": figures.soak(character).code} if defense.soak else {}),
        **({"damage": _damage(character)} if defense.levels else {}),
        **({point.id: rules.point_figures.force_points(character).value} if point else {}),
        **rules.extras.numbers(character),
        "character_points": rules.point_figures.character_points(character).value,
        "weapons": [
            {**row, **{name: getattr(items[row["item"]].item, name) for name in own}}
            for row in plain_weapons(character, figures.trait, rules.codes.damage)
        ],
        "worn": worn.key if worn else None,
    }


def _damage(character: DeclaredCharacter) -> dict[str, object]:
    """The damage at which harm and each box begin, and the marks that a box takes."""
    track, rows = character_marks.harm(character), character.rules.book.defense.levels
    return {
        "base": figures.base(character).value,
        **dict(zip(rows, (level.reach for level in track.levels), strict=True)),
        "boxes": figures.boxes(character).value,
    }
