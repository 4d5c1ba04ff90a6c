"""The weapon in hand, the setting of a blade with phases, and their effects."""

from collections.abc import Collection, Iterator

from rules.dice.codes import signed
from rules.figures import Figure, bonus, dice, total
from rules.forms.fields import Choice, Field, Option
from rules.kit.play.answers import menu
from rules.play import TurnState
from rules.problems import Problem, RuleViolation
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.character.inventory import Holding
from rules.systems.hyperspace_d6.play.rollables import Play, properties
from rules.systems.hyperspace_d6.rulebook.book import book, guide
from rules.systems.hyperspace_d6.rulebook.rows import THROWN, Design, Weapon
from rules.turn import ROUNDS

# What a situation holds: that something was said of the hand, and before its key which weapon it
# is; how a blade is set, and whether that was done in this turn.
HAND, WEAPON, BLADE, BLADE_SET = "hand", "hand.", "blade", "blade_set"
NOTHING, REFLECTIVE = "nothing", "reflective"
# Defenses, and their skills, that need an empty hand; and those that a Parry replaces.
BARE_HANDS, DODGING = ("block", "brawl"), ("dodge", "agility")
PARRY, DAMAGE = 1, 2
PHASES = {"": 0, "parry": PARRY, "damage": DAMAGE}
ONCE = "You already set the blade this turn. You can set it once a turn."


def weapons(character: Character) -> list[Holding]:
    """Every weapon that can be used; a saber that only the Force ignites needs the Force."""
    found = (holding for holding in character.carried if isinstance(holding.item.row, Weapon))
    return [holding for holding in found if not unlit(character, holding)]


def unlit(character: Character, holding: Holding) -> str:
    """Why a saber can't be ignited, "" if it can (HyperspaceD6, Lightsabers: Force Ignition)."""
    if character.has_force:
        return ""
    features = character.tables.features
    known = (features[id] for id in holding.item.features if id in features)
    return next((f"{one.name}: {one.does}" for one in known if one.needs_force), "")


def thrown(attempt: Play, holding: Holding | None, key: str) -> dict[str, int]:
    """The turn after an attack: what was thrown is no longer in hand, unless there is another."""
    held, is_thrown = in_hand(attempt), key.endswith(f"{THROWN}.attack")
    is_it = holding and held and held.item.key == holding.item.key and held.quantity < 2
    return emptied(attempt) if is_thrown and is_it else {}


def in_hand(attempt: Play) -> Holding | None:
    """The weapon in hand, None for none and if it is unknown."""
    held = hands(attempt) if HAND in attempt.situation else ()
    return next(iter(held), None)


def hands(attempt: Play) -> list[Holding]:
    """The weapons that may be in hand: the one that is; where that is unknown, all carried."""
    carried = weapons(attempt.character)
    if HAND not in attempt.situation:
        return carried
    return [one for one in carried if attempt.situation.get(f"{WEAPON}{one.item.key}")][:1]


def replaces(held: Collection[Holding], usual: str, instead: str) -> bool:
    """True if a defense or its skill replaces the usual one with these in hand."""
    if instead in BARE_HANDS:
        return not held
    return any(map(is_reflective, held)) if usual in DODGING else bool(held)


def emptied(attempt: Play) -> dict[str, int]:
    """The changes of a turn that leave nothing in hand."""
    held = (name for name in attempt.situation if name.startswith(WEAPON))
    return {HAND: 0, **dict.fromkeys(held, 0)}


def _option(holding: Holding) -> str:
    """The weapon's id in a form."""
    return f"weapons.{holding.item.key}"


def is_reflective(holding: Holding) -> bool:
    """True if its wielder can use Parry instead of Dodge."""
    return REFLECTIVE in properties(holding)


def design_of(character: Character, holding: Holding | None) -> Design | None:
    """The design of a saber, None for other items."""
    return character.tables.designs.get(holding.item.design) if holding else None


def saber(attempt: Play) -> Design | None:
    """The design of the saber in hand, None for none."""
    return design_of(attempt.character, in_hand(attempt))


def _has_phases(design: Design | None) -> bool:
    return design is not None and bool(design.phase_parry or design.phase_damage)


def parry(attempt: Play) -> Figure:
    """Parry with a saber's design, and the phase of its blade (HyperspaceD6, Lightsabers)."""
    base = figures.defense(attempt.character, "parry")
    more = tuple(parry_terms(attempt))
    return total(base.label, *base.terms, *more, source=base.source) if more else base


