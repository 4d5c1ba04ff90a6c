"""Empire Ascendant behind the one interface: who it is, and the parts that answer."""

from __future__ import annotations

from rules.craft_game import craft_game
from rules.declared.load import coded_game
from rules.declared.powers import fields as power_fields
from rules.game import PlayParts
from rules.kit.bound_fields import character_problems
from rules.kit.craft import sheet as craft_sheet
from rules.kit.homebrew import PartyRules, described
from rules.kit.play.harm_boxes import HarmBoxes
from rules.systems.empire_ascendant.character import marks
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.character.ruleset import CREDIT, GAME, PRESETS
from rules.systems.empire_ascendant.creation.random import EmpireChance
from rules.systems.empire_ascendant.exchange import conversion, outline
from rules.systems.empire_ascendant.play import (
    actions,
    checks,
    craft_damage,
    modifiers,
    rounds,
    vehicles,
)
from rules.systems.empire_ascendant.rulebook.book import chapters, rulebook
from rules.systems.empire_ascendant.sheet import export

PARTY = rulebook().party
CRAFT_GAME = craft_game(
    "empire-ascendant",
    "Empire Ascendant",
    vehicles.DECLARED,
    state=vehicles.TABLE.state,
    actions=vehicles.TABLE.table,
    sheet=lambda craft: craft_sheet.sheet(craft, craft_damage.track, CREDIT),
    fight=vehicles.FIGHT,
)
POWERS = power_fields.homebrew(
    GAME.power_rules,
    tuple(row.name for row in rulebook().difficulties.ladder.values()),
    "Powers that have to be known first. Each makes it 5 harder to learn.",
)
# Empire Ascendant: dice codes with pips, static defenses, tables of numbers to reach.
SYSTEM = coded_game(
    GAME,
    Character,
    chance_type=EmpireChance,
    house=PartyRules(
        GAME.types.house,
        PRESETS.house_options(GAME.switches, PARTY.choices["preset"]),
        (POWERS,),
        described((POWERS,), PARTY.homebrew),
        power_fields.used,
    ),
    problems=lambda character: character_problems(character, marks.mark_problems(character)),
    numbers=export.numbers,
    outline=outline.outline,
    from_codes=conversion.document,
    play=PlayParts(
        state=modifiers.play_state,
        actions=actions.TABLE,
        declare=rounds.declare,
        requests=checks.REQUESTS,
        no_points="In this game you can't spend points after the roll.",
        boxes=HarmBoxes(marks.harm, marks.by_hand),
    ),
    craft=vehicles.CRAFT_RULES,
    reference=chapters,
    fight=vehicles.FIGHT,
    others={"craft": CRAFT_GAME},
)
