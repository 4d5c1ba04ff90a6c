"""Questions and rolls: the questions of procedures and their answers; each roll of the sheet, found
by its key, with its pool as on paper and with the penalties of the moment.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from rules import tables
from rules.dice.codes import dice_text
from rules.figures import Figure, bonus, number
from rules.forms.fields import Field, Option
from rules.kit.play.answers import Answers, pick
from rules.kit.play.questions import ActionInput, Question, Questionnaire
from rules.play import Attempt, PlayState
from rules.systems.storytelling_d10.character import figures, force
from rules.systems.storytelling_d10.character.character import Character
from rules.systems.storytelling_d10.document.build import PoolWeapon
from rules.systems.storytelling_d10.play import lasting, turns
from rules.systems.storytelling_d10.rulebook.book import FOLDER, ForceAbility, rulebook
from rules.systems.storytelling_d10.rulebook.roll_effects import Bearings
from rules.systems.storytelling_d10.rulebook.success_rolls import Difficulties, dice_left, summed
from rules.turn import Turn

Inputs = ActionInput[Character]
FILE = "procedures.toml"
READER = tables.Reader(FOLDER)


def _picks(question: Question, answers: Answers, _usual: object) -> tuple[tuple[str, ...], Field]:
    """Boxes to check, one for each of the options."""
    chosen = answers.options(question.id, question.options)
    options = (Option(id, name, chosen=id in chosen) for id, name in question.options.items())
    return chosen, pick(question.id, question.label, tuple(options))


QUESTIONNAIRE = Questionnaire(
    lambda place: rulebook().rows(place),
    {"combat": rulebook().combat},
    {"picks": _picks},
)
QUESTIONS = QUESTIONNAIRE.sets(READER, FILE)


def ask_bearings(inputs: Inputs, *on: str, detail: str = "") -> Bearings:
    """The merits and flaws that bear on such a roll, offered with its questions."""
    who: Any = inputs.character  # a craft has no merits
    owned = (*getattr(who, "merits", ()), *getattr(who, "flaws", ()))
    bearings = Bearings(owned, inputs.answers, on, detail)
    inputs.fields.extend(bearings.fields("Merits and flaws"))
    return bearings


def conditions(inputs: Inputs) -> Iterator[Figure]:
    """The dice more or less that the Storyteller gives, and those that a damaged craft takes."""
    if more := inputs.get("bonus"):
        yield bonus("conditions", more)
    if less := inputs.get("damaged"):
        yield bonus("damage to the craft", -less, source=rulebook().craft.numbers["copilot"].source)


DEXTERITY, FORCE = "dexterity", "force"
# Kinds of rolls; a "trait" is an attribute or an ability.
TRAIT, ATTACK, DAMAGE = "trait", "attack", "damage"
RESIST, ACTION = "resist-force", "action"
# The word of rolls with a physical attribute, and those attributes.
BODILY = "physical"
PHYSICAL = tuple(id for id, row in rulebook().traits.attributes.items() if row.group == "physical")
NUMBERS = rulebook().combat.numbers
DICE = Difficulties(
    least=NUMBERS["least-difficulty"],
    most=NUMBERS["most-difficulty"],
    beyond=NUMBERS["threshold-difficulty"],
    beyond_less=NUMBERS["threshold-less"],
)


class Rollable(msgspec.Struct, frozen=True, gc=False):
    """A roll of the sheet: its pool (None where nothing is rolled), the attribute and the ability
    in it, its usual difficulty; of a weapon or a Force ability what that is.
    """

    key: str
    name: str
    kind: str
    pool: Figure | None
    difficulty: Figure
    attribute: str = ""
    ability: str = ""
    weapon: PoolWeapon | None = None
    force: ForceAbility | None = None


def usual() -> Figure:
    """The difficulty where nothing else is said."""
    return rulebook().combat.numbers["difficulty"].figure("Difficulty")


def find(character: Character, key: str) -> Rollable | None:
    """The roll of a key of the sheet, None for no such roll."""
    part, _, id = key.partition(".")
    match part:
        case "attributes" if id in rulebook().traits.attributes:
            pool = character.trait(id)
            return Rollable(key, pool.label, TRAIT, pool, usual(), id)
        case "abilities" if id in character.abilities:
            return ability(character, id, key=key)
        case "force":
            return _force(character, key, id)
        case "weapons":
            return _weapon(character, key, id)
    return None


def ability(character: Character, id: str, attribute: str = "", key: str = "") -> Rollable:
    """An ability with its usual attribute or another."""
    row = character.abilities[id]
    pool = figures.ability_pool(character, id, attribute)
    return Rollable(
        key or f"abilities.{id}",
        row.name,
        TRAIT,
        pool,
        untrained(character, id),
        attribute or row.attribute,
        id,
    )


def untrained(character: Character, id: str) -> Figure:
    """The difficulty of an ability: that of its group where there is no dot in it."""
    group = rulebook().traits.ability_groups[character.abilities[id].group]
    if character.value(id):
        return usual()
    if group.untrained is None:
        return rulebook().combat.numbers["heuristics"].figure("Difficulty")
    return number("Difficulty", group.untrained, source=group.source)


def _force(character: Character, key: str, id: str) -> Rollable | None:
    trees = rulebook().force.force_knowledges
    if id in trees:
        base, pool = force.base(character, id), force.pool(character, id)
        rollable = Rollable(key, trees[id].name, TRAIT, pool, usual(), ability=id)
        return rollable if base.value else None
    id, _, what = id.partition(".")
    row = force.of(character.house).get(id)
    if row is None or id not in character.powers or what not in ("", ATTACK, DAMAGE):
        return None
    if what == DAMAGE:
        return _force_damage(character, key, row)
    pool, tree = force.pool(character, row.knowledge), row.knowledge
    return Rollable(key, row.name, FORCE, pool, usual(), ability=tree, force=row)


def _force_damage(character: Character, key: str, row: ForceAbility) -> Rollable | None:
    """The dice of a Force ability's damage, before those for successes; None where it has none."""
    if row.damage is None:
        return None
    pool = number(row.name, row.damage.dice, source=row.source)
    if row.damage.adds:
        pool = summed(pool, character.trait(row.damage.adds))
    return Rollable(key, f"{row.name}: damage", DAMAGE, pool, usual(), force=row)


