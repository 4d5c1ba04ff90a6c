"""The roll form of a check: its questions and fields, and what may add dice to it."""

from collections.abc import Iterator

from msgspec.structs import replace

from rules.dice.codes import signed
from rules.figures import Figure, bonus, dice, number, total
from rules.forms.fields import Field, Option, options
from rules.kit.play.answers import Answers, menu, number_field, pick, target_fields, whole
from rules.kit.play.planned_procedures import PlannedRoll, RollPlan
from rules.kit.play.turns import asked_cost, less_dice
from rules.play import Fold
from rules.problems import Problem
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.play import modifiers, rollables, weapon_in_hand
from rules.systems.hyperspace_d6.play.checks import CHECKED, NAMES, RollCheck, checked, of_round
from rules.systems.hyperspace_d6.play.rollables import FORCE_ATTACK, Play, Rollable, properties
from rules.systems.hyperspace_d6.rulebook.book import Attack, book, guide
from rules.systems.hyperspace_d6.rulebook.rows import Item
from rules.turn import TURN_OVER

AIMING = "You are aiming already."
# What holds against the weapon of a craft, by the value of its field.
HELD_FIELD, EVADE, DODGE = "held", "evade", "dodge"
HELD = {EVADE: "Evade", DODGE: "Dodge"}
# The dice that a craft gives whoever is aboard.
CRAFT_DICE, CRAFT_SOURCE = "craft_dice", "HyperspaceD6, Vehicle Attributes"
MOST_TERMS, MOST_LABEL = 8, 80
BAD_DICE = "The dice of a craft are a number and what gives them: 2 Firepower."


def check_plan(inputs: rollables.Inputs, roll: Rollable, *, target: int | None = None) -> RollPlan:
    """The dice of a check and its target; a `target` that the rules say is not asked for."""
    check = inputs.said[CHECKED] = ask_check(inputs, roll, target)
    further = modifiers.further_actions(inputs.attempt, check.cost)
    return RollPlan(
        roll=check,
        foreseen=check.foreseen(),
        results=check.chances,
        onto=roll.onto.action,
        folds=check.folds,
        cost=check.cost,
        less=less_dice(further, book().play.dice["action"]),
        name=_named(inputs, roll),
    )


def _named(inputs: rollables.Inputs, roll: Rollable) -> str:
    """The name of the roll, also for the second attack of an action; of a craft its weapon."""
    if roll.aboard and (gun := "".join(inputs.answers.chosen("gun"))):
        return gun.partition(" ")[2][:MOST_LABEL] or roll.name
    is_second = "double" in roll.properties and "second" in inputs.answers.chosen("ways")
    return f"{roll.name}, second attack" if is_second else roll.name


def ask_check(inputs: rollables.Inputs, roll: Rollable, target: int | None) -> RollCheck:
    """Ask for the choices before a check: its target, how, used items, helpers, points."""
    attempt, answers = inputs.attempt, inputs.answers
    is_players = attempt.character.opponent is None
    check = RollCheck(attempt=attempt, rollable=roll, wins_ties=is_players)
    usables = list(usable(attempt, roll))
    helps = {id: figure for id, figure, _ in usables}
    ranges = {id: item.ranges for id, _, item in usables if item and item.ranges}
    aiming = {id for id, _, item in usables if item and item.aims}
    blocked, ranged = _out_of_range(inputs, ranges)
    is_aiming = modifiers.is_aiming(attempt.turn)
    blocked |= dict.fromkeys(aiming if is_aiming else (), AIMING)
    changes = inputs.read(rollables.QUESTIONS["changes"])
    used = [id for id in answers.chosen("used") if id in helps and not blocked.get(id)]
    _ask_target(inputs, check, target)
    aims = not aiming.isdisjoint(used)
    check.chosen = ways_chosen(inputs, roll) | NAMES.keys() & answers.chosen("points")
    if modifiers.AIM in answers.chosen("ways") and not (is_aiming or aims):
        check.chosen |= {modifiers.AIM}
    check.helps = tuple(helps[id] for id in used)
    check.added = modifiers.added(attempt, roll, check.helps, answers.chosen("shelter"))
    check.bonus, check.helpers = inputs["bonus"] or 0, inputs["helpers"] or 0
    _count(inputs, check, int(aims or modifiers.AIM in check.chosen))
    if roll.aboard:
        check.helps, check.gun = (*check.helps, *craft_dice(answers)), gun_values(answers)
    if inputs.has_form:
        if ways := tuple(_ways(check, AIMING if is_aiming else "")):
            inputs.fields.append(pick("ways", "How", ways))
        inputs.fields += ranged
        options = (
            Option(id, _using(figure), chosen=id in used, barred=blocked.get(id, ""))
            for id, figure in helps.items()
        )
        inputs.fields += (pick("used", "You use", tuple(options)),) if helps else ()
        inputs.fields += (*changes, pick("points", "Points", tuple(_points(check))))
    return check


