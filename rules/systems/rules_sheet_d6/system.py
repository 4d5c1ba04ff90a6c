"""The Star Wars D6 rules sheet behind the one interface: who it is, and the parts that answer."""

from __future__ import annotations

from rules import convention
from rules.game import Game, PlayParts
from rules.kit.bound_fields import character_problems
from rules.kit.homebrew import PartyRules
from rules.kit.play.harm_boxes import HarmBoxes
from rules.systems.rules_sheet_d6 import house
from rules.systems.rules_sheet_d6.character import marks
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.creation import opponents, random, steps
from rules.systems.rules_sheet_d6.document import AnyEntry, Build, House, Marks
from rules.systems.rules_sheet_d6.exchange import conversion, outline
from rules.systems.rules_sheet_d6.ledger import kinds
from rules.systems.rules_sheet_d6.offers import advancement
from rules.systems.rules_sheet_d6.play import actions, checks, fight, modifiers, turns
from rules.systems.rules_sheet_d6.reference import chapters
from rules.systems.rules_sheet_d6.rulebook import FOLDER
from rules.systems.rules_sheet_d6.sheet import export, layout

# The rules sheet: dice codes with pips, one Defense, four boxes for damage.
SYSTEM = Game[Character](
    slug="rules-sheet-d6",
    name="Star Wars D6",
    edition="rules sheet",
    about="Dice codes with pips, typed as on your own sheets; one Defense, four boxes of marks.",
    credit=layout.CREDIT,
    licence="",
    build_type=Build,
    entry_type=AnyEntry,
    marks_type=Marks,
    ledger_rules=kinds.LEDGER_RULES,
    calls=("check", "opposed"),
    hit="harm",
    house=PartyRules(House, house.OPTIONS),
    steps=lambda _character: steps.STEPS,
    fields=steps.FIELDS,
    problems=lambda character: character_problems(character, marks.mark_faults(character)),
    sheet=layout.sheet,
    summary=layout.summary,
    blank=layout.blank,
    numbers=export.numbers,
    outline=outline.outline,
    from_codes=conversion.document,
    offers=advancement.PARTS,
    is_priced=kinds.is_priced,
    play=PlayParts(
        state=modifiers.play_state,
        actions=actions.TABLE,
        declare=turns.declare,
        requests=checks.REQUESTS,
        no_points="In this game you can't spend points after the roll.",
        boxes=HarmBoxes(marks.harm, marks.by_hand),
    ),
    random_build=lambda _document: random.RANDOM_BUILD,
    ideas=random.IDEAS,
    convention=convention.read(FOLDER, random.IDEAS.rows),
    opponents=opponents.OPPONENTS,
    reference=chapters.chapters,
    fight=fight.FIGHT,
)
