"""The kinds of ledger entries, and the rules of this ledger.

`prices.py` has their prices, `rules.kit` what entries on items do, `rules.ledger` the replay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import Any

from msgspec.structs import replace

from rules.kit import typed
from rules.kit.balances import Instance
from rules.kit.inventory import WEAR, check_wear, rebuilt, wear
from rules.kit.ledger import AccountLedger
from rules.kit.typed_document import Thing
from rules.kit.typed_items import PARTING, Gaining
from rules.ledger.entries import NO_REASON, Session, Undo
from rules.ledger.rules import REBUILD, SESSION, UNDO, EntryKind
from rules.problems import EntryRefused, Problem
from rules.systems.storytelling_d10 import document as entries
from rules.systems.storytelling_d10.character import catalog
from rules.systems.storytelling_d10.character.character import (
    MONSTROUS,
    STORY_TRAITS,
    WILLPOWER,
    Character,
)
from rules.systems.storytelling_d10.character.dots import LORE, WEAPON_ABILITIES, is_weapon_skill
from rules.systems.storytelling_d10.character.items import Item, item_of
from rules.systems.storytelling_d10.character.merits import (
    RACE_KIND,
    Owned,
    lacks_detail,
    own_deviations,
)
from rules.systems.storytelling_d10.character.requirements import (
    DROID,
    FORCE_SENSITIVITY,
    lacks_of_ability,
)
from rules.systems.storytelling_d10.document import AnyEntry, Language
from rules.systems.storytelling_d10.ledger import prices
from rules.systems.storytelling_d10.ledger.prices import ACCOUNTS, PAYMENTS, POINTS
from rules.systems.storytelling_d10.rulebook import Merit, rulebook

FORMS = ("spoken", "written")


def _pay(character: Character, entry: AnyEntry, purpose: str) -> None:
    if cost := PAYMENTS.paid(character, entry):
        POINTS.move(character, purpose, -cost)


# --- dots


def _check_raise(character: Character, entry: entries.Raise) -> None:
    trait = character.trait_id(entry.trait)
    if not character.is_trait(trait):
        raise EntryRefused("unknown-trait", f"{trait!r} can't be raised with experience.")
    new = character.bought_value(trait) + 1
    if entry.to is not None and entry.to != new:
        name = character.trait_name(trait)
        message = f"{name} rises one dot at a time: from {new - 1} to {new}."
        raise EntryRefused("step-size", message)
    _check_most(character, trait, new)
    if trait == "appearance":
        _check_appearance(character, new)
    if trait in rulebook().force.force_knowledges:
        if not character.has_merit(FORCE_SENSITIVITY):
            name = character.trait_name(trait)
            character.deviation("force-requirement", f"{name} needs Force Sensitivity.")
        if entry.ability:
            _check_ability(character.with_dot(trait), entry.ability, character)
    if entry.skill:
        _check_skill(character, trait, entry.skill)
    if trait.startswith(LORE) and trait not in character.abilities:
        most = rulebook().creation.numbers["own-lores"].number
        if len(character.own_lores) >= most:
            message = f"There is room for {most} Lores of your own."
            character.deviation("too-many-lores", message)
    PAYMENTS.check(character, entry)


@lru_cache(maxsize=512)
def _limit(trait: str) -> tuple[int, str]:
    """The most dots of a trait, and the code of more."""
    noun = "attribute" if trait in rulebook().traits.attributes else "ability"
    noun = "willpower" if trait == WILLPOWER else noun
    return rulebook().creation.numbers[f"{noun}-most"].number, f"{noun}-max"


def _check_most(character: Character, trait: str, new: int) -> None:
    most, code = _limit(trait)
    if new > most:
        message = f"{character.trait_name(trait)} is {new - 1}: that is the most."
        character.deviation(code, message)


def _check_appearance(character: Character, new: int) -> None:
    most = rulebook().merits.numbers["disfigured-most"].number
    if character.has_flaw(MONSTROUS):
        character.deviation("flaw-limit", "Monstrous, your Appearance stays 0.")
    if character.has_flaw("disfigured") and new > most:
        character.deviation("flaw-limit", f"Disfigured, your Appearance is {most} at most.")


def _raise(character: Character, entry: entries.Raise) -> None:
    _pay(character, entry, "raised")
    trait = character.trait_id(entry.trait)
    if trait.startswith(LORE) and trait not in character.abilities:
        character.lores[trait] = character.trait_name(trait)
    character.dots[trait] = character.dots.get(trait, 0) + 1
    if entry.ability:
        character.learned.append(entry.ability)
    if entry.skill:
        character.techniques.append((trait, entry.skill))


def _raise_title(character: Character, entry: entries.Raise) -> str:
    trait = character.trait_id(entry.trait)
    if not character.is_trait(trait):
        return entry.trait
    now = character.bought_value(trait)
    return f"{character.trait_name(trait)} {now} → {now + 1}"


# --- weapon skills and Force abilities


def _check_skill(character: Character, ability: str, skill: str) -> None:
    if ability not in WEAPON_ABILITIES or not is_weapon_skill(ability, skill):
        raise EntryRefused("weapon-skills", f"{skill!r} is no weapon skill of {ability!r}.")
    if skill in character.weapon_skills(ability):
        raise EntryRefused("weapon-skills", f"You know how to use {skill} already.")


def _check_technique(character: Character, entry: entries.Technique) -> None:
    _check_skill(character, entry.ability, entry.skill)
    PAYMENTS.check(character, entry)


def _learn_technique(character: Character, entry: entries.Technique) -> None:
    bought = not character.open_skills(entry.ability)
    if bought or entry.paid:
        _pay(character, entry, "techniques")
    if bought:
        character.counts[entry.ability] = character.counts.get(entry.ability, 0) + 1
    character.techniques.append((entry.ability, entry.skill))


def _check_ability(standing: Character, id: str, character: Character) -> None:
    """Refuse a Force ability of which something lacks; `standing` has the dot that brings it."""
    row = catalog.force_abilities(character.house).get(id)
    if row is None:
        raise EntryRefused("unknown-force-ability", f"{id!r} isn't a Force ability.")
    if id in character.force_abilities:
        raise EntryRefused("force-requirement", f"You know {row.name} already.")
    if lacks := lacks_of_ability(row, standing.standing):
        character.deviation("force-requirement", f"{row.name} needs {', '.join(lacks)}.")


def _check_learn(character: Character, entry: entries.Learn) -> None:
    _check_ability(character, entry.ability, character)
    PAYMENTS.check(character, entry)


def _learn(character: Character, entry: entries.Learn) -> None:
    bought = not character.open_abilities()
    if bought or entry.paid:
        _pay(character, entry, "Force abilities")
    if bought:
        character.counts["learn"] = character.counts.get("learn", 0) + 1
    character.learned.append(entry.ability)


def _ability_name(character: Character, entry: entries.Learn) -> str:
    row = catalog.force_abilities(character.house).get(entry.ability)
    return row.name if row else entry.ability


# --- languages


def _check_language(character: Character, entry: entries.LearnLanguage) -> None:
    if not entry.name.strip():
        raise EntryRefused("missing", "Say which language.")
    if entry.form not in FORMS:
        raise EntryRefused("bad-value", f"A language is {' or '.join(FORMS)}.")
    key = typed.key(entry.name)
    for one in character.languages:
        if typed.key(one.name) == key and getattr(one, entry.form):
            raise EntryRefused("bad-value", f"You have {one.name} {entry.form} already.")
    PAYMENTS.check(character, entry)


def _learn_language(character: Character, entry: entries.LearnLanguage) -> None:
    _pay(character, entry, "languages")
    spoken = entry.form == "spoken"
    name = entry.name.strip()
    character.spoken.append(Language(name=name, spoken=spoken, written=not spoken))


# --- merits and flaws


def _check_had(
    character: Character, row: Merit | None, entry: entries.GainMerit | entries.GainFlaw
) -> Merit:
    """The merit or the flaw; EntryRefused for an unknown one, for one without its detail, and for
    one that this character may not have.
    """
    noun = "merit" if isinstance(entry, entries.GainMerit) else "flaw"
    if row is None:
        raise EntryRefused(f"unknown-{noun}", f"{getattr(entry, noun)!r} isn't a {noun}.")
    one, known = Instance(row.id, entry.points, entry.detail), catalog.merits(character.house)
    if lacks_detail(one, row, row.low if one.points is None else one.points):
        raise EntryRefused(f"{noun}-detail", f"Say which {row.name} is meant.")
    for code, message in own_deviations(noun, one, row, character.standing, known):
        character.deviation(code, message)
    return row


def _check_merit(character: Character, entry: entries.GainMerit) -> None:
    row = _check_had(character, catalog.merits(character.house).get(entry.merit), entry)
    if row.kind == RACE_KIND or row.id == DROID:
        character.deviation("merit-requirement", f"{row.name} is only for a new character.")
    if character.has_merit(row.id, entry.detail if row.repeats else ""):
        character.deviation("duplicate-merit", f"You have {row.name} already.")
    PAYMENTS.check(character, entry)


def _gain_merit(character: Character, entry: entries.GainMerit) -> None:
    _pay(character, entry, "merits")
    row = catalog.merits(character.house)[entry.merit]
    character.gained.append(_owned(character, row, entry))


def _owned(character: Character, row: Merit, entry: entries.GainMerit | entries.GainFlaw) -> Owned:
    """A merit or a flaw as it is had from now on."""
    character.lifted.discard((row.id, entry.detail))
    points = row.low if entry.points is None else entry.points
    return Owned(row, points, entry.detail, entry.note)


def _check_flaw(character: Character, entry: entries.GainFlaw) -> None:
    row = _check_had(character, catalog.flaws(character.house).get(entry.flaw), entry)
    if character.has_flaw(row.id, entry.detail if row.repeats else ""):
        character.deviation("duplicate-flaw", f"You have {row.name} already.")


def _gain_flaw(character: Character, entry: entries.GainFlaw) -> None:
    row = catalog.flaws(character.house)[entry.flaw]
    character.flawed.append(_owned(character, row, entry))


def _check_lift(character: Character, entry: entries.Lift) -> None:
    every = (*character.merits, *character.flaws)
    if not any(one.row.id == entry.trait and one.detail == entry.detail for one in every):
        raise EntryRefused("not-owned", f"The rules have no merit or flaw {entry.trait!r}.")


def _lift(character: Character, entry: entries.Lift) -> None:
    character.lifted.add((entry.trait, entry.detail))


def _named(member: str, table: Callable[[Any], Any]) -> Callable[[Character, Any], str]:
    def title(character: Character, entry: Any) -> str:
        id = getattr(entry, member)
        row = table(character.house).get(id)
        return row.name if row else str(id)

    return title


# --- the story


def _check_story(character: Character, entry: entries.Story) -> None:
    most = rulebook().creation.numbers["power-most"].number
    after = {
        id: character.chosen_value(id) + character.changed.get(id, 0) + getattr(entry, id)
        for id in STORY_TRAITS
    }
    for id, value in after.items():
        name = STORY_TRAITS[id]
        if not 0 <= value <= most:
            raise EntryRefused("bad-amount", f"{name} would be {value}: it is 0 to 10.")
        if id != "power" and getattr(entry, id) > 0 and value > after["power"]:
            code = id.replace("_", "-")
            character.deviation(code, f"{name} would be {value}, above Power {after['power']}.")


def _tell(character: Character, entry: entries.Story) -> None:
    for id in STORY_TRAITS:
        character.changed[id] = character.changed.get(id, 0) + getattr(entry, id)


def _story_title(_character: Character, entry: entries.Story) -> str:
    changes = ((name, getattr(entry, id)) for id, name in STORY_TRAITS.items())
    title = ", ".join(f"{name} {by:+}" for name, by in changes if by).replace("-", "−")
    return ": ".join(filter(None, (entry.reason, title))) or "Nothing"


# --- things, another build


def _read(_character: Character, row: Any, faults: Any) -> Item | None:
    is_shield = isinstance(row, Shield)
    return item_of(row, "", faults, shield=is_shield)


class Shield(entries.Protection, frozen=True, kw_only=True):
    """A shield that is gained."""


GAINING = Gaining(
    rows={
        "weapon": entries.Weapon,
        "armor": entries.Protection,
        "shield": Shield,
        "thing": Thing,
    },
    read=_read,
    bare=lambda item: Item(item.key, item.name, item.what, weapon=item.weapon),
)


def _check_worn(character: Character, entry: entries.Wear) -> None:
    holding = character.held(entry.item) if entry.item else None
    if holding is None or holding.item.what != "shield":
        check_wear(character, entry)


def _wear(character: Character, entry: entries.Wear) -> None:
    """Armor or a shield is put on; None takes off the armor."""
    holding = character.held(entry.item) if entry.item else None
    if holding and holding.item.what == "shield":
        character.shield = holding.item.key
    else:
        wear(character, entry)


def _check_rebuild(character: Character, entry: entries.Rebuild) -> None:
    """What came since rests on the build: things used or lost, Lores, the Force."""
    trial = Character(replace(character.document, build=entry.build))
    _, left_out = rebuilt(character.holdings, trial.chosen.items, character.holding_type)
    if left_out:
        names = ", ".join(item.name for item in left_out)
        message = (
            f"The rebuild drops {names}, which you used or lost since. Keep it, or undo that first."
        )
        character.deviation("not-owned", message)
    for trait in character.dots:
        if trait.startswith(LORE) and trait not in (*trial.abilities, *character.lores):
            message = (
                f"The rebuild drops {character.trait_name(trait)}, which you raised."
                " Keep it, or undo that first."
            )
            raise EntryRefused("needs-skill", message)
    since = {one.row.id for one in character.gained}
    if character.learned and not (trial.has_merit(FORCE_SENSITIVITY) or FORCE_SENSITIVITY in since):
        message = "The rebuild drops Force Sensitivity, which your Force abilities need."
        raise EntryRefused("needs-skill", message)


_player = partial(EntryKind, undoable_by_player=True)
KINDS: dict[type[Any], EntryKind] = {
    entries.Award: ACCOUNTS.kind("Award"),
    entries.Adjust: ACCOUNTS.kind("Correction"),
    entries.Raise: _player("Raised", _raise_title, _check_raise, _raise),
    entries.Technique: _player(
        "Weapon skill learned",
        lambda _character, entry: entry.skill.replace("-", " "),
        _check_technique,
        _learn_technique,
    ),
    entries.Learn: _player("Force ability learned", _ability_name, _check_learn, _learn),
    entries.LearnLanguage: _player(
        "Language learned",
        lambda _character, entry: f"{entry.name.strip()}, {entry.form}",
        _check_language,
        _learn_language,
    ),
    entries.GainMerit: _player(
        "Merit bought", _named("merit", catalog.merits), _check_merit, _gain_merit
    ),
    entries.GainFlaw: EntryKind(
        "Flaw gained", _named("flaw", catalog.flaws), _check_flaw, _gain_flaw
    ),
    entries.Lift: EntryKind(
        "Merit or flaw gone", lambda _character, entry: entry.trait, _check_lift, _lift
    ),
    entries.Story: EntryKind("The story", _story_title, _check_story, _tell),
    entries.Gain: GAINING.kind("Gained"),
    entries.Use: PARTING("Used up"),
    entries.Lose: PARTING("Lost"),
    entries.Wear: replace(WEAR, check=_check_worn, apply=_wear),
    Session: SESSION,
    entries.Rebuild: replace(REBUILD, check=_check_rebuild),
    Undo: UNDO,
}


class ExperienceRules(AccountLedger[Character]):
    """How characters of this game grow."""

    kinds = KINDS
    carrying = ("weapons", "armor", "shields", "gear")
    character, rebuild_entry = Character, entries.Rebuild
    accounts, payments = ACCOUNTS, prices.PAYMENTS

    def input_problems(self, entry: AnyEntry) -> Iterator[Problem]:
        """Something is given, or changed for a reason."""
        yield from super().input_problems(entry)
        if isinstance(entry, (entries.Story, entries.Lift)) and not entry.reason.strip():
            yield NO_REASON
        if isinstance(entry, entries.Story) and not any(getattr(entry, id) for id in STORY_TRAITS):
            yield Problem("missing", "power", "Enter what the story changed.")

    @property
    def source(self) -> str:
        """Where the prices stand."""
        return rulebook().creation.prices["ability"].source


LEDGER_RULES = ExperienceRules()