def _count(inputs: rollables.Inputs, check: RollCheck, aiming: int) -> None:
    """Count its actions: none of a defense, a second attack, and an action that was held."""
    roll, situation = check.rollable, inputs.situation
    if roll.defends or roll.is_reaction or "second" in check.chosen:
        return
    check.releases = bool(situation.get("held") and situation.get(TURN_OVER))
    if not check.releases:
        check.cost = asked_cost(inputs, roll) + aiming


def _out_of_range(
    inputs: rollables.Inputs, ranges: dict[str, tuple[str, ...]]
) -> tuple[dict[str, str], tuple[Field, ...]]:
    """Why each item can't help at the target's range, and the field that asks for it."""
    if not ranges:
        return {}, ()
    bands = guide().bands
    chosen = inputs.answers.option("range", bands)
    barred = {
        id: f"Only at {' or '.join(bands[one].name.lower() for one in allowed)}."
        for id, allowed in ranges.items()
        if chosen and chosen not in allowed
    }
    return barred, (menu("range", "Range", options(bands, chosen, none="Not said")),)


def _ask_target(inputs: rollables.Inputs, check: RollCheck, target: int | None) -> None:
    """Ask for the target of a check: an attacker's total, a defense of each target, a number."""
    roll, answers, attack = check.rollable, inputs.answers, None
    opposed_fields = inputs.read(rollables.QUESTIONS["opposed"])
    opposed = inputs["opposed"] or 0
    fields: list[list[Field]] = []
    if not roll.defends and (attack := guide().attacks.get(roll.attack)):
        for place in range(1, roll.targets + 1):
            fields.append(_ask_foe(inputs, check, attack, place))
    typed = answers.target(rollables.MOST_NUMBER) if target is None else target
    if typed is None and not (opposed or "ladder" in answers.values or check.targets):
        typed = roll.target
    held = held_name(answers) if roll.aboard and roll.against else ""
    if opposed:
        check.against = (opposed, 0)
        check.targets = [] if roll.key == FORCE_ATTACK else check.targets
    check.target = _target(check, typed, held or roll.against)
    if target is not None or not inputs.has_form:
        return
    if held:
        inputs.fields += held_fields(held, typed)
    elif roll.against:
        rolled = number_field("target", "They rolled", typed, 0, rollables.MOST_NUMBER)
        inputs.fields += (rolled, *opposed_fields)
    elif attack and (roll.damage_key or roll.stuns or roll.key == FORCE_ATTACK):
        inputs.fields += (field for each in fields for field in each)
        inputs.fields += opposed_fields if roll.key == FORCE_ATTACK else ()
        check.folds = tuple(
            Fold(f"Target {place}", tuple(field.id for field in each))
            for place, each in enumerate(fields[1:], start=2)
        )
    else:
        rungs = (
            Option(str(row.number), f"{row.number} {row.name}", row.does)
            for row in guide().targets.values()
        )
        inputs.fields += target_fields("Target number", rungs, typed, rollables.MOST_NUMBER)
        inputs.fields += opposed_fields
    if roll.defends == "dodge":
        inputs.ask(rollables.QUESTIONS["dodging"])


