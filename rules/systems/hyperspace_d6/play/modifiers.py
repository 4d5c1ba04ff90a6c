"""Current pools: penalties of wounds, actions and burdens, and effects that last for turns."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec.structs import replace

from rules.dice.codes import signed
from rules.figures import Figure, bonus, dice, total
from rules.forms.fields import Field, Number
from rules.kit.play import turns
from rules.kit.play.checks import shown, without_dice
from rules.kit.play.turns import actions_counted, effect_remarks, effect_terms, less_remark
from rules.phrases import counted
from rules.play import Attempt, PlayState, TurnState
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.play import weapon_in_hand
from rules.systems.hyperspace_d6.play.rollables import FORCE_ATTACK, Play, Rollable, rollable
from rules.systems.hyperspace_d6.rulebook.book import book, guide
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES, FORCE
from rules.systems.hyperspace_d6.sheet import layout, quickplay
from rules.turn import Effect, Scope, Turn

# What a turn's numbers say: whether rounds are played (`rounds`), actions declared, range bands
# moved and actions held in this turn, points spent in this round; and what `weapon_in_hand.py` says
# of the hand and the blade.
AUTO_FIRE = "Auto-Fire"
DEAD = "Dead: no more rolls."
NOBODY = "The whole group is down."
UNCONSCIOUS = "Unconscious: can't act until a wound is healed."
STUNNED, AIM = "stunned", "aim"
# Before the key of an attack whose second one is still free.
SECOND = "second."
PLAY = book().play
# A die less on one's next turn, and over with it (HyperspaceD6, Stunned).
STUN = Effect(
    STUNNED, "Stunned", PLAY.dice[STUNNED], waits=1, mark=STUNNED, source=PLAY.sources[STUNNED]
)
# A die more for one's next attack, in this turn or the next (HyperspaceD6, Modifying Checks).
TAKEN_AIM = Effect(
    AIM, "Aim", PLAY.dice[AIM], on="attacks", turns=2, uses=1, source=PLAY.sources[AIM]
)


def incapacitated(character: Character, _situation: TurnState | None = None) -> str:
    """Why the character cannot act at all, "" if they can."""
    if character.marks.dead:
        return DEAD
    if character.members == 0:
        return NOBODY
    return UNCONSCIOUS if figures.is_unconscious(character) else ""


def is_played_whole(character: Character) -> bool:
    """True if the party plays by all rules, not by those of quick play."""
    return not character.house.quickplay


def is_played_quickly(character: Character) -> bool:
    """True if the party plays by the rules of quick play."""
    return character.house.quickplay


def account(character: Character, turn: Turn) -> Turn:
    """The account with a stun that only its mark knows of, and without one whose mark is gone."""
    is_told = any(effect.mark == STUNNED for effect in turn.effects)
    if is_told == bool(character.marks.stunned):
        return turn
    others = tuple(effect for effect in turn.effects if effect.mark != STUNNED)
    return Turn(turn.numbers, turn.taken, others if is_told else (*others, STUN))


def if_alive(character: Character, _situation: TurnState) -> str:
    """Why the dead cannot do it, "" for the living."""
    return DEAD if character.marks.dead else ""


def actions_declared(attempt: Play) -> int:
    """The number of actions this turn: those declared, within the limit of DEX, or 1."""
    declared = attempt.situation.get("actions", 1)
    return max(1, min(declared, most_actions(attempt.character))) if declared > 1 else 1


def free_actions(character: Character) -> int:
    """The actions without penalty: one; of a group, one a member (HyperspaceD6, Minion Groups)."""
    return max(book().harm.actions_base, character.members or 0)


def most_actions(character: Character) -> int:
    """The most actions of a turn: those without penalty, and as many more as Dexterity has dice."""
    return figures.actions(character).value


def too_many_actions(attempt: Play, cost: int = 1) -> str:
    """Why no more actions can be taken in this turn, "" if they can."""
    return turns.too_many_actions(attempt.situation, most_actions(attempt.character), cost)


def unable(character: Character, situation: TurnState, cost: int = 1) -> str:
    """Why the character cannot act now, or not so often, "" if they can."""
    return incapacitated(character) or too_many_actions(Attempt(character, situation), cost)


def further_actions(attempt: Play, cost: int = 1) -> int:
    """The actions of this turn that each take a die, with one that takes `cost` of them."""
    actions = min(actions_counted(attempt.situation, cost), most_actions(attempt.character))
    return max(0, actions - free_actions(attempt.character))


def penalties(attempt: Play, attribute: str, *scopes: Scope, cost: int = 1) -> Iterator[Figure]:
    """The penalties on a check that takes `cost` actions, with what lasts on these `scopes`."""
    marks, further = attempt.character.marks, further_actions(attempt, cost)
    is_burdened = attribute == attempt.character.chosen.burden_attribute
    wounds = max(0, marks.wounds)
    yield from dice_terms(("wound", counted(wounds, "wound"), wounds))
    yield from effect_terms(attempt.turn, *(scopes or ("checks",)))
    actions = counted(further + free_actions(attempt.character), "action")
    yield from dice_terms(
        ("action", actions, further),
        ("haunted", "Haunted", max(0, marks.haunted)),
        ("craving", "Addiction", max(0, marks.craving)),
        ("old_wound", "old wound", max(0, marks.old_wound) if is_burdened else 0),
    )


def dice_terms(*counts: tuple[str, str, int]) -> Iterator[Figure]:
    """The dice of each of these: its id in the table, its label, and how often it counts."""
    play = book().play
    for id, label, count in counts:
        if count:
            yield dice(label, play.dice[id] * count, source=play.sources[id])


def current_pool(attempt: Play, roll: Rollable, *scopes: Scope, cost: int = 1) -> Figure:
    """A pool with its present modifiers and the weapon in hand; the pool itself without any."""
    saber = weapon_in_hand.saber(attempt)
    less = penalties(attempt, roll.attribute, *scopes, cost=cost)
    return _changed(roll.pool, (*weapon_in_hand.skill_terms(saber, roll.skill), *less))


def _changed(pool: Figure, terms: tuple[Figure, ...]) -> Figure:
    return total(pool.label, pool, *terms, unit="D", source=pool.source) if terms else pool


def damage(attempt: Play, roll: Rollable) -> Figure:
    """The present damage of a weapon, with the setting of its blade and with what lasts on it."""
    blade = weapon_in_hand.damage_terms(attempt, roll.weapon) if roll.weapon else ()
    terms = (*blade, *effect_terms(attempt.turn, "damage"))
    pool = roll.pool
    return total(pool.label, *pool.terms, *terms, unit="D", source=pool.source) if terms else pool


def play_state(attempt: Play) -> PlayState:
    """Every present pool, the Force Points left, and the penalties. The dead have none."""
    character, remarks = attempt.character, tuple(_remarks(attempt))
    is_quick = character.house.quickplay and not character.opponent
    attacks = (
        quickplay.attack_rows(character)
        if is_quick
        else (*layout.attack_rows(character, special=False), *layout.thrown_rows(character))
    )
    if character.marks.dead:
        pools = {roll.key: roll.pool for roll in _rolls(character, ())}
        for row in attacks:
            sides = {"attack": row.attack, "damage": row.damage}
            pools |= {f"{row.key}.{side}": figure for side, figure in sides.items() if figure}
        pools = without_dice(pools, "dead", source=book().harm.sources["dead"])
        return PlayState(pools | {"force_points": force_points_left(character)}, remarks, ())
    # The penalties on a check depend only on its attribute: they are computed once for each.
    less = {id: tuple(penalties(attempt, id)) for id in (*ATTRIBUTES, FORCE)}
    struck, saber = tuple(effect_terms(attempt.turn, "attacks")), weapon_in_hand.saber(attempt)
    pools = {}
    for roll in _rolls(character, (f"{row.key}.attack" for row in attacks)):
        gains = weapon_in_hand.skill_terms(saber, roll.skill)
        on_attack = struck if roll.key.endswith(".attack") else ()
        pools[roll.key] = shown(_changed(roll.pool, (*gains, *less[roll.attribute], *on_attack)))
    changed = {
        f"weapons.{one.item.key}.damage"
        for one in weapon_in_hand.weapons(character)
        if any(weapon_in_hand.damage_terms(attempt, one))
    }
    if attempt.turn.active("damage"):
        changed |= {f"{row.key}.damage" for row in attacks if row.damage}
    for key in sorted(changed):
        if dealt := rollable(character, key):
            pools[key] = damage(attempt, dealt)
    if any(weapon_in_hand.parry_terms(attempt)):
        pools["defenses.parry"] = weapon_in_hand.parry(attempt)
    pools["force_points"] = force_points_left(character)
    return PlayState(pools, remarks, tuple(_controls(attempt)))


def _rolls(character: Character, attacks: Iterable[str]) -> Iterator[Rollable]:
    """Every attribute, skill, and attack that can be rolled, whatever the rules of the party."""
    for id in (*ATTRIBUTES, FORCE):
        pool = figures.attribute(character, id)
        yield Rollable(f"attributes.{id}", pool.label, "check", pool, attribute=id)
    for id, row in character.skills.items():
        pool, key = figures.skill(character, id), f"skills.{id}"
        yield Rollable(key, row.name, "check", pool, attribute=row.attribute, skill=id)
    yield from filter(None, (rollable(character, key) for key in (*attacks, FORCE_ATTACK)))


def force_points_left(character: Character) -> Figure:
    """The Force Points that are not spent this session; all by default."""
    full, left = figures.force_points(character), character.marks.force_points
    if left is None or left == full.value:
        return full
    return total(full.label, full, bonus("spent", left - full.value), source=full.source)


def _remarks(attempt: Play) -> Iterator[str]:
    character = attempt.character
    if out := incapacitated(character):
        yield out
    if out == DEAD:
        return
    burdened = character.chosen.burden_attribute
    lasting = {effect.name.lower() for effect in attempt.turn.active("checks")}
    for less in penalties(attempt, burdened):
        if less.label in lasting:
            continue
        of = f" to {book().attributes[burdened].name}" if less.label == "old wound" else ""
        yield f"{less_remark(less)}{of}"
    yield from effect_remarks(attempt.turn)
    if done := attempt.turn.done:
        yield f"{counted(done, 'action')} done"
    if held_actions := attempt.situation.get("held", 0):
        yield f"{counted(held_actions, 'action')} held"


def _controls(attempt: Play) -> Iterator[Field]:
    """The fields of a turn: the number of actions, and the weapon in hand."""
    most, declared = most_actions(attempt.character), actions_declared(attempt)
    free, less = free_actions(attempt.character), signed(book().play.dice["action"])
    price = f"{free} free, each further one {less} to every check"
    yield Number("actions", "Actions this turn", (str(declared),), price, lowest=1, highest=most)
    yield from weapon_in_hand.controls(attempt)


def added(
    attempt: Play, roll: Rollable, helps: Iterable[Figure], shelter: Sequence[str]
) -> Figure | None:
    """The number added to an active defense, None for none (HyperspaceD6, Active Defense)."""
    if not roll.defends:
        return None
    play, ruling = book().play, guide().topics["active-defense"].ruling
    terms = [replace(term, ruling=ruling) for term in sheltered(roll.defends, shelter, bonus)]
    terms += (figure for figure in helps if figure.unit != "D")
    if roll.defends == "parry":
        terms += weapon_in_hand.parry_terms(attempt)
    is_worn = book().defenses[roll.defends].armor == "dodge"
    held, armor = figures.worn(attempt.character) if is_worn else (None, None)
    if held and armor and armor.dodge:
        terms.append(bonus(held.item.name, armor.dodge, source=armor.source, ruling=ruling))
    return total("to the total", *terms, source=play.sources["active"]) if terms else None


def sheltered(
    defense: str, shelter: Sequence[str], figure: Callable[..., Figure]
) -> Iterator[Figure]:
    """The `figure`s of cover and extreme range: only Dodge has one (HyperspaceD6, Cover)."""
    play = book().play
    for id, label in (("cover", "cover"), ("extreme", "extreme range")):
        if id in shelter and defense == "dodge":
            yield figure(label, play.shelter[id], source=play.sources["shelter"])


def is_aiming(turn: Turn) -> bool:
    """True if an action was spent on aiming already."""
    return any(effect.id == AIM for effect in turn.effects)


def second_attack(roll: Rollable) -> Effect:
    """The second attack of an action, until the turn is over (HyperspaceD6, Weapons & Armor)."""
    source = book().properties["double"].source
    return Effect(f"{SECOND}{roll.key}", f"Second attack, {roll.name}", on="attacks", source=source)


def has_second(turn: Turn, roll: Rollable) -> bool:
    """True if the second attack of an action with this weapon is still to come."""
    return any(effect.id == f"{SECOND}{roll.key}" for effect in turn.effects)


def without_second(turn: Turn, roll: Rollable) -> tuple[Effect, ...]:
    """The effects after the second attack."""
    return tuple(effect for effect in turn.effects if effect.id != f"{SECOND}{roll.key}")
