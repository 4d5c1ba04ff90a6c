"""Prose that holds a number is obeyed: every row of the tables beside the case that exercises it,
or beside what the table decides.
"""

from tests.rules.systems.prose import TABLE, case_names, read, rows_of

OBEYED = read("""
table.entries.raise-skill | A pip of Blaster from 4D+2 to 5D costs 4
table.entries.first-die | Control's first die costs 10 and brings three picks
table.entries.learn | A learned power costs 5, or what the GM says
chance.template.soldier | The table decides: it is who somebody is.
chance.template.tech | The table decides: it is who somebody is.
chance.template.gambler | The table decides: it is who somebody is.
powers.power.concentration | The table decides: what a power does is told.
powers.power.slow-breath | The table decides: what a power does is told.
combat.facts.stun | A Fact: stun
combat.facts.run | A move of 3 runs 6
combat.grenades.enclosed | A grenade: enclosed
combat.grenades.full | Full cover stops a grenade
combat.rounds.roll | Initiative is 1D
combat.rounds.more-actions | Three actions take two dice from all of them
combat.blasts.throw | One that misses scatters: 1D for the way, 3D meters
combat.blasts.hit | The blast: 4D against the range from the grenade and a defense
convention.levels.seasoned | The table decides: how many sessions a game has seen.
convention.levels.veteran | The table decides: how many sessions a game has seen.
convention.themes.one-jedi | The table decides: who comes along.
convention.themes.rebels | The table decides: who comes along.
craft.traits.vehicle-shields | Hull and shields that are up
craft.traits.ship-shields | Hull and shields that are up
craft.levels.shields-blown | 0 to 3 over Soak blows the shields: a die less
craft.levels.controls-ionized | A ship, 0 over, without shields
craft.levels.lightly-damaged | Light damage again is light damage, and its dice add up
craft.levels.heavily-damaged | Any damage to a heavily damaged ship is severe, by the table of that
craft.levels.severely-damaged | Any damage to a severely damaged ship destroys it
craft.levels.destroyed | The table decides: each person aboard rolls Survival.
craft.vehicle_light.maneuverability | A vehicle, light damage, 1
craft.vehicle_light.weapon | A vehicle, light damage, 4
craft.vehicle_light.speed | A vehicle, light damage, 5
craft.vehicle_heavy.maneuverability | A vehicle, heavy damage, 1
craft.vehicle_heavy.speed | A vehicle, heavy damage, 4
craft.vehicle_severe.generator | A vehicle, severe damage, 3
craft.vehicle_severe.breaking-up | A vehicle, severe damage, 5
craft.ship_light.maneuverability | A ship, light damage, 1
craft.ship_light.weapon | A ship, light damage, 2
craft.ship_light.hyperdrive | A ship, light damage, 4
craft.ship_light.shields | A ship, light damage, 5
craft.ship_light.speed | A ship, light damage, 6
craft.ship_heavy.maneuverability | A ship, heavy damage, 1
craft.ship_heavy.weapon | A ship, heavy damage, 3
craft.ship_heavy.hyperdrive | A ship, heavy damage, 4
craft.ship_heavy.shields | A ship, heavy damage, 5
craft.ship_heavy.speed | A ship, heavy damage, 6
craft.ship_severe.dead-in-space | A ship, severe damage, 1
craft.ship_severe.generator | A ship, severe damage, 2
craft.ship_severe.hyperdrives | A ship, severe damage, 3
craft.ship_severe.breaking-up | A ship, severe damage, 5
craft.chases.roll | chase: 12 against 9
craft.chases.ram | crash: 12 against 9
craft.chases.crash | crash: 9 against 12
craft.segments.speed | speed: 9 against 9
craft.fire.shields | A crew without names raises the shields after a hit, against the range
craft.fire.damage | Damage loses 2D at Long range
craft.fire.torpedo | A torpedo: Short only, and their Speed
craft.roles.pilot | Each further action of that crew takes a die of it, here too
craft.roles.copilot | The table decides: whether the pilot has rolled Speed.
craft.roles.gunner | Evading adds its roll; dice lost take the gunner's, not the ship's
craft.many.lone | The table decides: whom a lone ship closes in on.
craft.many.others | The table decides: which of them flee.
craft.many.pursued | The table decides: who pursues.
craft.many.joining | The table decides: which dogfight a ship joins.
craft.many.engaged | The table decides: which ships are in which dogfight.
craft.many.fled | The table decides: who got away.
creation.preset.weg | 18D and 7D are legal
creation.preset.mini-six | Mini Six, an attribute out of 1D to 4D
targets.table.computer | Half the number or less: the intrusion is noticed
targets.table.repair | Repairing severe damage, none
figures.figure.full_dodge | Full Dodge adds 10
figures.figure.crawl | A Fact: crawl
force.temptations.accept | A Dark Side Point tempts with a die
force.temptations.refuse | Resisting takes 15 to 20
harm.levels.stunned | Stunned
harm.levels.wounded | A wound loses the round
harm.levels.severely-wounded | Wounded again: Severely Wounded
harm.levels.mortally-wounded | Dying, the third round: 2
harm.stuns.none | On stun, Stunned is nothing
harm.stuns.knocked-out | On stun, Wounded is out for 2D minutes
harm.healing.first-aid | First aid on oneself: a die less, and one more for the wound
harm.healing.bacta | Bacta takes 2D of the unit
harm.healing.natural | Natural healing: Strength, once a day
party.switch.compounding_hurry | Unless the party doubles on doubling: 15, 30, 60, 120
party.switch.mishap_past_nine | Unless the party wants one
table.bargains.half | Haggling 30 against 10 over 101 credits
table.bargains.three-quarters | Haggling 20 against 10 over 101 credits
table.bargains.half-more | Haggling 10 against 20 over 101 credits
table.bargains.double | Haggling 10 against 30 over 101 credits
table.gambles.cheating | gamble: 12 against 9
table.tries.third | The third, and it is beyond repair here
table.repaired.again | A first try that fails takes its total off
traits.stand_in.MIG | Mini Six: four attributes, and every skill keeps its link
traits.stand_in.AGI | Mini Six: four attributes, and every skill keeps its link
traits.stand_in.WIT | Mini Six: four attributes, and every skill keeps its link
traits.stand_in.CHA | Mini Six: four attributes, and every skill keeps its link
traits.skill.beast-riding | The table decides: how many tries are left.
travel.jumps.precalculated | The table decides: when the round is over.
travel.jumps.well-traveled | In a hurry the number doubles, all of it
travel.jumps.unfamiliar | A hurried try is not against twice the last number
travel.mishaps.cut-out-damaged | Mishap 2
travel.mishaps.radiation | Mishap 3: 1D hours for each point missed
travel.mishaps.mynocks | Mishap 9
travel.mishaps.close-call | Mishap 10
travel.mishaps.collision | Mishap 11
vehicles.numbers.shields | Shields that are up go into Soak
vehicles.marks.hyperdrive | skills.astrogation: hyperdrive-hit
vehicles.marks.hyperdrive_gone | The table decides: whether anybody can jump.
vehicles.forms.torpedo | Shields that are up stop a missile: nothing is rolled
vehicles.stations.pilot | Each further action of that crew takes a die of it, here too
vehicles.stations.copilot | The table decides: who sits there.
vehicles.stations.shields | A crew without names raises the shields after a hit, against the range
vehicles.actions.speed | Speed dice with fancy maneuvers
vehicles.actions.crash | crash: 9 against 12
""")


def test_every_row_that_states_something_is_listed() -> None:
    assert rows_of("empire_ascendant").keys() == OBEYED.keys()


def test_every_row_is_obeyed_by_a_case_or_says_that_the_table_decides() -> None:
    known = case_names("empire-ascendant")
    cases = {reason for reason in OBEYED.values() if not reason.startswith(TABLE)}
    assert cases - known == set()
    assert sum(reason.startswith(TABLE) for reason in OBEYED.values()) == 21
