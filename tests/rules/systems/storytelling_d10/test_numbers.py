"""The numbers of what lasts of Force abilities, each rolled without it and with it: a row of the
tables whose number no roll obeys fails, and so does one that is not listed here.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.fight import Target
from rules.figures import Figure
from rules.play import Attempt, RollForm
from rules.systems.storytelling_d10.play import lasting
from rules.systems.storytelling_d10.rulebook.book import rulebook
from rules.turn import Effect, Turn
from tests.dice import Fixed
from tests.rules.systems.storytelling_d10.test_fight import jedi, rules
from tests.rules.systems.storytelling_d10.test_lasting import KNOWN, Table

SABER, BLAST = "weapons.saber.attack", "force.force-blast.attack"
# ability and place of the row | successes left, "d" with a Destiny point | what is rolled | without
# it | with it
ROWS = """
battle-strike 0 | 1 | damage | 9 | 10
battle-strike 0 | 3 | damage | 9 | 11
battle-strike 0 | 5 | damage | 9 | 12
crucitorn 0 | 5 | soak | 3 | 6
crucitorn 0 | 5d | soak | 3 | 8
dark-rage 0 | 3 | attack | 6 | 8
dark-rage 1 | 3 | damage | 9 | 10
resist-force 0 | 3 | resist | 3 | 5
resist-force 1 | 1 | targeted at | 0 | 0
resist-force 1 | 1d | targeted at | 0 | 2
resist-force 1 | 1d | targeted by weapons | 0 | 0
shatterpoint 0 | 2 | taken | 10 | 13
shatterpoint 1 | 3 | taken | 10 | 15
shatterpoint 2 | 5 | taken | 10 | 20
shatterpoint 3 | 1 | soaked | 7 | 10
shatterpoint 3 | 1d | soaked | 7 | 13
battle-meditation 0 | 4 | attack | 6 | 9
battle-meditation 0 | 6d | attack | 6 | 11
battle-meditation 1 | 2 | damage | 9 | 11
fear 0 | 2 | attack | 6 | 4
force-stun 0 | 5 | evade melee | 6 | 4
force-stun 1 | 1 | says | | Force stun: −1 die
force-stun 1 | 1d | says | | Force stun: −1 die; Force stun: can’t move
inspire 0 | 1 | resist | 3 | 3
inspire 0 | 1 | resist mind | 3 | 4
inspire 0 | 3 | resist mind | 3 | 6
memory-walk 0 | 2 | barred | |
memory-walk 0 | 3 | barred | | Memory walk: no attacks.
memory-walk 1 | 4 | barred evade | |
memory-walk 1 | 5 | barred evade | | Memory walk: no defense.
memory-walk 2 | 3d | says | | Memory walk: no attacks; Memory walk: can’t move
mind-shard 0 | 1 | attack | 6 | 6
mind-shard 0 | 1d | attack | 6 | 4
mind-shard 0 | 1d | will | 3 | 1
obscure 0 | 1 | attack | 6 | 5
valor 0 | 6 | will | 3 | 8
valor 0 | 2 | resist | 3 | 5
combustion 0 | 1 | says | | Combustion: burns, 2 lethal each round
force-scream 0 | 1 | perception at | 6 | 6
force-scream 0 | 1d | perception at | 6 | 8
plant-surge 0 | 1 | says | | Plant surge: can’t move
plant-surge 1 | 1 | attack at | 6 | 6
plant-surge 1 | 1d | attack at | 6 | 9
ballistakinesis 0 | 1d | attack | 6 | 3
ballistakinesis 0 | 1d | evade melee | 6 | 6
force-grip 0 | 1d | attack | 6 | 3
force-grip 0 | 1d | evade melee | 6 | 3
force-grip 1 | 1d | says | | Force grip: −3 dice; Force grip: can’t move
force-shield 0 | 6 | soak | 3 | 7
force-whirlwind 0 | 1 | says | | Force whirlwind: can’t move
force-whirlwind 1 | 1d | attack | 6 | 4
slow 0 | 3 | attack at | 6 | 7
slow 0 | 3 | evade at | 6 | 7
slow 0 | 3 | perception at | 6 | 6
blind 0 | 7 | attack | 6 | 1
cloak 0 | 2 | targeted | 0 | 0
cloak 0 | 3 | targeted | 0 | -2
cloak 1 | 5 | says | | Cloak: −2 dice for attackers; Cloak: +2 dice of Stealth
slow 0 | 3 | says | | Slow: +1 difficulty on anything physical
shatterpoint 1 | 3 | says | | Shatterpoint: damage × 1.5
cloak 1 | 4 | stealth | 4 | 5
cloak 1 | 5 | stealth | 4 | 6
energy-resistance 0 | 3 | soak | 3 | 3
energy-resistance 0 | 3 | soak energy | 3 | 5
malacia 0 | 5 | will | 3 | 1
morichro 0 | 5 | soak | 3 | 1
barrier-of-blades 0 | 1 | evade firearms | 6 | 7
circle-of-shelter 0 | 3 | evade melee | 6 | 8
pass-the-blade 0 | 2 | evade melee | 6 | 4
tempered-aggression 0 | 2 | taken | 10 | 10
tempered-aggression 0 | 3 | taken | 10 | 20
tempered-aggression 1 | 3d | soaked | 7 | 20
vornskrs-ferocity 0 | 2 | dealt | 0 | 2
vornskrs-ferocity 1 | 1 | soaked | 7 | 7
vornskrs-ferocity 1 | 1d | soaked | 7 | 10
"""
LISTED = [tuple(part.strip() for part in line.split("|")) for line in ROWS.strip().splitlines()]


def aimed(table: Table, field: str, action: str = SABER, *, damage: bool = False) -> int:
    """The field of an attack on them that follows from what lasts on them."""
    attacker, target = Attempt(jedi().state, Turn()), Target(table.who.attempt(table.turn), 0)
    aim = rules().aim_damage if damage else rules().aim
    return int(aim(attacker, action, [target]).get(field, ("0",))[0])


def dice(action: str, **values: str) -> Callable[[Table], object]:
    return lambda table: table.dice(action, **values)


def at(action: str, **values: str) -> Callable[[Table], object]:
    """The difficulty of a roll."""
    return lambda table: form(table, action, values).target


def barred(action: str, **values: str) -> Callable[[Table], object]:
    return lambda table: form(table, action, values).barred


def form(table: Table, action: str, values: dict[str, str]) -> RollForm:
    return table.who.roll_form(table.turn, action, {id: (one,) for id, one in values.items()})


MELEE = {"against": "melee", "ability": "melee"}
ROLLED: dict[str, Callable[[Table], object]] = {
    "attack": dice(SABER),
    "damage": dice("weapons.saber.damage"),
    "evade firearms": dice("evade", against="firearms", ability="athletics"),
    "evade melee": dice("evade", **MELEE),
    "resist": dice("resist", **{"with": "willpower"}),
    "resist mind": dice("resist", **{"with": "willpower", "mind": "yes"}),
    "will": dice("will"),
    "stealth": dice("abilities.stealth"),
    "attack at": at(SABER),
    "evade at": at("evade", **MELEE),
    "perception at": at("attributes.perception"),
    "barred": barred(SABER),
    "barred evade": barred("evade", **MELEE),
    "targeted": lambda table: aimed(table, "their_dice"),
    "targeted by weapons": lambda table: aimed(table, "their_difficulty"),
    "targeted at": lambda table: aimed(table, "their_difficulty", BLAST),
    "dealt": lambda table: aimed(table, "bonus", damage=True),
    "says": lambda table: "; ".join(table.who.play_state(table.turn).remarks),
}


def rolled(table: Table, what: str) -> str:
    """A number of the table, or a sentence, as things stand."""
    found = ROLLED[what](table) if what in ROLLED else hit(table, what)
    return str(found.value if isinstance(found, Figure) else found)


def hit(table: Table, what: str) -> int:
    """The dice that soak a hit, or the levels of 10 that are left: with 2 on every die, or with 6
    ("soaked").
    """
    faces = (6,) * 30 if what == "soaked" else ()
    against = {"against": "energy"} if what == "soak energy" else {}
    outcome = table.act("harm", *faces, damage="10", kind="bashing", **against)
    return outcome.total if what in ("taken", "soaked") else len(outcome.dice)


def table() -> Table:
    return Table(jedi(build=KNOWN), rounds=1)


def begin(sera: Table, id: str, count: str) -> None:
    """Somebody is hit by an ability with so many successes."""
    row = rulebook().force.force_abilities[id]
    sent = {"ability": id, "successes": count.removesuffix("d")}
    sent |= {"destiny": "yes"} if count.endswith("d") else {}
    if row.damage:
        sera.act("harm", damage="1", kind="bashing", **sent)
        sera.who = jedi(build=KNOWN)
    else:
        sera.act("affected", **sent)


@pytest.mark.parametrize(("row", "count", "what", "before", "after"), LISTED)
def test_what_lasts_of_an_ability_changes_the_roll_that_it_names(
    row: str, count: str, what: str, before: str, after: str
) -> None:
    assert rolled(table(), what) == before
    sera = table()
    begin(sera, row.partition(" ")[0], count)
    assert rolled(sera, what) == after


def test_every_row_of_what_lasts_is_rolled_with_it_and_without() -> None:
    known = {
        f"{row.id} {place}"
        for row in rulebook().force.force_abilities.values()
        for place in range(len(row.lasts))
    }
    changed = {row for row, _, _, before, after in LISTED if before != after}
    assert changed == known


@pytest.mark.parametrize(
    "id", [row.id for row in rulebook().force.force_abilities.values() if row.damage]
)
def test_what_takes_a_level_of_damage_begins_with_none(id: str) -> None:
    lasts = rulebook().force.force_abilities[id].lasts
    sera = table()
    sera.act("harm", damage="0", kind="bashing", ability=id, successes="6", destiny="yes")
    assert len(sera.turn.effects) == sum(not one.harmed for one in lasts)


@pytest.mark.parametrize("id", ["tempered-aggression", "vornskrs-ferocity"])
def test_what_is_for_the_next_hit_is_over_after_it(id: str) -> None:
    sera = table()
    sera.act("affected", ability=id, successes="3", destiny="yes")
    assert len(sera.turn.effects) == 2
    sera.act("harm", damage="1", kind="bashing")
    assert sera.turn.effects == ()


@pytest.mark.parametrize(
    ("id", "expected"),
    [("valor", [False, True]), ("battle-meditation", [False, False]), ("cloak", [True, True])],
)
def test_an_ability_for_allies_works_on_its_user_only_with_destiny(
    id: str, expected: list[bool]
) -> None:
    row = rulebook().force.force_abilities[id]
    found = [lasting.works_on_user(row, destiny=destiny) for destiny in (False, True)]
    assert found == expected


def test_cloak_is_felt_by_whoever_attacks() -> None:
    attacker = Table(jedi(build=KNOWN), rounds=1)
    hidden = Table(jedi(build=KNOWN), rounds=1)
    hidden.act("affected", ability="cloak", successes="3")
    values = rules().aim(
        attacker.who.attempt(attacker.turn), SABER, [Target(hidden.who.attempt(hidden.turn), 0)]
    )
    assert values == {"their_dice": ("-2",)}
    form = attacker.who.roll_form(attacker.turn, SABER, values)
    assert form.pool
    assert form.pool.value == 4


def test_the_hit_of_an_ability_hands_on_what_lasts_of_it() -> None:
    who = jedi(build=KNOWN)
    shard = who.resolve(
        {}, "force.mind-shard", {"destiny": ("yes",)}, Fixed(10, 10, 10, *[2] * 9, sides=10)
    )
    action, _, query = shard.hit.action.partition("?")
    assert (action, query) == ("force.mind-shard.damage", "destiny=yes")
    sent = {"destiny": ("yes",), "successes": ("3",)}
    damage = who.resolve({}, action, sent, Fixed(10, 10, *[2] * 9, sides=10))
    handed = rules().harmed(who.attempt({}, sent), action, damage)
    assert {id: handed[id] for id in ("ability", "successes", "destiny")} == {
        "ability": ("mind-shard",),
        "successes": ("3",),
        "destiny": ("yes",),
    }
    target = table()
    target.act("harm", **{id: " ".join(values) for id, values in handed.items()})
    assert target.turn.effects == (
        Effect(
            "theirs.mind-shard.0", "Mind shard", -2, "checks", 2,
            source="Star Wars Storytelling (d10), Force abilities, Mind",
        ),
    )  # fmt: skip
