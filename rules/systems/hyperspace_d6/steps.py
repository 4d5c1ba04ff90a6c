"""The steps of creation, declared with what every choice would change. Shopping is in `shop.py`."""

from __future__ import annotations

from rules import stops
from rules.document import Document
from rules.houses import standing
from rules.options import Group, Option
from rules.steps import Field, Pick, Step
from rules.stops import Stop, nothing
from rules.systems.hyperspace_d6 import (
    account,
    advancement,
    advice,
    derived,
    origins,
    quick_steps,
    quirks,
    shop,
    written,
)
from rules.systems.hyperspace_d6.book import ATTRIBUTES, FORCE, Skill, book
from rules.systems.hyperspace_d6.character import Character
from rules.systems.hyperspace_d6.creation import character_problems
from rules.systems.hyperspace_d6.homemade import PARTYS_OWN, skill_term
from rules.systems.hyperspace_d6.outlook import Standing


def steps(document: Document, *, only: str = "") -> tuple[Step, ...]:
    """All steps in their order; the fields of `only` are filled, of the others left out."""
    character = advancement.replay(document)
    found = standing(document, character_problems(character))
    made = quick_steps.STOPS if character.house.quickplay else STOPS
    return stops.steps(made, character, found, only=only)


def _picks(character: Character) -> tuple[Field, ...]:
    chosen = character.chosen
    # What a game master let be beyond that is picked like the rest.
    picks = max(book().creation.picks, len(chosen.picks))
    left = picks - len(chosen.picks)
    force, now = derived.has_force(character), Standing(character)
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
                pool=derived.skill(character, id),
                gain=gain,
                changes=now.with_skills({id: gain}) if gain else (),
                note=_focus_note(character, id, row),
                barred=f"{picks} are picked: take one back first" if gain and not left else "",
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
        Group(id, book().attributes[id].name, pool=derived.attribute(character, id))
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


def _names(character: Character) -> str:
    return ", ".join(character.chosen.skills[id].name for id in character.chosen.picks)


def _quirk_names(character: Character) -> str:
    chosen = character.chosen
    return ", ".join(quirk.name for quirk in (chosen.edge, chosen.burden) if quirk)


def _defense_values(character: Character) -> str:
    return ", ".join(
        f"{row.name} {derived.defense(character, id).value}" for id, row in book().defenses.items()
    )


STOPS: tuple[Stop[Character], ...] = (
    Stop(
        "concept",
        "Concept and name",
        "Who are you, in a few words?",
        ("name",),
        written.who,
        lambda character: character.document.name or character.build.concept,
    ),
    Stop(
        "species",
        "Species",
        "What you bring from home: your first dice, and one skill your people are known for.",
        ("build.species",),
        origins.species_fields,
        lambda character: character.chosen.species.name,
    ),
    Stop(
        "profession",
        "Profession",
        "What you do for a living, and the dice it has taught you.",
        ("build.profession",),
        origins.profession_fields,
        lambda character: character.chosen.profession.name,
    ),
    Stop(
        "skills",
        "Skills",
        "Pick three. Each gets one more die. Four of them also raise a defense.",
        ("build.skills",),
        _picks,
        _names,
    ),
    Stop(
        "defenses",
        "Defenses",
        "Nothing to choose here: what keeps you alive, and what would raise it.",
        ("build.defenses",),
        account.fields,
        _defense_values,
        can_surprise=False,
    ),
    Stop(
        "edge-and-burden",
        "Edge and burden",
        "One thing that helps you, and one that does not let you go.",
        ("build.edge", "build.burden"),
        quirks.fields,
        _quirk_names,
    ),
    Stop(
        "gear",
        "Gear",
        "What you carry out of the shop is what you have at the table.",
        ("build.gear", "build.worn", "build.starting_credits"),
        shop.fields,
        advice.state,
        advice=advice.advice,
    ),
    Stop(
        "appearance",
        "Appearance and personality",
        "What others see first, and what they learn later.",
        ("build.appearance", "build.personality"),
        written.looks,
        written.state,
    ),
    Stop(
        "review",
        "Review",
        "Everything at once, before it is final.",
        (),
        nothing,
        lambda _: "",
        can_surprise=False,
    ),
)
