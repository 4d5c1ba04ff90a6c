"""Vehicles and starships, for the Storyteller: guns and damage by size, maneuvers, squads, tractor
beams, collisions, the end of a ship.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rules.dice.successes import SIDES
from rules.figures import Figure, bonus
from rules.kit.outcomes import text
from rules.kit.planned_procedures import Plan, ProcedureRule
from rules.play import Die, FollowUp, Outcome
from rules.systems.storytelling_d10.house import space_range
from rules.systems.storytelling_d10.play.rollables import ATTACK, DEXTERITY
from rules.systems.storytelling_d10.play.tool_rolls import (
    QUESTIONS,
    TYPED,
    Given,
    below,
    came_of,
    changed,
    difficulty,
    levels,
    piloted,
    plan,
    pool_of,
    rank,
    row,
    size,
    steps_above,
    usual,
)
from rules.systems.storytelling_d10.rulebook import Number, rulebook

GROUND, SPACE = "ground", "space"
FRIGATE, COLOSSAL, MEDIUM, TRANSPORT = "frigate", "colossal", "medium", "space-transport"


# --- guns and damage


def squad_fire(ships: int) -> tuple[int, int]:
    """What a squad takes off the difficulty to hit, and off that of damage."""
    hit = -(-(ships - 1) // row("squad-divisor").number)
    return max(0, hit), ships // row("squad-damage-ships").number


def battery_less(guns: int) -> int:
    """What so many guns take off the difficulty to hit."""
    return guns // row("battery").number


def _range(given: Given) -> tuple[Figure | None, str]:
    """What the distance adds in space, and why it is too far."""
    gun = rulebook().craft.space_ranges.get(given["weapon"])
    squares = given["squares"]
    if gun is None or squares is None:
        return None, ""
    bands = zip(rulebook().craft.bands.values(), gun.squares, strict=True)
    for position, (band, farthest) in enumerate(bands):
        if squares <= farthest:
            more = space_range(given.character.house)[position]
            return bonus(band.name, more, source=band.source, ruling=band.ruling), ""
    return None, f"A {gun.name.lower()} reaches {gun.squares[-1]} squares."


def _attack_terms(given: Given) -> Iterator[Figure]:
    far, _ = _range(given)
    if far:
        yield far
    gun = rulebook().craft.space_ranges.get(given["weapon"])
    if (given["heavy"] or (gun and gun.heavy)) and below(given["size"], COLOSSAL):
        heavy = row("heavy-small")
        yield bonus("a heavy weapon", heavy.number, source=heavy.source)
    if raised := given["raise"]:
        yield bonus("by choice", raised, source=usual().source)
    if less := squad_fire(given["ships"] or 0)[0]:
        yield bonus("squad", -less, source=row("squad-divisor").source)
    if less := battery_less(given["guns"] or 0):
        yield bonus("battery", -less, source=row("battery").source)


def _attack(given: Given) -> Plan:
    """Dexterity + Firearms at the usual difficulty, with the distance."""
    given.ask(QUESTIONS["gunner"])
    at, (_, far) = difficulty(usual(), *_attack_terms(given)), _range(given)
    pool = pool_of(given, "firearms", DEXTERITY)
    pool, found, reroll = changed(given, pool, (at,), ATTACK, DEXTERITY, "firearms")
    return plan(given, pool, found, added=-(given["evaded"] or 0), barred=far, reroll=reroll)


def _hit(given: Given, outcome: Outcome, rng: Random) -> Outcome:
    found = came_of(given, outcome, rng) if outcome.success is None else outcome
    if not outcome.success:
        return found
    more = given["raise"]
    said = f"Roll damage with {more} {_dice(more)} more." if more else ""
    return text(outcome, said, hit=FollowUp("vehicle-damage", "Roll damage"))


def damage_difficulty(given: Given) -> Figure:
    """The difficulty of damage to such a size, less for squads and pursuers."""
    craft, terms = size(given), list[Figure]()
    if craft.damage and not given["people"]:
        terms.append(bonus(craft.name, craft.damage, source=craft.source))
    if less := squad_fire(given["ships"] or 0)[1]:
        terms.append(bonus("squad", -less, source=row("squad-damage-ships").source))
    if given["pursued"]:
        pursued = row("pursuit-damage")
        terms.append(bonus("pursuit", pursued.number, source=pursued.source))
    return difficulty(rulebook().combat.numbers["damage"], *terms)


def shield_difficulty(given: Given) -> Figure:
    """The difficulty at which shields of such a size soak."""
    craft = size(given)
    less = bonus(craft.name, craft.shields, source=craft.source)
    return difficulty(rulebook().combat.numbers["soak"], less)


def _damage(given: Given) -> Plan:
    """The difficulties of damage and of shields."""
    told = [f"Damage at {damage_difficulty(given).text}"]
    if given["shields"] and not given["people"]:
        told.append(f"Shields at {shield_difficulty(given).text}")
    if given["people"]:
        told.append(f"Levels count {row('against-people').number} times.")
    return Plan(foreseen=tuple(told))


def _damaged(given: Given, outcome: Outcome, rng: Random) -> Outcome:
    """What comes through the shields does all of its damage, less the armor; then the shields have
    1 less for the scene (Vehicle / ship fight rules).
    """
    dice, done = levels(given["damage"], damage_difficulty(given), rng)
    said = [f"{done} {_levels(done)} of damage"]
    if given["people"]:
        done *= row("against-people").number
        return text(outcome, f"{done} {_levels(done)} to each person, before any soak", total=done,
                    dice=dice, unit=_levels(done))  # fmt: skip
    shields, soaked = given["shields"] or 0, given["soaked"]
    if shields and soaked is None:
        thrown, soaked = levels(shields, shield_difficulty(given), rng)
        dice = (*dice, *thrown)
    soaked = soaked or 0
    if shields or soaked:
        said.append(f"The shields soak {soaked}.")
    if done <= soaked:
        done = 0
        said.append("Nothing gets through.")
    else:
        if shields:
            said.append("The shields fail, and have 1 less for this scene.")
        if armor := given["armor"]:
            done = max(0, done - armor)
            said.append(f"The armor takes {armor}: {done} left.")
    said.append(_health(given, done))
    return text(outcome, *said, total=done, dice=dice, unit=_levels(done))


def _dice(count: int) -> str:
    return "die" if count == 1 else "dice"


def _levels(count: int) -> str:
    return "level" if count == 1 else "levels"


def _health(given: Given, done: int) -> str:
    """The level that a craft of such a size has then."""
    craft, marked = size(given), (given["lost"] or 0) + done
    if not marked:
        return ""
    level = rulebook().combat.levels[craft.health[min(marked, len(craft.health)) - 1]]
    less = f", −{-level.penalty} {_dice(-level.penalty)}" if level.penalty else ""
    ends = level.penalty is None and not below(given["size"], TRANSPORT)
    blows = f" It explodes in {row('destruction-minutes').number} minutes." if ends else ""
    return f"{level.name}{less}.{blows}"


# --- the pilot


def _evade(given: Given) -> Plan:
    return piloted(given, difficulty(usual()), on=("evade", "pilot-evade"))


def _maneuver(given: Given) -> Plan:
    """A quick turn by its angle, an about-face, or a loop; those only off the ground."""
    craft, chosen = rulebook().craft, rulebook().craft.maneuvers[given["maneuver"]]
    quick = given["maneuver"] == "quick-turn"
    barred = "" if quick or given["where"] != GROUND else "That is done in air or space only."
    if given.character.house.gravity_cost:
        given.ask(QUESTIONS["gravity"])
    if not quick and not chosen.difficulties:
        return Plan(foreseen=(f"No roll: {_move(given)} Move.",), barred=barred)
    number = craft.quick_turns[given["degrees"]].number if quick else chosen.difficulties[0]
    at = difficulty(Number(id="", name=chosen.name, number=number, source=chosen.source))
    return piloted(given, at, barred=barred)


def _move(given: Given) -> str:
    """The Move that a maneuver takes, near a planet half or twice that by house rule."""
    move = rulebook().craft.maneuvers[given["maneuver"]].move or 0
    factor = row("gravity").number
    match given.said.get("gravity"):
        case "toward":
            return f"{move / factor:g}"
        case "away":
            return str(move * factor)
    return str(move)


def _maneuvered(given: Given, outcome: Outcome, rng: Random) -> Outcome:
    chosen = rulebook().craft.maneuvers[given["maneuver"]]
    if outcome.success is None and outcome.target is None:
        return text(outcome, chosen.does, f"{_move(given)} Move")
    found = came_of(given, outcome, rng, _move(given))
    return text(found, chosen.does) if outcome.success else found


def _obstacle(given: Given) -> Plan:
    """The Storyteller's number, or the speed, half a d10, and 2 (Obstacles)."""
    if not _is_random(given):
        typed = given["difficulty"]
        return piloted(given, difficulty(usual() if typed is None else _typed(typed)))
    dice = (int(given["die"]),) if given["die"] else range(1, SIDES + 1)
    found = [_random_obstacle(die) for die in dice]
    told = "" if given["die"] else f"A d10: difficulty {found[0].code} to {found[-1].code}"
    return piloted(given, *found, foreseen=told)


