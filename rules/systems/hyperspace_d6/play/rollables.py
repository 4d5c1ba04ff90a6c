"""The rolls of the sheet, each by its key, and the reading of the questions before actions."""

from msgspec.structs import replace

from rules import tables
from rules.dice.codes import signed
from rules.figures import dice
from rules.forms.fields import Field, Option
from rules.kit.listings import rows_at
from rules.kit.play import procedures
from rules.kit.play.answers import Answers, menu
from rules.kit.play.questions import ActionInput, Question, Questionnaire
from rules.play import Attempt, FollowUp
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.character.inventory import Holding, property_named
from rules.systems.hyperspace_d6.character.quickplay import STRIKES
from rules.systems.hyperspace_d6.rulebook.book import FOLDER, book, guide
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES, FORCE, THROWN, Item, Weapon

# The kind of item that hits everybody in reach.
EXPLOSIVE = "explosive"
# Rolls with the dice of a craft, by skill ("aboard.pilot"), its weapons' damage, and repairs.
ABOARD, GUNS, REPAIRS = "aboard", "aboard.damage", "aboard.repair"
REPAIRED = FollowUp("repair", "The craft: repair one system.")
# Something done to somebody with the Force: it has no damage of its own.
FORCE_ATTACK, FORCE_SKILL = "attacks.force.attack", "alter"
# What an opponent does in quick play: no dice, whoever it is aimed at avoids it.
THREAT = "threat"


class Rollable(procedures.Rollable, frozen=True, gc=False):
    """A roll of the sheet. `skill` is "" for an attribute alone and for damage; `properties` are
    the weapon's, from the book or added as features; `attack` is the kind of attack of the skill,
    "" for none. `target` is the default target number, and `against` its name, "" for one of the
    ladder. An active defense `defends` as a defense; `miss` follows its failure. `targets` is the
    most targets of an attack; one that `stuns` has no damage roll. A roll that is `aboard` takes
    the dice of a craft from its form; one that `is_reaction` takes no action. `onto` is what its
    success does for somebody else.
    """

    attribute: str = ""
    skill: str = ""
    properties: tuple[str, ...] = ()
    attack: str = ""
    target: int | None = None
    against: str = ""
    defends: str = ""
    miss: FollowUp = FollowUp()
    targets: int = 1
    stuns: bool = False
    aboard: bool = False
    is_reaction: bool = False
    onto: FollowUp = FollowUp()

    @property
    def is_attack(self) -> bool:
        """True if it is an attack; in quick play one has neither a weapon nor damage."""
        is_strike = self.key.removesuffix(".attack") in STRIKES and self.kind == "check"
        return is_strike or self.key == FORCE_ATTACK or super().is_attack


def rollable(character: Character, key: str) -> Rollable | None:
    """The roll with that key, None for none; in quick play attributes alone."""
    part, _, rest = key.partition(".")
    if part == ABOARD:
        return _aboard(character, key, rest)
    is_quick = character.house.quickplay
    if part == "attributes" and rest in (*ATTRIBUTES, FORCE):
        pool, name = figures.attribute(character, rest), book().attributes[rest].name
        target = book().play.quickplay["target"] if is_quick else None
        return Rollable(key, name, "check", pool, attribute=rest, target=target)
    if is_quick and not character.opponent:
        return _strike(character, key)
    roll = _of_the_sheet(character, key, part, rest)
    if roll is None or not is_quick:
        return roll
    return replace(roll, kind=THREAT) if roll.is_attack else None


def _check(character: Character, key: str, name: str, skill: str) -> Rollable:
    """A check with a skill, and the kind of attack that it is, or the skill that it replaces."""
    attribute, pool = character.skills[skill].attribute, figures.skill(character, skill)
    rows, skill_id = guide().attacks.values(), character.tables.skill_id
    attack = next((row.id for row in rows if skill_id(row.skill) == skill), "")
    return Rollable(key, name, "check", pool, attribute=attribute, skill=skill, attack=attack)


