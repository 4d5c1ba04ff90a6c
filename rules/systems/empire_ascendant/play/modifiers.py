"""The current pools: what actions, Facts, wounds, stuns and fatigue take; and the round."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.declared import sheet
from rules.declared.play.coded_rolls import TurnRules
from rules.figures import Figure, dice
from rules.forms.fields import Choice, Field, Number, Option
from rules.forms.parsing import YES
from rules.kit.coded.play import CodedSheet, pools_now
from rules.kit.play import turns
from rules.kit.play.turns import actions_counted, effect_remarks, effect_terms, less_remark
from rules.phrases import counted
from rules.play import Attempt, PlayState, TurnState
from rules.systems.empire_ascendant.character import figures, marks
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.character.ruleset import GAME
from rules.systems.empire_ascendant.rulebook.book import FORCE_SKILLS, rulebook

PLAY = rulebook().table
# The form of what is thrown.
GRENADE = "grenade"
# What of the sheet is rolled.
ROLLED = CodedSheet(
    figures.trait,
    GAME.codes.damage,
    {"force": FORCE_SKILLS},
    is_thrown=lambda item: getattr(item, "form", "") == GRENADE,
)
# So many actions can be declared at any rate; more, where a code has more dice.
ACTIONS = 8
# Why an action can't be done by this character as things stand, "" where it can.
Barred = Callable[[Character, TurnState], str]


def refusal(reason: str) -> str:
    """Why something can't be done, by the name of the reason; "" for none."""
    return PLAY.barred[reason] if reason else ""


def out(character: Character) -> str:
    """Why the character can't do anything at all, "" where they can."""
    return refusal(marks.out(character))


def unable(character: Character, situation: TurnState) -> str:
    """Why the character can't act now: that, a round that is lost, a Full Dodge."""
    held = next((one for one in ("lost_round", "full_dodge") if situation.get(one)), "")
    return out(character) or refusal(held)


def unless(is_needed: Callable[[Character], object], reason: str = "") -> Barred:
    """The rule that bars the dead, and anybody who does not need it, for that reason."""

    def barred(character: Character, _situation: TurnState) -> str:
        if character.marks.dead:
            return refusal("dead")
        return "" if is_needed(character) else refusal(reason)

    return barred


def no_force_point(character: Character, situation: TurnState) -> str:
    """Why no Force Point can be spent now, "" where one can."""
    if situation.get("exploding"):
        return refusal("one_force_point")
    return (
        refusal("no_force_point")
        if GAME.point_figures.force_points_left(character).value < 1
        else ""
    )


def most_actions(character: Character) -> int:
    """The most actions that can be declared: as many as the best code has dice."""
    traits = (*character.attributes, *character.skills, *FORCE_SKILLS)
    return max(ACTIONS, *(character.code(trait)[0] for trait in traits))


def actions_declared(situation: TurnState) -> int:
    """The actions of this round: 1, or as many as were declared."""
    return max(1, situation.get("actions", 1))


def too_many_actions(character: Character, situation: TurnState, cost: int = 1) -> str:
    """Why no more actions can be taken in this round, "" if they can."""
    return turns.too_many_actions(situation, most_actions(character), cost, "round")


def less(situation: TurnState, cost: int) -> str:
    """The dice that further actions take from a roll: "−1D"."""
    return turns.less_dice(actions_counted(situation, cost) - 1, PLAY.action)


def taken(character: Character, situation: TurnState, cost: int = 1) -> Iterator[Figure]:
    """The dice that an action which takes `cost` of the round loses now, each with its reason; all
    add (our ruling).
    """
    yield from marks.penalties(character)
    if further := actions_counted(situation, cost) - 1:
        yield dice(
            counted(further + 1, "action"), PLAY.action * further, source=PLAY.sources["action"]
        )
    if facts := max(0, situation.get("facts", 0)):
        yield dice(counted(facts, "Fact"), PLAY.fact * facts, **PLAY.cite("fact", "facts_later"))


TURN = TurnRules(
    taken=taken,
    unable=unable,
    too_many=too_many_actions,
    no_point=no_force_point,
    pips_stay=PLAY.rulings["pips_stay"],
)


def play_state(attempt: Attempt[Character]) -> PlayState:
    """Every trait and weapon as it is rolled now, what is left of the Force Points, and the
    conditions. Whoever is out has nothing left to roll, and no round.
    """
    character, situation = attempt.character, attempt.situation
    attacks = sheet.attack_rows(character)
    acts = ROLLED.checks(character, attacks)
    acts |= {f"force.{id}": figures.trait(character, id) for id in character.power_skills}
    spared = {row.key: row.pool for row in ROLLED.damages(character, attacks).values()}
    less, is_out = tuple(taken(character, situation)), bool(out(character))
    pools = pools_now(
        acts,
        spared,
        lambda pool, scopes: TURN.changed(pool, *less, *effect_terms(attempt.turn, *scopes)),
        out="out cold" if is_out else "",
        source=rulebook().harm.sources["damage"],
    )
    pools["force_points"] = GAME.point_figures.force_points_left(character)
    controls = () if is_out else tuple(_controls(character, situation))
    remarks = (*_remarks(character, situation), *effect_remarks(attempt.turn))
    return PlayState(pools, remarks, controls)


def _remarks(character: Character, situation: TurnState) -> Iterator[str]:
    if reason := out(character):
        yield reason
    elif situation.get("lost_round"):
        yield refusal("lost_round")
    condition = character.marks
    if condition.wound and condition.stabilised:
        yield "Stabilized"
    if situation.get("exploding"):
        yield "Force Point: sixes explode for the rest of the scene"
    yield from map(less_remark, taken(character, situation))
    if condition.drowning:
        yield f"Drowning, round {condition.drowning}"
    if condition.fallen:
        yield "Fallen to the dark side"


def _controls(character: Character, situation: TurnState) -> Iterator[Field]:
    """The round: how many actions are declared, or a Full Dodge."""
    most, declared = most_actions(character), actions_declared(situation)
    yield Number("actions", "Actions this round", (str(declared),), lowest=1, highest=most)
    is_dodging, more = bool(situation.get("full_dodge")), rulebook().combat.full_dodge
    options = (
        Option("", "No", chosen=not is_dodging),
        Option(YES, f"Yes: Dodge +{more}", chosen=is_dodging),
    )
    value = YES if is_dodging else ""
    yield Choice("full_dodge", "Full Dodge", (value,), options, look="menu")