def _weapon(character: Character, key: str, rest: str) -> Rollable | None:
    id, _, what = rest.rpartition(".")
    holding = character.holdings.get(id)
    weapon = holding.item.weapon if holding and holding.quantity else None
    if holding is None or weapon is None or what not in (ATTACK, DAMAGE):
        return None
    if what == DAMAGE:
        pool = figures.damage(character, weapon)
        name = f"{holding.item.name}: damage"
        return Rollable(key, name, DAMAGE, pool, usual(), weapon=weapon)
    attack = figures.attack(character, weapon)
    difficulty = figures.attack_difficulty(character, weapon)
    return Rollable(
        key, holding.item.name, ATTACK, attack, difficulty, DEXTERITY, weapon.ability, weapon
    )


def every(character: Character) -> Iterator[Rollable]:
    """Everything on the sheet that is rolled."""
    keys = [f"attributes.{id}" for id in rulebook().traits.attributes]
    keys += [f"abilities.{id}" for id in character.abilities]
    keys += [f"force.{id}" for id in (*rulebook().force.force_knowledges, *character.powers)]
    keys += [
        f"weapons.{holding.item.key}.{what}"
        for holding in character.carried
        if holding.item.weapon
        for what in (ATTACK, DAMAGE)
    ]
    rollables = (find(character, key) for key in keys)
    return (one for one in rollables if one is not None and one.pool is not None)


def words(rolled: Rollable) -> set[str]:
    """The words of a merit or flaw that bear on this roll."""
    if rolled.kind == DAMAGE:
        return {DAMAGE}
    names = {"any", rolled.attribute, rolled.ability} - {""}
    if rolled.kind in (ATTACK, FORCE):
        return {*names, rolled.kind}
    row = rulebook().traits.attributes.get(rolled.attribute)
    return {*names, RESIST, *({"social"} if row and row.group == "social" else ())}