def _strike(character: Character, key: str) -> Rollable | None:
    """An attack in quick play: the attribute against the usual number (HyperspaceD6, Quickplay)."""
    if not key.endswith(".attack") or key.removesuffix(".attack") not in STRIKES:
        return None
    name, named = STRIKES[key.removesuffix(".attack")]
    skill = character.skills[character.tables.skill_id(named)]
    pool, target = figures.attribute(character, skill.attribute), book().play.quickplay["target"]
    kind = named if named == "brawl" else ""
    return Rollable(key, name, "check", pool, attribute=skill.attribute, target=target, attack=kind)


def _of_the_sheet(character: Character, key: str, part: str, rest: str) -> Rollable | None:
    """A skill, or an attack and its damage. An attack by a group is compared with each of several
    targets (HyperspaceD6, Minion Groups); Alter with Dodge, or with what an adept enemy rolls
    (HyperspaceD6, Using the Force).
    """
    if key == FORCE_ATTACK:
        alter = character.tables.skill_id(FORCE_SKILL)
        return _check(character, key, "The Force", alter) if character.has_force else None
    roll = _of_one(character, key, part, rest)
    if roll is None or not roll.attack or (character.members or 0) < 2:
        return roll
    return replace(roll, targets=max(roll.targets, book().play.targets["area"]))


def _of_one(character: Character, key: str, part: str, rest: str) -> Rollable | None:
    if part == "skills" and rest in character.skills:
        return _check(character, key, character.skills[rest].name, rest)
    if key == "attacks.unarmed.attack":
        pool, follows = figures.skill(character, "brawl"), "attacks.unarmed.damage"
        check = _check(character, key, "Unarmed", "brawl")
        return replace(check, pool=pool, damage_key=follows, attack="brawl")
    if key == "attacks.unarmed.damage":
        return Rollable(key, "Unarmed, damage", "damage", figures.unarmed_damage(character))
    thing, _, side = rest.rpartition(".")
    if part in ("weapons", "explosives") and side in ("attack", "damage"):
        holding, weapon = _held(character, thing)
        return _weapon(character, key, side, holding, weapon) if holding else None
    return None


def _aboard(character: Character, key: str, rest: str) -> Rollable | None:
    """A check aboard, or a craft's damage (HyperspaceD6, Vehicle Actions; Vehicle Damage)."""
    if key == GUNS:
        return Rollable(key, "Damage", "damage", dice("Damage", 0), aboard=True)
    skill = character.tables.skill_id("vehicles" if key == REPAIRS else rest)
    if skill not in character.skills:
        return None
    check = _check(character, key, character.skills[skill].name, skill)
    check = replace(check, aboard=True, attack="")
    if character.house.quickplay:
        check = replace(check, pool=figures.attribute(character, check.attribute), skill="")
    if skill == character.tables.skill_id("gunnery"):
        return replace(check, damage_key=GUNS, against="Evade")
    return replace(check, onto=REPAIRED) if key == REPAIRS else check


def _held(character: Character, thing: str) -> tuple[Holding | None, Weapon | None]:
    """The stack of that key, and its weapon: what a saber fires as, and a knife that is thrown."""
    for holding in character.carried:
        stack = holding.item
        row = stack.row if isinstance(stack.row, Weapon) else None
        if stack.key == thing:
            return holding, row
        if row and row.thrown and f"{stack.key}{THROWN}" == thing:
            return holding, replace(row, skill=row.thrown)
        design = character.tables.designs.get(stack.design)
        if design and design.fires_as and f"{stack.key}.{design.fires_as}" == thing:
            return Holding(stack, given=1), character.tables.weapons[design.fires_as]
    thrown = character.holdings.get(thing)
    return (thrown, None) if thrown and is_thrown(thrown) else (None, None)


def is_thrown(holding: Holding) -> bool:
    """True if an attack with it uses one up. What the last one does is still rolled."""
    row = holding.item.row
    return isinstance(row, Item) and row.kind == EXPLOSIVE


