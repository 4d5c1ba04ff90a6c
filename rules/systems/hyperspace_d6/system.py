"""HyperspaceD6 behind the one interface: who it is, and the parts that answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules import convention
from rules.craft_game import CraftGame
from rules.document import Document
from rules.forms.fields import Field
from rules.forms.parsing import FormValues
from rules.game import Game, GameParts, PlayParts
from rules.house import HomebrewItem
from rules.kit.play.harm_boxes import HarmBoxes
from rules.ledger.offers import OfferGroup
from rules.problems import Problem
from rules.sheet.sections import Sheet, Track
from rules.system import GameSystem
from rules.systems.hyperspace_d6 import house as house_options
from rules.systems.hyperspace_d6 import problems
from rules.systems.hyperspace_d6.character import marks
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.craft import fight as craft_fight
from rules.systems.hyperspace_d6.craft import form as craft_form
from rules.systems.hyperspace_d6.craft.system import CRAFT_PARTS
from rules.systems.hyperspace_d6.creation import ideas, opponents, random, steps
from rules.systems.hyperspace_d6.document.build import Build, Marks
from rules.systems.hyperspace_d6.document.entries import AnyEntry
from rules.systems.hyperspace_d6.document.house import House
from rules.systems.hyperspace_d6.exchange import conversion, outline
from rules.systems.hyperspace_d6.homebrew import editor, tables
from rules.systems.hyperspace_d6.ledger.kinds import LEDGER_RULES
from rules.systems.hyperspace_d6.offers import advancement, gear
from rules.systems.hyperspace_d6.play import actions, checks, duel, modifiers, turns
from rules.systems.hyperspace_d6.reference import chapters
from rules.systems.hyperspace_d6.rulebook.book import FOLDER, book
from rules.systems.hyperspace_d6.sheet import export, layout, opponent, quickplay


def _sheet(character: Character) -> Sheet:
    if character.opponent:
        return opponent.sheet(character)
    return quickplay.sheet(character) if character.house.quickplay else layout.sheet(character)


def _summary(character: Character) -> Sheet:
    if character.opponent:
        return opponent.summary(character)
    return quickplay.brief(character) if character.house.quickplay else layout.summary(character)


def _numbers(character: Character) -> dict[str, Any]:
    if character.opponent:
        return opponent.numbers(character)
    return quickplay.numbers(character) if character.house.quickplay else export.numbers(character)


def _harm(character: Character) -> Track:
    return quickplay.harm(character) if character.house.quickplay else marks.harm(character)


def _by_hand(character: Character, level: int, count: int) -> dict[str, int]:
    by_hand = quickplay.by_hand if character.house.quickplay else marks.by_hand
    return by_hand(character, level, count)


def _market(character: Character) -> tuple[OfferGroup, ...]:
    """In quick play gear is text: there is no shop."""
    return () if character.house.quickplay else gear.market(character)


class HyperspaceD6(Game):
    """HyperspaceD6 1.5: whole dice, three picks, an edge and a burden."""

    slug = "hyperspace-d6"
    name = "HyperspaceD6"
    edition = "1.5"
    about = "Whole dice, 22 species and droid types, 18 professions, a Destiny Die in every roll."
    credit = layout.CREDIT
    licence = "https://creativecommons.org/licenses/by-nc-sa/4.0/"
    rank = 0
    build_type = Build
    entry_type = AnyEntry
    marks_type = Marks
    house_type = House
    ledger_rules = LEDGER_RULES
    homebrew_kinds = book().party.homebrew_kinds
    synonyms: Mapping[str, str] = {"rest": "day"}
    hit = "harm"
    others: Mapping[str, GameSystem] = {
        "craft": CraftGame("hyperspace-d6", "HyperspaceD6", CRAFT_PARTS)
    }
    parts = GameParts(
        steps=steps.steps,
        fields=steps.FIELDS,
        problems=problems.character_problems,
        sheet=_sheet,
        summary=_summary,
        numbers=_numbers,
        outline=outline.outline,
        from_outline=conversion.document,
        offers={
            "advance": advancement.advance,
            "carried": gear.carried,
            "market": _market,
            "table": advancement.table,
            "given": advancement.given,
        },
        play=PlayParts(
            state=modifiers.moment,
            actions=actions.TABLE,
            declare=turns.declare,
            requests=checks.REQUESTS,
            add_point=actions.add_point,
            boxes=HarmBoxes(_harm, _by_hand),
            fight=craft_fight.FIGHT,
            duel=duel.DUEL,
        ),
        house=house_options.OPTIONS,
        random=random.random_build,
        ideas=ideas.IDEAS,
        convention=convention.read(FOLDER, ideas.IDEAS.rows),
        opponents=opponents.OPPONENTS,
        craft=craft_form.CRAFT,
        reference=chapters.chapters,
    )

    def house_problems(self, house: House) -> tuple[Problem, ...]:
        return tables.faults_of(house)

    def homebrew_items(self, house: House) -> tuple[HomebrewItem, ...]:
        return editor.homebrew_items(house)

    def homebrew_fields(self, house: House, kind: str, id: str = "") -> tuple[Field, ...]:
        return editor.fields(house, kind, id)

    def set_homebrew(self, house: House, kind: str, values: FormValues, id: str = "") -> House:
        return editor.save_item(house, kind, values, id)

    def remove_homebrew(self, house: House, kind: str, id: str) -> House:
        return editor.remove_item(house, kind, id)

    def in_house(self, document: Document, house: House) -> Document:
        return self.settled(house_options.placed(document, house), document)
