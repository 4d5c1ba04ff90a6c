"""The skills step: the picks, and the focus of a species."""

from rules.creation import Bound, with_build
from rules.document import Document
from rules.forms.fields import Field, Group, Option, Pick
from rules.forms.parsing import Values
from rules.problems import InvalidDocument
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.creation.preview import Baseline
from rules.systems.hyperspace_d6.document.build import Build
from rules.systems.hyperspace_d6.homebrew import checks
from rules.systems.hyperspace_d6.homebrew.tables import PARTYS_OWN, document_tables, skill_term
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES, FORCE, Skill


def _write_picks(document: Document[Build], _rest: str, values: Values) -> Document[Build]:
    """Set the picks. A new pick replaces one that was set aside."""
    build, tables = document.build, document_tables(document)
    picked = tuple(dict.fromkeys(value for value in values if value))
    if len(picked) > 3 * checks.MOST_OF_A_KIND:
        raise InvalidDocument("Pick each skill once.")
    if len(picked) > tables.creation.picks:
        known, before = tables.skills, set(map(tables.skill_id, build.skills))
        force = {id for id in picked if id in known and known[id].attribute == FORCE}
        added = [id for id in picked if id not in before]
        aside = [id for id in picked if id in before and (id in force or id not in known)]
        still_aside = aside[: max(0, len(aside) - len(added))]
        picked = tuple(id for id in picked if id not in aside or id in still_aside)
    return with_build(document, skills=picked)


def _read_picks(document: Document[Build], _rest: str) -> Values:
    """The picks in the order of the sheet; unknown ones come last."""
    tables = document_tables(document)
    picked = dict.fromkeys(map(tables.skill_id, document.build.skills))
    in_order = [id for id in tables.skills if id in picked]
    return (*in_order, *(id for id in picked if id not in tables.skills))


def fields(character: Character) -> tuple[Field, ...]:
    """The picks, with their effects."""
    chosen = character.chosen
    # Further picks that a game master accepted are shown like the rest.
    picks = max(book().creation.picks, len(chosen.picks))
    left = picks - len(chosen.picks)
    force, now = character.has_force, Baseline(character)
    named = set(map(character.tables.skill_id, character.build.skills))
    options = []
    for id, row in chosen.skills.items():
        picked, aside = id in chosen.picks, id in named and id not in chosen.picks
        if row.attribute == FORCE and not (force or aside):
            continue
        gain = 0 if picked or aside else book().creation.pick_dice
        options.append(
            Option(
                id,
                row.name,
                row.does,
                group=row.attribute,
                chosen=picked or aside,
                pool=figures.skill(character, id),
                gain=gain,
                changes=now.with_skills({id: gain}) if gain else (),
                note=_focus_note(character, id, row),
                barred=f"{picks} of {picks} picked. Uncheck one to swap."
                if gain and not left
                else "",
                set_aside=aside,
                source=row.source,
                term=skill_term(row),
            )
        )
    options += [
        Option(id, id, chosen=True, set_aside=True, group=ATTRIBUTES[0])
        for id in dict.fromkeys(character.build.skills)
        if id in named and id not in chosen.skills
    ]
    traits = [id for id in (*ATTRIBUTES, FORCE) if any(option.group == id for option in options)]
    groups = tuple(
        Group(id, book().attributes[id].name, pool=figures.attribute(character, id))
        for id in traits
    )
    values = tuple(option.id for option in options if option.chosen)
    return (Pick("skills", "Skills", values, tuple(options), picks, left, groups),)


def _focus_note(character: Character, id: str, row: Skill) -> str:
    chosen = character.chosen
    notes = [PARTYS_OWN] if row.own else []
    if chosen.species.focus == id:
        notes.append(f"{chosen.species.focus_name} +{book().creation.focus_dice}D")
    if chosen.edge and chosen.edge_skill == id:
        worth = chosen.edge.dice or chosen.edge.conditional_dice
        notes.append(f"{chosen.edge.name} +{worth}D" + ("" if chosen.edge.dice else " in use"))
    return ", ".join(notes)


FIELDS = (
    Bound(
        "skills",
        _read_picks,
        _write_picks,
        lambda document, _: with_build(document, skills=()),
        show=fields,
    ),
)
