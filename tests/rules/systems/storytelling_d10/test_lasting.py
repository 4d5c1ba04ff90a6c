"""Force abilities that last: what begins with one, which rolls it counts for, and when it ends."""

from __future__ import annotations

import pytest

from rules.character import Character
from rules.play import Outcome
from rules.problems import RuleViolation
from rules.turn import Turn
from tests.dice import Fixed
from tests.rules.systems.storytelling_d10.test_fight import SABER, TRAITS, jedi

STRONG = {**TRAITS, "strength": 4, "dexterity": 4, "stamina": 3}
KNOWN = {
    "attributes": STRONG,
    "force_knowledges": {"battle": 3, "telekinetic": 3, "transform": 2, "swordplay": 3, "mind": 3},
    "force_abilities": [
        "battle-strike", "crucitorn", "resist-force", "force-shield", "force-blast",
        "energy-resistance", "barrier-of-blades", "circle-of-shelter", "pass-the-blade",
        "force-stun", "force-thrust", "mind-shard",
    ],
    "weapons": [SABER],
}  # fmt: skip


class Table:
    """A character at the table, with the account of its turn."""

    def __init__(self, who: Character, **numbers: int) -> None:
        self.who, self.turn = who, Turn(numbers)

    def act(self, action: str, *faces: int, **values: str) -> Outcome:
        """Does an action with these dice, then all 2."""
        sent = {name: tuple(value.split(" ")) for name, value in values.items()}
        outcome = self.who.resolve(self.turn, action, sent, Fixed(*faces, *[2] * 30, sides=10))
        self.turn = self.turn.after(outcome)
        return outcome

    def dice(self, action: str, **values: str) -> int | None:
        """The dice of an action as they are now."""
        sent = {name: (value,) for name, value in values.items()}
        pool = self.who.roll_form(self.turn, action, sent).pool
        return pool.value if pool else None

    @property
    def lasts(self) -> list[tuple[str, int]]:
        return [(one.name, one.dice) for one in self.turn.effects]


@pytest.fixture
def sera() -> Table:
    return Table(jedi("shatterpoint", build=KNOWN))


def test_battle_strike_adds_to_damage_until_the_first_action_of_the_next_round(sera: Table) -> None:
    assert sera.dice("weapons.saber.damage") == 9
    sera.act("force.battle-strike", 6, 6, 6)
    assert sera.lasts == [("Battle strike", 2)]
    assert "Battle strike: +2 dice" in sera.who.play_state(sera.turn).remarks
    sera.act("weapons.saber.attack", 6)
    assert sera.dice("weapons.saber.damage") == 11
    sera.act("round")
    assert sera.dice("weapons.saber.damage") == 11
    sera.act("weapons.saber.attack", 6)
    assert sera.lasts == []
    assert sera.dice("weapons.saber.damage") == 9


def test_a_defense_of_the_next_round_ends_it_too(sera: Table) -> None:
    sera.act("force.barrier-of-blades", 6)
    assert sera.dice("evade", against="firearms", ability="athletics") == 7
    assert sera.dice("evade", against="melee", ability="melee") == 6
    sera.act("round")
    # It ends with the first defense, and does not count in it.
    assert sera.dice("evade", against="firearms", ability="athletics") == 6
    sera.act("evade", 6, against="firearms", ability="athletics")
    assert sera.lasts == []


def test_with_destiny_it_lasts_as_many_rounds_as_successes(sera: Table) -> None:
    said = sera.act("force.circle-of-shelter", 6, 6, 6, destiny="yes").said
    assert "It lasts 3 rounds" in said
    for _ in range(2):
        sera.act("round")
        sera.act("weapons.saber.attack", 6)
        assert sera.dice("evade", against="melee", ability="melee") == 8
    assert sera.act("round").said[-1] == "Over: Circle of shelter."
    assert sera.dice("evade", against="melee", ability="melee") == 6


def test_what_strengthens_stamina_and_a_force_shield_soak_a_hit(sera: Table) -> None:
    sera.act("force.crucitorn", 6, destiny="yes")
    sera.act("force.force-shield", 6, 6, 6, 6, 6)
    assert sera.lasts == [("Crucitorn", 3), ("Force shield", 4)]
    hit = sera.act("harm", 6, 6, 2, 2, 6, 6, 6, 6, 6, 6, damage="9", kind="lethal")
    # 4 dice of the shield soak 2, 3 + 3 of Stamina soak 6.
    assert hit.said[:3] == (
        "1 level of lethal damage",
        "Force shield soaks 2: 7 left",
        "Stamina soaks 6: 1 left",
    )


