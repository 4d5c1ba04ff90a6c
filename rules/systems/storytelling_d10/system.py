"""Star Wars Storytelling (d10) behind the one interface: who it is, and the parts that answer."""

from __future__ import annotations

from rules import convention
from rules.craft_game import craft_game
from rules.game import Game, PlayParts
from rules.kit.craft import sheet as craft_sheet
from rules.kit.homebrew import PartyRules, described
from rules.kit.play.harm_boxes import HarmBoxes
from rules.systems.storytelling_d10 import house
from rules.systems.storytelling_d10.character.build import ITEMS
from rules.systems.storytelling_d10.character.character import Character
from rules.systems.storytelling_d10.creation import opponents, random, steps
from rules.systems.storytelling_d10.document.build import Build, House, Marks
from rules.systems.storytelling_d10.document.entries import AnyEntry
from rules.systems.storytelling_d10.exchange import conversion, outline
from rules.systems.storytelling_d10.ledger.kinds import LEDGER_RULES
from rules.systems.storytelling_d10.offers import advancement
from rules.systems.storytelling_d10.play import (
    actions,
    craft_harm,
    outcomes,
    rollables,
    turns,
    vehicles,
)
from rules.systems.storytelling_d10.reference import chapters
from rules.systems.storytelling_d10.rulebook.book import FOLDER, rulebook
from rules.systems.storytelling_d10.sheet import export, layout

CRAFT_GAME = craft_game(
    "storytelling-d10",
    "Star Wars Storytelling (d10)",
    craft_harm.DECLARED,
    state=vehicles.TABLE.state,
    actions=vehicles.TABLE.table,
    sheet=lambda craft: craft_sheet.sheet(craft, craft_harm.track, layout.CREDIT),
    fight=vehicles.FIGHT,
)
# Dots in place of dice codes, pools of ten-sided dice that count successes.
SYSTEM = Game[Character](
    slug="storytelling-d10",
    name="Star Wars Storytelling (d10)",
    edition="d10",
    about=(
        "Dramatic: fill in dots, roll pools of d10, pay for gifts with flaws. For stories about who"
        " you become, and which side of the Force wins you over."
    ),
    credit=layout.CREDIT,
    license="",
    build_type=Build,
    entry_type=AnyEntry,
    marks_type=Marks,
    ledger_rules=LEDGER_RULES,
    calls=("check", "opposed"),
    hit="harm",
    house=PartyRules(
        House,
        house.OPTIONS,
        house.HOMEBREW,
        described(house.HOMEBREW, rulebook().party.homebrew),
        house.used,
    ),
    steps=steps.steps,
    fields=steps.FIELDS,
    problems=steps.problems,
    sheet=layout.sheet,
    summary=layout.summary,
    blank=layout.blank,
    numbers=export.numbers,
    outline=outline.outline,
    from_dots=conversion.document,
    offers=advancement.PARTS,
    play=PlayParts(
        state=rollables.play_state,
        actions=actions.TABLE,
        declare=turns.declare,
        account=turns.account,
        requests=outcomes.REQUESTS,
        no_points="Points are spent before the roll in this game.",
        boxes=HarmBoxes(layout.health, lambda character, *box: character.health.pressed(*box)),
    ),
    random_build=lambda _document: random.RANDOM_BUILD,
    ideas=steps.IDEAS,
    convention=convention.read(FOLDER, steps.IDEAS.rows),
    opponents=opponents.OPPONENTS,
    stash=ITEMS.stash,
    craft=vehicles.CRAFT_RULES,
    reference=chapters.chapters,
    fight=vehicles.FIGHT,
    others={"craft": CRAFT_GAME},
)
