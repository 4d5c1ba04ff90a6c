"""A game from a folder of tables."""

from __future__ import annotations

import dataclasses
from functools import partial
from pathlib import Path
from typing import Any

from rules import convention
from rules.craft import CRAFT
from rules.creation import Binding
from rules.declared import (
    chapters,
    exchange,
    identity,
    ledger,
    marks,
    offers,
    opponents,
    reading,
    reference,
    sheet,
    steps,
)
from rules.declared.chance import Chance
from rules.declared.character import DeclaredCharacter, character_type
from rules.declared.craft import game as crafts
from rules.declared.craft.tables import CodedCraft
from rules.declared.document import PRESET
from rules.declared.dots import game as dots
from rules.declared.dots.character import DotRules
from rules.declared.extras import NOTHING_ELSE, Extras
from rules.declared.faults import GameError
from rules.declared.files import VEHICLES
from rules.declared.folder import Folder
from rules.declared.ledger import DeclaredLedger
from rules.declared.play import actions, checks, modifiers, rounds
from rules.declared.play import fight as fights
from rules.declared.powers import fields
from rules.declared.ruleset import Ruleset
from rules.fight import FightRules
from rules.game import Game, PlayParts
from rules.house import HomebrewKind
from rules.kit import starters
from rules.kit.bound_fields import character_problems
from rules.kit.homebrew import PartyRules
from rules.kit.house_switches import HouseOptions
from rules.kit.play.harm_boxes import HarmBoxes
from rules.kit.play.procedures import ActionTable, Rollable
from rules.tables import Row, TableError

NO_POINTS = "In this game you can't spend points after the roll."


def load_game(folder: Path) -> Game:
    """The game that a folder declares; GameError with every fault of its tables."""
    return game(tables(folder))


def tables(folder: Path) -> Ruleset | DotRules:
    """The tables of a folder, of codes or of dots; GameError with every fault."""
    read = Folder(folder)
    who = identity.read(read)
    if who is None or who.traits == "codes":
        return ruleset(folder)
    found = dots.ruleset(read, who)
    read.conclude()
    if found is None:
        raise GameError(str(folder), ())
    return found


def ruleset(folder: Path, extras: Extras = NOTHING_ELSE) -> Ruleset:
    """The tables of a folder, with what a game adds in Python; GameError with every fault."""
    return Ruleset(tables=reading.read(folder, extras.own), extras=extras)


def game(rules: Ruleset | DotRules, **own: Any) -> Game:
    """The game of these tables, with its `own` parts in the place of those that they declare;
    GameError for a fault that one of its parts finds.
    """
    try:
        if isinstance(rules, DotRules):
            return dots.game(rules)
        return _coded(rules, **own)
    except TableError as error:
        read = Folder(rules.folder)
        read.of_kit(error)
        read.conclude()
        raise


def _coded(rules: Ruleset, **own: Any) -> Game:
    """The game of tables of codes; with `vehicles.toml` it has craft, too."""
    fight, character = fights.of(rules), character_type(rules)
    if not rules.reader.has(VEHICLES):
        play = _play(rules, actions.table(rules))
        return coded_game(rules, character, play=play, fight=fight, **own)
    craft = CodedCraft(rules)
    table = actions.table(rules, crafts.shots(craft))
    found = crafts.declared(craft, table.groups, fight)
    return coded_game(
        rules,
        character,
        play=_play(rules, table),
        fight=found.fight,
        **{"craft": found.rules, "others": {CRAFT: found.game}, **own},
    )


def coded_game(
    rules: Ruleset,
    character: type[DeclaredCharacter],
    *,
    play: PlayParts[Any],
    fight: FightRules[Any] | None = None,
    chance_type: type[Chance] = Chance,
    **own: Any,
) -> Game:
    """The game of these tables and the type of its characters, with its own play and fight, and
    other parts in the place of those that its tables declare.
    """
    book, who = DeclaredLedger(rules, character), rules.identity
    specs = steps.steps(rules)
    binding = Binding(field for step in specs for field in step.fields)
    chance = chance_type(rules, character, binding)
    ideas = chance.ideas()
    has = rules.reader.has
    types, programs = rules.types, rules.book.programs
    if "reference" not in own:
        own["reference"] = chapters.of(rules) if has(chapters.FILE) else reference.of(rules)
    made = Game[Any](
        slug=who.slug,
        name=who.name,
        edition=who.edition,
        about=who.about,
        credit=who.credit,
        license=who.license,
        rank=who.rank,
        build_type=types.build,
        entry_type=types.entry,
        marks_type=types.marks,
        ledger_rules=book,
        calls=("check", "opposed"),
        hit="harm",
        house=_house(rules),
        steps=lambda _character: specs,
        fields=binding,
        problems=lambda character: character_problems(character, marks.mark_faults(character)),
        sheet=sheet.sheet,
        summary=sheet.summary,
        blank=sheet.blank,
        numbers=sheet.numbers,
        outline=exchange.outline if programs else None,
        from_codes=partial(exchange.document, rules) if programs else None,
        offers=offers.offers(rules, book),
        is_priced=ledger.is_priced,
        play=play,
        random_build=lambda _document: chance.build,
        ideas=ideas,
        convention=convention.read(rules.folder, ideas.rows) if has(convention.FILE) else None,
        opponents=opponents.opponents(rules) if has(starters.OPPONENTS) else None,
        stash=ledger.stash(rules),
        fight=fight,
    )
    return dataclasses.replace(made, **own)


def _house(rules: Ruleset) -> PartyRules[Any]:
    """The decisions of a party: the house rules, and powers of its own."""
    party, powers = rules.book.party, rules.book.powers
    switches = tuple(party.switches.values())
    options = HouseOptions(lambda: switches)
    if rules.presets:
        row = Row(id=PRESET, name="Preset", source=rules.identity.name)
        options = rules.presets.house_options(switches, party.choices.get(PRESET, row))
    if powers is None:
        return PartyRules(rules.types.house, options)
    rungs = tuple(row.name for row in rules.book.play.difficulties.values())
    one = powers.one
    harder = f"Each makes it {powers.a_prerequisite} harder to learn."
    harder = f"Powers that have to be known first. {harder}"
    does = f"{one}, homebrew. Anyone with one of that name gets its values where theirs are blank."
    usual = Row(id="powers", name=one, does=does, source=rules.identity.name)
    said = party.homebrew.get("powers", usual)
    kind = HomebrewKind("powers", said.name, powers.name, said.does)
    return PartyRules(
        rules.types.house,
        options,
        (fields.homebrew(rules.power_rules, rungs, harder),),
        (kind,),
        fields.used,
    )


def _play(
    rules: Ruleset, table: ActionTable[DeclaredCharacter, Rollable]
) -> PlayParts[DeclaredCharacter]:
    return PlayParts(
        state=modifiers.play_state,
        actions=table,
        declare=rounds.declare,
        requests=checks.requests(rules),
        add_point=checks.add_point if rules.book.point and rules.book.point.after else None,
        no_points=NO_POINTS,
        boxes=HarmBoxes(marks.harm, marks.by_hand),
    )