def _is_random(given: Given) -> bool:
    """Whether an obstacle is random: its d10 was typed, or the party plays it so."""
    if given["difficulty"] is not None:
        return False
    return bool(given["die"] or given.character.house.random_obstacles)


def _typed(number: int) -> Number:
    return Number(id="", name="", number=number, source=TYPED)


def _random_obstacle(die: int) -> Figure:
    half = bonus("half of the d10", die // row("obstacle-divisor").number)
    return difficulty(row("obstacle"), half)


def _bump(given: Given) -> Plan:
    """To hit as an attack; not to collide, or to stay in control, at a number of the rules."""
    found = usual() if given["step"] == "bump" else row("bump-control")
    evaded = (given["evaded"] or 0) if given["step"] == "bump" else 0
    return piloted(given, difficulty(found), theirs=evaded)


def collision_dice(of: str, speed: int) -> int:
    """The dice that whoever meets such a size at such a speed takes."""
    return rulebook().craft.sizes[of].collision + speed


def _sides(given: Given) -> tuple[tuple[str, int, int], tuple[str, int, int]]:
    """Both craft: who takes damage, its dice, its shields."""
    mine = collision_dice(given["their_size"], given["their_speed"] or 0)
    theirs = collision_dice(given["size"], given["speed"] or 0)
    return ("You", mine, given["shields"] or 0), ("The other", theirs, given["their_shields"] or 0)


def _collision(given: Given) -> Plan:
    (_, mine, _), (_, theirs, _) = _sides(given)
    return Plan(foreseen=(f"You take {mine} dice at 6, the other {theirs}.",))


def _collided(given: Given, outcome: Outcome, rng: Random) -> Outcome:
    """Damage for both, through shields, without the difficulties of size; a bump does a quarter."""
    numbers, dice, said, first = rulebook().combat.numbers, list[Die](), list[str](), 0
    for position, (who, count, shields) in enumerate(_sides(given)):
        thrown, done = levels(count, difficulty(numbers["damage"]), rng)
        dice += thrown
        if given["bump"]:
            done //= row("bump-divisor").number
        thrown, soaked = levels(shields, difficulty(numbers["soak"]), rng) if done else ((), 0)
        dice += thrown
        done = done if done > soaked else 0
        said.append(f"{who}: {done} {_levels(done)} of damage before armor")
        first = done if position == 0 else first
    return text(outcome, *said, total=first, dice=tuple(dice), unit=_levels(first))


def _pursuit(given: Given) -> Plan:
    """The follower's roll: as many successes as the target has begin it."""
    where, squares = given["where"], given["squares"]
    reach = row("pursuit-space" if where == SPACE else "pursuit-ground").number
    barred = ""
    if not below(given["size"], COLOSSAL):
        barred = "Only what is smaller than Colossal pursues."
    elif squares is not None and squares > reach:
        barred = f"You have to be within {reach} {'square' if reach == 1 else 'squares'}."
    target = f"The target rolls at {row('pursuit-target').number}."
    needed = given["theirs"] or 0
    found = difficulty(row("pursuit-follower"))
    return piloted(given, found, foreseen=target, needed=needed, barred=barred)


def _landing(given: Given) -> Plan:
    """Harder for each size above Medium, easier for each below."""
    steps = steps_above(given["size"], MEDIUM)
    at = difficulty(row("landing"), bonus(size(given).name, steps, source=size(given).source))
    return piloted(given, at, operated=False)


def _docking(given: Given) -> Plan:
    return piloted(given, difficulty(row(given["way"])))


def _skim(given: Given) -> Plan:
    """Below a frigate's size, along a hull of Large and up."""
    hull, barred = given["hull"], ""
    if not below(given["size"], FRIGATE):
        barred = "Only what is smaller than a frigate skims a hull."
    elif below(hull, "large"):
        barred = "There is no hull to skim below Large."
    along = "skim-small" if below(hull, "gargantuan") else "skim-large"
    return piloted(
        given, difficulty(row("skim" if given["step"] == "in" else along)), barred=barred
    )


def _squad(given: Given) -> Plan:
    """A Pilot roll to form it; what it takes off attacks and damage."""
    hit, damage = squad_fire(given["ships"])
    unlike = row("squad-unlike")
    terms = (bonus("unlike ships", unlike.number, source=unlike.source),) if given["unlike"] else ()
    told = f"To hit: −{hit} difficulty, damage: −{damage} difficulty"
    return piloted(given, difficulty(row("squad"), *terms), foreseen=told)


def _squad_formed(given: Given, outcome: Outcome, rng: Random) -> Outcome:
    hit, damage = squad_fire(given["ships"])
    told = f"To hit: −{hit} difficulty, damage: −{damage} difficulty"
    found = came_of(given, outcome, rng)
    return found if outcome.success is False else text(found, told)


def _battery(given: Given) -> Plan:
    less = battery_less(given["guns"] or 0)
    return Plan(foreseen=(f"To hit: −{less} difficulty" if less else "To hit: nothing less",))


def _fired(given: Given, outcome: Outcome, _rng: Random) -> Outcome:
    less = battery_less(given["guns"])
    return text(outcome, f"To hit: −{less} difficulty" if less else "Too few guns", total=less)


def _tractor(given: Given) -> Plan:
    """To capture at the usual difficulty in space; out of a beam by how much larger its ship is."""
    host = size(given, "host")
    barred = "" if host.tractor else f"{host.name}: the table gives it no tractor beam."
    if given["step"] == "capture":
        position = list(rulebook().craft.bands).index(given["band"])
        band = rulebook().craft.bands[given["band"]]
        more = space_range(given.character.house)[position]
        at = difficulty(usual(), bonus(band.name, more, source=band.source, ruling=band.ruling))
        return piloted(given, at, operated=False, barred=barred)
    steps = steps_above(given["host"], given["size"])
    at = difficulty(row(f"tractor-{given['step']}"), bonus("sizes", steps, source=host.source))
    return piloted(given, at, operated=False, barred=barred)


def _caught(given: Given, outcome: Outcome, rng: Random) -> Outcome:
    return came_of(given, outcome, rng, size(given, "host").tractor)


def _destruction(given: Given) -> Plan:
    barred = "Only a space transport or a larger ship explodes."
    large = rank(given["size"]) <= rank(TRANSPORT)
    return Plan(
        foreseen=(fate(given["minutes"], given["hits"])[1],), barred="" if large else barred
    )


def fate(minutes: int, hits: int) -> tuple[int, str]:
    """Seconds until a ship explodes, with the dice that those aboard lose (Ship destruction)."""
    spent = minutes * 60 + hits * row("destruction-seconds").number
    left = row("destruction-minutes").number * 60 - spent
    if left <= 0:
        return 0, "The ship explodes."
    over = spent // 60 - row("destruction-from").number + 1
    lost = max(0, over) * row("destruction-dice").number
    dice = f"everyone aboard has {lost} dice".replace("-", "−") if lost else "no dice are lost yet"
    return left, f"{left // 60}:{left % 60:02} minutes until it explodes; {dice}."


def _blown(given: Given, outcome: Outcome, _rng: Random) -> Outcome:
    left, said = fate(given["minutes"], given["hits"])
    return text(outcome, said, total=left, unit="seconds")


RULES = {
    "vehicle-attack": ProcedureRule(_hit, _attack),
    "vehicle-damage": ProcedureRule(_damaged, _damage),
    "vehicle-evade": ProcedureRule(came_of, _evade),
    "maneuver": ProcedureRule(_maneuvered, _maneuver),
    "obstacle": ProcedureRule(came_of, _obstacle),
    "side-bump": ProcedureRule(came_of, _bump),
    "collision": ProcedureRule(_collided, _collision),
    "pursuit": ProcedureRule(came_of, _pursuit),
    "landing": ProcedureRule(came_of, _landing),
    "docking": ProcedureRule(came_of, _docking),
    "skim": ProcedureRule(came_of, _skim),
    "squad": ProcedureRule(_squad_formed, _squad),
    "battery": ProcedureRule(_fired, _battery),
    "tractor": ProcedureRule(_caught, _tractor),
    "destruction": ProcedureRule(_blown, _destruction),
}