def _weapon(
    character: Character, key: str, side: str, holding: Holding, weapon: Weapon | None
) -> Rollable | None:
    row = weapon or holding.item.row
    if not isinstance(row, Weapon | Item) or not row.skill:
        return None
    name, damage_key = holding.item.name, f"{key.rpartition('.')[0]}.damage"
    if key.removesuffix(f".{side}").endswith(THROWN):
        name = f"{name}, thrown"
    able = _able(character, holding, weapon) if weapon else ()
    if side == "attack":
        return replace(
            _check(character, key, name, row.skill),
            weapon=holding,
            damage_key=damage_key if isinstance(row, Weapon) or row.damage else "",
            properties=able,
            targets=_targets(row, able),
            stuns=isinstance(row, Item) and row.stuns,
        )
    if isinstance(row, Weapon):
        harm = figures.damage(character, holding, row)
    elif row.damage:
        harm = figures.explosive_damage(row, holding.upgrades or holding.last_upgrades)
    else:
        return None
    return Rollable(key, f"{name}, damage", "damage", harm, properties=able, weapon=holding)


def _targets(row: Weapon | Item, able: tuple[str, ...]) -> int:
    """The most targets: one more with Auto-Fire, for an explosive all in reach."""
    most = book().play.targets
    if isinstance(row, Item):
        return most["area"] if row.kind == EXPLOSIVE and (row.damage or row.stuns) else 1
    return most["auto_fire"] if "auto-fire" in able else 1


def properties(holding: Holding, weapon: Weapon | None = None) -> tuple[str, ...]:
    """A weapon's properties, or `weapon`'s that it is used as; with its saber's and features."""
    row = weapon or holding.item.row
    if not isinstance(row, Weapon):
        return ()
    design = book().designs.get(holding.item.design) if row.workshop else None
    added = (property_named(feature) for feature in holding.features)
    known = (*row.properties, *(design.properties if design else ()))
    return (*known, *(one.id for one in added if one))


def _able(character: Character, holding: Holding, weapon: Weapon) -> tuple[str, ...]:
    """A weapon's properties, with those of a saber joined to it (HyperspaceD6, Lightsabers)."""
    able = properties(holding, weapon)
    if not weapon.workshop:
        return able
    features = character.tables.features
    joined = (
        gained
        for id in holding.item.features
        for gained in (features[id].joins if id in features else ())
        if sum(one.quantity for one in character.carried if id in one.item.features) > 1
    )
    return tuple(dict.fromkeys((*able, *joined)))


Inputs = ActionInput[Character]
Play = Attempt[Character]
FILE = "procedures.toml"
READER = tables.Reader(FOLDER)
# The most dice of an opponent and of a craft, and the highest number to reach, that a form takes.
MOST_DICE, MOST_NUMBER = 30, 200


def _scale(question: Question, answers: Answers, _usual: object) -> tuple[int, Field]:
    """The factor of a scale, by default that of a person."""
    scales = guide().scales
    row = scales.get(answers.text(question.id))
    factor = row.factor if row else 1
    options = tuple(
        Option(each.id, each.name, each.does, chosen=each.factor == factor)
        for each in scales.values()
    )
    return factor, menu(question.id, question.label, options)


# What texts may name in braces; `more` are dice with their sign ("−1D"), `shelter` bonuses ("+5").
VALUES = {
    "play": book().play,
    "more": {id: signed(dice) for id, dice in book().play.dice.items()},
    "shelter": {id: signed(more, "") for id, more in book().play.shelter.items()},
    "attributes": book().attributes,
    "properties": book().properties,
    "topics": guide().topics,
    "active": guide().active,
}
QUESTIONNAIRE = Questionnaire(lambda place: rows_at(book(), place), VALUES, {"scale": _scale})
QUESTIONS = QUESTIONNAIRE.sets(READER, FILE)