# Whatever says who does something, and in which turn.
Doing = Attempt[Character] | ActionInput[Character]
DEAD, DOWN = "Dead: no more rolls.", "Incapacitated: can't act."


def cannot_act(character: Character) -> str:
    """Why nothing is done, "" for whoever can act."""
    if character.marks.dead:
        return DEAD
    return DOWN if character.penalty is None else ""


def penalties(attempt: Doing, attribute: str, *, cost: int) -> Iterator[Figure]:
    """The penalties of a roll with that attribute which takes so many actions of the round; several
    of them take dice only from an action.
    """
    character, situation = attempt.character, attempt.situation
    level = character.health.level
    if level and not situation.get("no_penalties") and (hurt := character.penalty):
        yield bonus(level.name, hurt, source=level.source)
    armor = character.equipped(character.worn, "armor")
    if armor and attribute == DEXTERITY:
        less = figures.ARMOR.taken(character, armor)
        if less.value:
            yield bonus(armor.name, less.value, source=less.source)
    if lost := turns.actions_lost(situation, cost):
        source = "Star Wars Storytelling (d10), Changes and additions to Storytelling system"
        yield bonus("several actions", -lost, source=source)
    if evaded := situation.get("evasions", 0):
        row = rulebook().combat.numbers["evasion"]
        yield bonus("evading", -row.number * evaded, source=row.source)


def current_pool(
    attempt: Doing, rolled: Rollable, cost: int = 1, less: Iterable[Figure] | None = None
) -> Figure:
    """The pool of a roll that takes so many actions, less all that takes dice from it: its
    penalties, where these are known already. From damage nothing takes any.
    """
    if rolled.pool is None:
        raise ValueError(f"{rolled.key} has no pool")
    turn = Turn.of(attempt.situation)
    if rolled.kind == DAMAGE:
        more = attempt.situation.get("power_damage", 0)
        power = (bonus("Power", more),) if more else ()
        return summed(rolled.pool, *power, *lasting.terms(turn, DAMAGE, acts=False))
    terms = penalties(attempt, rolled.attribute, cost=cost) if less is None else less
    return summed(rolled.pool, *terms, *lasting.terms(turn, *acts_as(rolled), acts=bool(cost)))


def acts_as(rolled: Rollable) -> tuple[str, ...]:
    """The words of lasting abilities that count for a roll of the sheet."""
    kind = (ATTACK,) if rolled.kind == ATTACK or is_attack(rolled) else ()
    return (*kind, ACTION, *trait_words(rolled.attribute, rolled.ability))


def trait_words(attribute: str, ability: str = "") -> tuple[str, ...]:
    """The words of lasting abilities that count for a roll with these traits."""
    bodily = BODILY if attribute in PHYSICAL else ""
    return tuple(filter(None, (attribute, ability, bodily)))


def is_attack(rolled: Rollable) -> bool:
    """True for a Force ability that is used on somebody."""
    return rolled.kind == FORCE and rolled.force is not None and rolled.force.is_attack


def _penalty(dice: int | None) -> str:
    """The dice that a level of damage takes as text: "−2 dice"; None is any action."""
    if dice is None:
        return "no actions"
    return dice_text(dice) if dice else "no penalty"


def play_state(attempt: Attempt[Character]) -> PlayState:
    """Every current pool, and what takes dice."""
    character = attempt.character
    rolled = tuple(every(character))
    less = {id: tuple(penalties(attempt, id, cost=1)) for id in {one.attribute for one in rolled}}
    pools = {
        one.key: dice_left(current_pool(attempt, one, less=less[one.attribute])) for one in rolled
    }
    remarks = []
    if level := character.health.level:
        remarks.append(f"{level.name}: {_penalty(character.penalty)}")
    if out := cannot_act(character):
        remarks.insert(0, out)
        pools = {key: summed(pool, bonus("out", -pool.value)) for key, pool in pools.items()}
        return PlayState(pools, tuple(remarks), ())
    remarks += lasting.remarks(attempt.turn)
    if lost := turns.actions_lost(attempt.situation):
        remarks.append(f"Next action: {dice_text(-lost)}")
    return PlayState(pools, tuple(remarks), turns.controls(attempt.situation))
