"""Empire Ascendant behind the one interface: who it is, and the parts that answer."""

from __future__ import annotations

from rules import convention
from rules.craft_game import craft_game
from rules.declared.powers import fields as power_fields
from rules.game import Game, PlayParts
from rules.kit.bound_fields import character_problems
from rules.kit.craft import sheet as craft_sheet
from rules.kit.homebrew import PartyRules, described
from rules.kit.play.harm_boxes import HarmBoxes
from rules.systems.empire_ascendant import house
from rules.systems.empire_ascendant.character import marks
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.creation import opponents, random, steps
from rules.systems.empire_ascendant.document.build import AnyEntry, Build, House, Marks
from rules.systems.empire_ascendant.exchange import conversion, outline
from rules.systems.empire_ascendant.ledger import kinds
from rules.systems.empire_ascendant.offers import advancement
from rules.systems.empire_ascendant.play import (
    actions,
    checks,
    craft_damage,
    modifiers,
    rounds,
    vehicles,
)
from rules.systems.empire_ascendant.rulebook.book import FOLDER, chapters, rulebook
from rules.systems.empire_ascendant.sheet import export, layout

CRAFT_GAME = craft_game(
    "empire-ascendant",
    "Empire Ascendant",
    vehicles.DECLARED,
    state=vehicles.TABLE.state,
    actions=vehicles.TABLE.table,
    sheet=lambda craft: craft_sheet.sheet(craft, craft_damage.track, layout.CREDIT),
    fight=vehicles.FIGHT,
)
# Empire Ascendant: dice codes with pips, static defenses, tables of numbers to reach.
SYSTEM = Game[Character](
    slug="empire-ascendant",
    name="Empire Ascendant",
    edition="D6 rules overview",
    about=(
        "Detailed and free: dice with pips, any skill you can name, and a Force full of powers. For"
        " groups that like the classic rules and more of them."
    ),
    credit=layout.CREDIT,
    license="",
    build_type=Build,
    entry_type=AnyEntry,
    marks_type=Marks,
    ledger_rules=kinds.LEDGER_RULES,
    calls=("check", "opposed"),
    hit="harm",
    house=PartyRules(
        House,
        house.OPTIONS,
        (house.POWERS,),
        described((house.POWERS,), rulebook().party.homebrew),
        power_fields.used,
    ),
    steps=lambda _character: steps.STEPS,
    fields=steps.FIELDS,
    problems=lambda character: character_problems(character, marks.mark_problems(character)),
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
        declare=rounds.declare,
        requests=checks.REQUESTS,
        no_points="In this game you can't spend points after the roll.",
        boxes=HarmBoxes(marks.harm, marks.by_hand),
    ),
    random_build=lambda _document: random.RANDOM_BUILD,
    ideas=random.IDEAS,
    convention=convention.read(FOLDER, random.IDEAS.rows),
    opponents=opponents.OPPONENTS,
    stash=kinds.STASH,
    craft=vehicles.CRAFT_RULES,
    reference=chapters,
    fight=vehicles.FIGHT,
    others={"craft": CRAFT_GAME},
)