def held_fields(name: str, target: int | None) -> Iterator[Field]:
    """The fields of the target of a craft's weapon: the number, and the kind of number."""
    yield number_field("target", f"Their {name}", target, 0, rollables.MOST_NUMBER)
    names = (Option(id, each, chosen=each == name) for id, each in HELD.items())
    yield menu(HELD_FIELD, "Against", tuple(names))


def _target(check: RollCheck, typed: int | None, against: str) -> Figure | None:
    """The lowest defense of the targets, an attacker's total, or a number; None for none."""
    if check.targets:
        return min((figure for _, figure in check.targets), key=lambda figure: figure.value)
    if typed is None:
        return None
    if against:
        return number(against, typed, source=check.rollable.pool.source)
    rung = next((row for row in guide().targets.values() if row.number == typed), None)
    return number(rung.name if rung else "target number", typed, source="your GM")


def ways_chosen(inputs: rollables.Inputs, roll: Rollable) -> frozenset[str]:
    """Auto-Fire, and two attacks with one action, or the second of them if it is to come."""
    properties, ways = roll.properties, set(inputs.answers.chosen("ways"))
    if modifiers.has_second(inputs.attempt.turn, roll):
        ways.add("second")
    able = {"auto-fire"}.intersection(properties)
    if "double" in properties:
        able.add("second" if "second" in ways else "double")
    return frozenset(ways & able)


def _ask_foe(inputs: rollables.Inputs, check: RollCheck, attack: Attack, place: int) -> list[Field]:
    """Ask for a target's defenses and shelter; the best defense holds (HyperspaceD6, Attacking)."""
    names, suffix = book().defenses, f"-{place}" if place > 1 else ""
    own = names[attack.defense].name
    labels: dict[str, tuple[str, ...]] = {"defense": (own,)}
    if attack.instead:
        labels["instead"] = (names[attack.instead].name, attack.short)
    if attack.defense == "dodge":
        labels["shelter"] = ()
    fields = inputs.read(
        replace(each, id=f"{each.id}{suffix}", label=each.label.format(*labels[each.id]))
        for each in rollables.QUESTIONS["foe"]
        if each.id in labels
    )
    defense, instead = inputs.get(f"defense{suffix}"), inputs.get(f"instead{suffix}")
    defenses: list[Figure] = []
    if defense is not None:
        theirs = number("theirs", defense, source=attack.source)
        more = modifiers.sheltered(attack.defense, inputs.get(f"shelter{suffix}") or (), number)
        defenses.append(total(own, theirs, *more))
    if instead is not None:
        theirs = number("theirs", instead, source=attack.source)
        is_dodged = attack.defense == "dodge"
        ruling = guide().topics["cover"].ruling if is_dodged else attack.ruling
        defenses.append(total(names[attack.instead].name, theirs, ruling=ruling))
    if defenses:
        check.targets.append((place, max(defenses, key=lambda figure: figure.value)))
    return fields


def _using(figure: Figure) -> str:
    """A used item with its bonus: "Scope +2D"."""
    more = signed(figure.value, figure.unit)
    return f"{figure.label[:1].upper()}{figure.label[1:]} {more}"


def _ways(check: RollCheck, barred: str) -> Iterator[Option]:
    gives, chosen = book().play.dice, check.chosen
    if check.rollable.damage_key:
        name = f"Take aim {signed(gives['aim'])}"
        yield Option("aim", name, chosen="aim" in chosen, barred=barred)
    if "auto-fire" in check.rollable.properties:
        row = book().properties["auto-fire"]
        name = f"{row.name} {signed(gives['auto_fire'])}, one more target"
        yield Option(row.id, name, row.does, chosen="auto-fire" in chosen)
    if "double" in check.rollable.properties:
        yield double(chosen)


def double(chosen: frozenset[str]) -> Option:
    """Two attacks with one action; or that this is the second of them."""
    row = book().properties["double"]
    if "second" in chosen:
        return Option("second", "Second attack of this action", row.does, chosen=True)
    return Option(row.id, "Two attacks, one action", row.does, chosen="double" in chosen)


