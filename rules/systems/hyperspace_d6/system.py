"""HyperspaceD6 behind the one interface: who it is, and the parts that answer."""

from random import Random
from types import ModuleType

from msgspec.structs import replace

from rules import convention
from rules.document import Document
from rules.game import Game, PlayParts
from rules.kit.play.harm_boxes import HarmBoxes
from rules.kit.play.lasting import lasting_group
from rules.kit.play.procedure_tables import procedure_groups
from rules.kit.play.procedures import ActionTable, rolls_by_kind
from rules.play import Attempt, Outcome
from rules.systems.hyperspace_d6 import house as house_rules
from rules.systems.hyperspace_d6 import offers
from rules.systems.hyperspace_d6.character import marks
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.craft import fight as craft_fight
from rules.systems.hyperspace_d6.craft.system import CRAFT, CRAFT_GAME
from rules.systems.hyperspace_d6.creation import opponents, random, steps
from rules.systems.hyperspace_d6.document.build import Build, Marks
from rules.systems.hyperspace_d6.document.entries import AnyEntry
from rules.systems.hyperspace_d6.document.house import House
from rules.systems.hyperspace_d6.exchange import conversion, outline
from rules.systems.hyperspace_d6.ledger.gear import STASH
from rules.systems.hyperspace_d6.ledger.kinds import LEDGER_RULES, character_problems
from rules.systems.hyperspace_d6.play import (
    checks,
    damage,
    fight,
    healing,
    modifiers,
    roll_form,
    rollables,
    turns,
)
from rules.systems.hyperspace_d6.reference import chapters
from rules.systems.hyperspace_d6.rulebook.book import FOLDER
from rules.systems.hyperspace_d6.sheet import export, layout, quickplay


def _view(character: Character) -> ModuleType:
    """The module with the sheet of such a character, and its summary."""
    is_quick = character.house.quickplay and not character.opponent
    return quickplay if is_quick else layout


def _track(character: Character) -> ModuleType:
    """The module with the boxes of harm that can be marked by hand."""
    return quickplay if character.house.quickplay else marks


# Every action in play: the rolls of the sheet, and the procedures.
RULES = {**turns.RULES, **damage.RULES, **healing.RULES, **checks.RULES, **fight.RULES}
ROLLS = rolls_by_kind(
    rollables.rollable,
    lambda roll: roll.kind,
    {
        "check": roll_form.CHECK.kind,
        "damage": damage.DAMAGE.kind,
        rollables.THREAT: damage.THREAT_CHECK.kind,
    },
)
ACTIONS = ActionTable(
    ROLLS,
    (
        *procedure_groups(rollables.READER, rollables.FILE, RULES, rollables.QUESTIONNAIRE),
        *lasting_group(rollables.QUESTIONNAIRE),
    ),
)


def add_point(attempt: Attempt[Character], outcome: Outcome, rng: Random) -> Outcome:
    """A Character Point on a finished roll; a check that heals may then succeed."""
    after = checks.add_point(attempt, outcome, rng)
    if outcome.action == rollables.REPAIRS and after.success and not outcome.success:
        return replace(after, onto=rollables.REPAIRED)
    if outcome.action not in healing.MENDING:
        return after
    return healing.mended_after_all(attempt.character, outcome, after)


class PartyHomebrew(house_rules.PartyHomebrew):
    """The house rules; a character that moves into a party settles its marks there."""

    def moved(self, document: Document[Build], house: House) -> Document[Build]:
        before = LEDGER_RULES.replay(document) if LEDGER_RULES.is_marked(document) else None
        return LEDGER_RULES.settled(super().moved(document, house), before)


# HyperspaceD6 1.5: whole dice, three picks, an edge and a burden.
SYSTEM = Game[Character](
    slug="hyperspace-d6",
    name="HyperspaceD6",
    edition="1.5",
    about=(
        "Fast and cinematic: whole dice, quick math, and a Destiny Die in every roll that can turn"
        " the scene. 22 species, 18 professions. New here? Start with this one."
    ),
    credit=layout.CREDIT,
    license="https://creativecommons.org/licenses/by-nc-sa/4.0/",
    rank=0,
    build_type=Build,
    entry_type=AnyEntry,
    marks_type=Marks,
    ledger_rules=LEDGER_RULES,
    synonyms={"rest": "day"},
    hit="harm",
    house=PartyHomebrew(),
    steps=steps.steps,
    fields=steps.FIELDS,
    problems=character_problems,
    sheet=lambda character: _view(character).sheet(character),
    summary=lambda character: _view(character).summary(character),
    numbers=export.numbers,
    outline=outline.outline,
    from_codes=conversion.document,
    offers={
        "advance": offers.advance,
        "carried": offers.carried,
        "market": offers.market,
        "table": offers.table,
        "given": offers.given,
    },
    play=PlayParts(
        state=modifiers.play_state,
        actions=ACTIONS,
        declare=turns.declare,
        account=modifiers.account,
        requests=checks.REQUESTS,
        add_point=add_point,
        boxes=HarmBoxes(
            lambda character: _track(character).harm(character),
            lambda character, *box: _track(character).by_hand(character, *box),
        ),
    ),
    random_build=random.random_build,
    ideas=random.IDEAS,
    convention=convention.read(FOLDER, random.IDEAS.rows),
    opponents=opponents.OPPONENTS,
    stash=STASH,
    craft=CRAFT,
    reference=chapters.chapters,
    fight=craft_fight.FIGHT,
    duel=fight.DUEL,
    others={"craft": CRAFT_GAME},
)