def test_energy_resistance_helps_against_energy_alone(sera: Table) -> None:
    sera.act("force.energy-resistance", 6, 6, 6)
    bolt = sera.act("harm", 6, 6, 6, 6, 6, damage="5", kind="lethal", against="energy")
    assert bolt.said[1] == "Stamina soaks 5: 0 left"
    stone = sera.act("harm", 6, 6, 6, 6, 6, damage="5", kind="lethal")
    assert stone.said[1] == "Stamina soaks 3: 2 left"


def test_resist_force_adds_to_every_resistance(sera: Table) -> None:
    sera.act("force.resist-force", 6, 6, 6, 6, 6)
    assert sera.dice("resist", **{"with": "willpower"}) == 3 + 3
    assert sera.dice("resist", **{"with": "strength+athletics"}) == 6 + 3
    assert sera.dice("evade", against="force", ability="athletics") == 6 + 3


@pytest.mark.parametrize(
    ("ability", "successes", "attack", "evasion", "willpower"),
    [
        ("fear", "2", -2, 0, 0),
        ("force-stun", "3", -1, -1, 0),
        ("force-stun", "5", -2, -2, 0),
        ("blind", "7", -5, 0, 0),
        ("malacia", "1", -1, -1, -1),
    ],
)
def test_what_is_done_to_somebody_takes_their_dice(
    sera: Table, ability: str, successes: str, attack: int, evasion: int, willpower: int
) -> None:
    sera.act("affected", ability=ability, successes=successes)
    assert sera.dice("weapons.saber.attack") == 6 + attack
    assert sera.dice("evade", against="melee", ability="melee") == 6 + evasion
    assert sera.dice("will") == 3 + willpower


def test_what_is_done_to_somebody_lasts_for_the_actions_of_one_round(sera: Table) -> None:
    # Before their action of this round: it is over as the next one begins.
    sera.act("affected", ability="fear", successes="2")
    sera.act("weapons.saber.attack", 6)
    assert sera.lasts == [("Fear", -2)]
    sera.act("round")
    assert sera.lasts == []
    # After it: it lasts through the next round.
    sera.act("affected", ability="fear", successes="2")
    sera.act("round")
    assert sera.dice("weapons.saber.attack") == 4
    sera.act("round")
    assert sera.lasts == []


def test_pass_the_blade_takes_dice_from_one_evasion(sera: Table) -> None:
    sera.act("affected", ability="pass-the-blade", successes="2")
    assert sera.dice("evade", against="melee", ability="melee") == 4
    sera.act("evade", 6, against="melee", ability="melee")
    assert sera.lasts == []


def test_too_few_successes_begin_nothing(sera: Table) -> None:
    sera.act("affected", ability="fear", successes="0")
    assert sera.lasts == []


def test_once_a_scene_is_once_a_scene(sera: Table) -> None:
    sera.act("force.shatterpoint", 6)
    with pytest.raises(RuleViolation) as refused:
        sera.act("force.shatterpoint", 6)
    assert refused.value.problems[0].message == "Shatterpoint works once in a scene."
    sera.act("round")
    assert sera.who.roll_form(sera.turn, "force.shatterpoint", {}).barred
    sera.act("scene")
    assert sera.who.roll_form(sera.turn, "force.shatterpoint", {}).barred == ""


@pytest.mark.parametrize("ends", ["scene", "rest"])
def test_a_scene_and_a_rest_end_what_lasts(sera: Table, ends: str) -> None:
    sera.act("affected", ability="malacia", successes="5")
    sera.act("round")
    assert sera.lasts == [("Malacia", -2)]
    sera.act(ends)
    assert sera.lasts == []


@pytest.mark.parametrize(
    ("by", "levels"),
    [
        # Whoever found it, or nobody knows who: 4 levels are 8, and 6 and 7 do not soak at 8.
        ("sera", 8),
        ("", 8),
        # Another attacker: 4 levels, of which 6 and 7 soak two.
        ("dax", 2),
    ],
)
def test_shatterpoint_helps_whoever_found_it_alone(by: str, levels: int) -> None:
    target = Table(jedi())
    target.act("affected", ability="shatterpoint", successes="5", destiny="yes", by="sera")
    assert target.turn.effects[0].by == "sera"
    hit = target.act("harm", 6, 7, damage="4", kind="lethal", by=by)
    assert hit.total == levels


def test_the_next_hit_of_another_uses_no_ferocity_up() -> None:
    target = Table(jedi())
    target.act("affected", ability="vornskrs-ferocity", successes="3", by="sera")
    target.act("harm", damage="1", kind="lethal", by="dax")
    assert [one.name for one in target.turn.effects] == ["Vornskr's ferocity"]
    target.act("harm", damage="1", kind="lethal", by="sera")
    assert target.lasts == []