def parry_terms(attempt: Play) -> Iterator[Figure]:
    """The modifiers to Parry from the saber in hand."""
    design = saber(attempt)
    if design and design.parry:
        yield bonus(design.name, design.parry, source=design.source, ruling=design.ruling)
    if design and design.phase_parry and attempt.situation.get(BLADE) == PARRY:
        yield bonus("blade set for Parry", design.phase_parry, source=design.source)


def skill_terms(design: Design | None, skill: str) -> Iterator[Figure]:
    """The dice for a skill from a saber in hand of that design."""
    if design and design.skills.get(skill):
        yield dice(design.name, design.skills[skill], source=design.source, ruling=design.ruling)


def damage_terms(attempt: Play, holding: Holding) -> Iterator[Figure]:
    """The dice for a weapon's damage from the phase of its blade."""
    design = design_of(attempt.character, holding)
    if design and design.phase_damage and attempt.situation.get(BLADE) == DAMAGE:
        yield dice("blade set for damage", design.phase_damage, source=design.source)


def controls(attempt: Play) -> Iterator[Field]:
    """The fields for the weapon in hand, and for the setting of a blade with phases."""
    character = attempt.character
    carried = () if character.house.quickplay else weapons(character)
    if not carried:
        return
    holding, is_known = in_hand(attempt), HAND in attempt.situation
    chosen = _option(holding) if holding else NOTHING if is_known else ""
    options = [Option("", "Not set", chosen=not chosen)]
    options.append(Option(NOTHING, "Nothing", chosen=chosen == NOTHING))
    options += [Option(_option(one), one.item.name, chosen=one is holding) for one in carried]
    hint = " ".join(_said(attempt, holding)) if is_known else ""
    yield menu(HAND, "In hand", tuple(options), hint=hint)
    designs = (design_of(character, one) for one in carried if one.item.design)
    if design := next(filter(_has_phases, designs), None):
        yield _blade(design, attempt.situation)


def _blade(design: Design, situation: TurnState) -> Choice:
    blade = situation.get(BLADE, 0)
    names = {
        "": "Not set",
        "parry": f"{signed(design.phase_parry, '')} Parry",
        "damage": f"{signed(design.phase_damage)} damage",
    }
    options = (Option(id, name, chosen=PHASES[id] == blade) for id, name in names.items())
    return menu(BLADE, "Blade", tuple(options))


def _said(attempt: Play, holding: Holding | None) -> Iterator[str]:
    """The effect of the weapon in hand on the defenses."""
    current, held = parry(attempt), (holding,) if holding else ()
    for row in guide().attacks.values():
        if row.instead == "parry" and replaces(held, row.defense, row.instead):
            base = figures.defense(attempt.character, row.defense)
            if current.value > base.value:
                yield f"Against {row.name}: Parry {current.value} in place of {base.label}."
    block = figures.defense(attempt.character, "block")
    if holding is None and block.value > current.value:
        name = book().defenses["block"].name
        yield f"Against Melee: {name} {block.value} in place of Parry."


def declare(attempt: Play) -> dict[str, int]:
    """The turn with the chosen weapon and blade; RuleViolation for what cannot be."""
    values, turn, carried = attempt.values, dict(attempt.situation), weapons(attempt.character)
    if HAND in values:
        chosen, options = "".join(values[HAND]), {_option(one): one for one in carried}
        turn = {id: turn[id] for id in turn if id != HAND and not id.startswith(WEAPON)}
        if chosen:
            turn[HAND] = int(chosen != NOTHING)
        if chosen in options:
            turn[f"{WEAPON}{options[chosen].item.key}"] = 1
        elif chosen not in ("", NOTHING):
            raise RuleViolation([Problem("bad-value", HAND, "Choose a weapon you carry.")])
    if BLADE in values:
        blade = "".join(values[BLADE])
        if blade not in PHASES or not any(
            _has_phases(design_of(attempt.character, one)) for one in carried
        ):
            raise RuleViolation([Problem("bad-value", BLADE, "Set it for Parry or damage.")])
        if PHASES[blade] != turn.get(BLADE, 0):
            if turn.get(BLADE_SET):
                raise RuleViolation([Problem("barred", BLADE, ONCE)])
            turn |= {BLADE: PHASES[blade], **({BLADE_SET: 1} if turn.get(ROUNDS) else {})}
    return turn