def _points(check: RollCheck) -> Iterator[Option]:
    """A Character Point, a Force Point: one of each per round."""
    worth = signed(check.attempt.character.point_dice)
    gives = (f" {worth}", f": {book().play.times['force_point']} × the dice")
    for (id, name), more in zip(NAMES.items(), gives, strict=True):
        is_spent = check.attempt.situation.get(of_round(id))
        barred = "Already spent this round." if is_spent else ""
        yield Option(id, f"{name}{more}", chosen=id in check.chosen, barred=barred)


# --- what may add dice


def held_name(answers: Answers) -> str:
    """The name of the number against the weapon of a craft: Evade of a craft, Dodge of a person."""
    return HELD[answers.option(HELD_FIELD, HELD) or EVADE]


def craft_dice(answers: Answers) -> Iterator[Figure]:
    """The dice that a craft adds or takes: "2 Firepower", "-1 rattled"."""
    for typed in answers.chosen(CRAFT_DICE)[:MOST_TERMS]:
        count, _, label = typed.partition(" ")
        value = whole(count, -rollables.MOST_DICE, rollables.MOST_DICE)
        if value is None or not label.strip():
            answers.wrong.append(Problem("bad-value", CRAFT_DICE, BAD_DICE))
            return
        yield dice(label.strip()[:MOST_LABEL], value, source=CRAFT_SOURCE)


def gun_values(answers: Answers) -> tuple[tuple[str, str], ...]:
    """The weapon of a craft, as the form of its damage takes it."""
    gun = answers.text("gun")[:MOST_LABEL]
    if not gun:
        return ()
    scale, nature = answers.text("scale"), answers.chosen("nature")
    ion = (("nature", "ion"),) if "ion" in nature else ()
    return ((CRAFT_DICE, gun), *((("scale", scale),) if scale in guide().scales else ()), *ion)


def usable(attempt: Play, rollable: Rollable) -> Iterator[tuple[str, Figure, Item | None]]:
    """The dice of each thing that adds to this check while it is used, by id, with the item if it
    is one: kits, a scope, an heirloom, an easily hidden weapon, a saber; and a saber's bonus to an
    active Parry. Sabers are offered only if the weapon in hand is unknown: otherwise their bonus is
    already in the pool.
    """
    character, skill = attempt.character, rollable.skill
    if not skill:
        return
    for id, (item, upgrades) in _items(character, skill).items():
        name = f"{item.name}, upgraded" if upgrades else item.name
        more = dice(name, item.help_dice + upgrades, source=item.source, ruling=item.ruling)
        yield id, more, item
    helping = (
        row
        for row in character.tables.properties.values()
        if row.helps and skill in map(character.tables.skill_id, row.helps)
    )
    for row in helping:
        weapons = weapon_in_hand.weapons(character)
        if names := [one.item.name for one in weapons if row.id in properties(one)]:
            label = f"hiding {' or '.join(names)}"
            yield row.id, dice(label, row.help_dice, source=row.source, ruling=row.ruling), None
    is_told = weapon_in_hand.HAND in attempt.situation
    found = [row for row in figures.conditional(character) if row[0] == skill]
    for place, (_, is_saber, figure) in enumerate(found):
        if not (is_saber and is_told):
            yield f"conditional-{place}", figure, None
    may_parry = rollable.defends == "parry" and not is_told
    for holding in weapon_in_hand.weapons(character) if may_parry else ():
        design = character.tables.designs.get(holding.item.design)
        if design and design.parry:
            ruling = book().play.rulings["active_saber"]
            more = bonus(design.name, design.parry, source=design.source, ruling=ruling)
            yield f"saber-{holding.item.key}", more, None


def _items(character: Character, skill: str) -> dict[str, tuple[Item, int]]:
    """Each item that helps with a skill, by id, with the most upgrades that one of them has."""
    best: dict[str, tuple[Item, int]] = {}
    for holding in character.carried:
        item = holding.item.row
        if isinstance(item, Item) and skill in item.helps:
            _, upgrades = best.get(item.id, (item, 0))
            best[item.id] = (item, max(upgrades, holding.upgrades))
    return best


CHECK = PlannedRoll(
    rollables.QUESTIONNAIRE,
    check_plan,
    lambda inputs, _rollable, outcome, rng: checked(inputs, outcome, rng),
)
