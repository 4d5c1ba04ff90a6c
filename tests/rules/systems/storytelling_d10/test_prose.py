"""Prose that holds a number is obeyed: every Force ability, merit and flaw beside what of the rules
obeys its row, and what the table decides of it, which its text says. A row that is not listed here
fails, and so does one that neither obeys nor says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path

import pytest

import rules
from rules.kit.play.answers import Answers
from rules.systems.storytelling_d10.reference.chapters import text
from rules.systems.storytelling_d10.rulebook.book import ForceAbility, Merit, rulebook
from rules.systems.storytelling_d10.rulebook.power_rows import NO_USE
from rules.systems.storytelling_d10.rulebook.roll_effects import Bearings, Effect

BOOK, VALUE = rulebook(), attrgetter("value")
# ability | what obeys it | what the table decides
# "damage": dice of damage. "takes 3": fewer successes are none. "steps": a step by the successes.
# "told": the number is said once the successes are known. "lasts": an effect in the account of the
# turn. "once": once a scene. "defends": rolled in place of an evasion, or for it. "resisted": a
# target rolls against it. "destiny": a point changes dice or difficulties.
FORCE = """
battle-strike | steps, lasts, destiny |
corruption | damage, resisted, destiny | the second half of the damage as the next round begins
crucitorn | steps, lasts, defends, destiny |
dark-rage | steps, lasts, destiny |
inertia | steps | where you start and end
prescience | steps | whose attacks you saw coming
rend | damage, steps, resisted | whether Destiny tears the target in half
resist-force | steps, lasts, defends |
shatterpoint | steps, lasts, once, resisted |
surge | steps, destiny | the dice of a jump, and your speed
wound | damage, resisted, destiny | how hard Medicine has it
battle-meditation | told, lasts | who has how many of the dice: enter them as successes there
enlighten |  | which roll the ally replaces
farseeing | steps, resisted | what you see; the dead resist with a Willpower of 10
fear | told, lasts, resisted, destiny |
force-stun | steps, lasts, resisted |
force-track | steps | whether the trail was found
inspire | steps, lasts | the immunity of 5 successes
memory-walk | damage, steps, lasts, resisted | how else it torments
mind-shard | damage, lasts, resisted |
mind-trick | steps, resisted | which of the effects it is
obscure | told, lasts, resisted | whom a miss turns on, and whose initiative is higher
valor | told, lasts, destiny | whom you choose
combustion | damage, lasts, resisted, destiny | who stands in the square, and when the fire is out
convection | told | when the fire is out; it does 3 levels each round
cryokinesis | told | how hard the object breaks
force-scream | damage, lasts, resisted | who hears you, and how deaf they are with Destiny
force-storm | damage, told, once, destiny | who stands within 2 meters as a round begins
force-tempest | damage, told, resisted, destiny | who stands in the square
ionize | damage, resisted | which droids and devices are near
plant-surge | steps, lasts, resisted | whether a plant is near
vital-transfer | told | how long you keep touching
ballistakinesis | damage, lasts, resisted | who stands in the square
detonate | damage | the durability of the object
force-blast | damage, resisted, destiny |
force-disarm | steps, resisted, destiny | where the weapon lands
force-grip | damage, lasts, resisted |
force-shield | told, lasts, destiny |
force-slam | damage, resisted | who stands in the cone
force-thrust | told, resisted | what the target hits
force-whirlwind | damage, lasts, resisted | where the target hangs
intercept | defends, destiny |
levitate | told | how far a fall is
move-object | steps, destiny | the object’s size; a new roll each round
repulse | told, resisted | what the targets hit
slow | told, lasts, resisted | how fast the target still is
blind | told, lasts, resisted, destiny |
breach-force | steps, once, resisted | each Dark ability the target uses, and whether its grades fit
cloak | takes 3, steps, lasts, destiny |
drain-energy | takes 3, steps, resisted, destiny | what the object is
energy-resistance | steps, lasts, defends, destiny |
force-light | damage, once, resisted | who is dark, and the Dark side that Destiny takes
force-lightning | damage, resisted | the Dark side that Destiny brings
hatred | damage, resisted, destiny | who stands next to you
lightning-burst | damage, resisted, destiny | who stands next to you
malacia | steps, lasts, resisted, destiny | when the points add up to 5
morichro | takes 2, told, lasts, resisted, destiny | how long you touch, and what happens at 0
negate-energy |  | whether you only defended, and your successes against the attack’s
rebuke | told, defends | whether it is sent back, or heals with Destiny
sever-force | resisted | ten rounds of rolls, added up
technometry |  | the difficulty, the successes, and the effect
barrier-of-blades | steps, lasts, destiny |
circle-of-shelter | steps, lasts, destiny |
deflect | defends |
disarming-slash | told, resisted, destiny | the disarm
draw-closer | steps, resisted, destiny | the attack that goes with it
kinetic-combat | damage, told | the attack of the saber, with these dice
lightsaber-throw | damage, resisted | whom else it hits with Destiny
pass-the-blade | told, lasts, resisted, destiny |
redirect-shot |  | whom you hit, in range and out of cover
tempered-aggression | takes 3, steps, lasts, resisted |
vornskrs-ferocity | told, lasts, resisted |
"""
# merit or flaw | what obeys it | what the table decides
# "rolls": offered where it bears on a roll. "rules": a rule of its own. "grants": others for
# nothing. "willpower": the difficulty of the Willpower roll. "number": a number of the reference.
MERITS = """
acute-senses | rolls |
ambidextrous |  | what the other hand would lose
attentive | rolls |
cat-like-balance | rolls |
giant | rules | how easily you are seen and hit
night-vision | rules |
pain-resistance | rules |
toughness | rolls |
twilight-vision | rules |
common-sense |  | when to warn you
concentration |  | which distractions would take dice
eidetic-memory | number | when there is stress
lightning-calculator |  | when a sum is needed
time-sense |  | when the time matters
debt |  | what the favor is worth
deceptive | rolls |
adept-negotiator | rolls |
ataru | rolls, rules |
attuned-to-the-force | rolls |
dark-side-resistance | rolls |
dark-side-sense | rolls |
djem-so | rolls |
fearless | rolls |
force-intuition | rules |
force-perception |  | where Meditation stands in for Alertness: choose it with Perception
force-sensitivity | rules |
juyo | rules |
link | rolls |
makashi | rolls, rules |
master-force-ability | rules |
master-force-knowledge |  | how the successes are shared out
master-negotiator | rolls |
power-recovery | rules |
precision |  | whom your area abilities spare
priority-target | rolls |
serenity | rolls, rules |
strong-in-the-force | rules |
vaapad | rules |
visions | rules |
kel-dor | rules, grants |
twilek | rules, grants |
zabrak | rules, grants |
droid | rules |
humanity |  | when the Force may help you
independent-spirit | rolls |
intellectual-fight | rules |
ion-resistance | rolls |
master-of-heuristics | rolls, rules |
personal-shield-mastery | rolls |
protection-from-reprogramming | rolls |
routine-scripts | rolls |
self-improvement-specialist |  | what a penalty would be
ability-aptitude | rolls, rules |
ace | rolls |
agile-pilot | rolls |
armor-proficiency | rules |
armored-protection | rules |
armor-master | rules |
battle-pilot | rolls |
brothers-in-arms |  | who is near, and whose damage you take
brothers-in-arms-forever |  | your place in the order, for a point of Willpower
computer-professional | rolls |
harms-way |  | who is near; once a scene you are hit instead
hold-on |  | when the round ends, and you take the damage
improved-armored-protection | rules |
master-hacker | rolls |
master-of-evasion | rolls |
master-pilot | rolls |
rifles-professional | rolls |
sure-shot |  | who is running
tracking |  | where Computer stands in for Investigation
true-astronaut |  | what low gravity would take
sniper | rolls |
addiction |  | how bad it gets
blind | rolls |
deaf | rolls |
deformity | rolls |
disfigured | rolls, rules |
lame | rules |
monstrous | rules |
mute |  | who understands you
one-arm | rolls |
one-eye-one-ear | rolls |
paraplegic | rules |
short | rules |
slow-healing | rules |
weak-sense | rolls |
amnesia |  | what comes back
compulsion | rules, willpower |
deep-sleeper | rolls |
insanity |  | what it makes you do
nightmares | rolls, willpower |
phobia | rolls, willpower |
soft-hearted | willpower |
speech-defect | rolls |
quick-tempered | willpower |
dark-mystery |  | when it comes out
enemy |  | when they come
mistaken-identity |  | who mistakes you
shy | rolls |
ability-deficit | rolls, rules |
"""
# merit or flaw | the rolls that it bears on | what it adds to them, or which of two rolls counts
BEARINGS = """
acute-senses | perception | -2 difficulty
attentive | alertness | second
cat-like-balance | dexterity, athletics, acrobatics | -2 difficulty
toughness | survival | +1 dice
deceptive | subterfuge | second
adept-negotiator | persuasion | +1 dice
ataru | damage | +2 dice
attuned-to-the-force | meditation | best
dark-side-resistance | resist-force | +1 dice
dark-side-sense | meditation | second
djem-so | damage | +2 dice
fearless | resist-force, willpower | +3 dice
link | force | -1 difficulty
link | force | -3 dice
makashi | attack | -1 difficulty
master-negotiator | persuasion | -1 difficulty
priority-target | damage | +2 dice
serenity | attack, force | -3 difficulty
independent-spirit | evade, resist-force | +2 dice
ion-resistance | soak | -2 difficulty
master-of-heuristics | any | second
personal-shield-mastery | repair | -3 difficulty
protection-from-reprogramming | willpower | +3 dice
routine-scripts | attack | -2 difficulty
routine-scripts | any | +2 dice
ability-aptitude | detail | -1 difficulty
ace | pilot | -1 difficulty
agile-pilot | pilot-evade | +1 dice
battle-pilot | attack | +1 dice
computer-professional | computer | best
master-hacker | computer | best
master-of-evasion | area-soak | +3 dice
master-pilot | area-soak | +3 dice
rifles-professional | damage | +1 dice
sniper | attack | -1 difficulty
blind | alertness | -3 dice
blind | dexterity | +2 difficulty
deaf | perception | +3 difficulty
deformity | dexterity | -2 dice
deformity | social | +1 difficulty
disfigured | social | +2 difficulty
one-arm | strength, firearms, melee | -2 dice
one-eye-one-ear | perception | +2 difficulty
one-eye-one-ear | perception, attack | +1 difficulty
weak-sense | perception | +2 difficulty
deep-sleeper | any | -2 dice
deep-sleeper | any | -1 dice
nightmares | any | -1 dice
phobia | any | +2 difficulty
speech-defect | social | -2 dice
shy | social | +3 difficulty
ability-deficit | detail | +2 difficulty
"""
# Rows whose number has another name than they have.
NUMBERS = {"quick-tempered": "temper", "eidetic-memory": "recall"}


def listed(table: str) -> dict[str, tuple[str, str]]:
    """The rows of a table of this test: what obeys, and what the table decides, by id."""
    rows = (line.split("|") for line in table.strip().splitlines())
    return {id.strip(): (by.strip(), decides.strip()) for id, by, decides in rows}


def obeys(row: ForceAbility) -> Iterator[str]:
    """The parts of the rules that obey the row of a Force ability."""
    if row.damage:
        yield "damage"
    if row.least > 1:
        yield f"takes {row.least}"
    if any(step.said for step in row.steps) or row.told:
        yield "told"
    elif row.steps:
        yield "steps"
    if row.lasts:
        yield "lasts"
    if row.once or "scene" in row.tags:
        yield "once"
    if row.defensive:
        yield "defends"
    elif row.is_attack and row.resistance:
        yield "resisted"
    use = row.with_destiny
    sentence = {"least": use.least, "said": use.said}
    if use != type(NO_USE)(**sentence):
        yield "destiny"


def obeyed(row: Merit, code: str) -> Iterator[str]:
    """The parts of the rules that obey the row of a merit or a flaw."""
    if row.bearings:
        yield "rolls"
    if f'"{row.id}"' in code:
        yield "rules"
    if row.grants:
        yield "grants"
    if (id := NUMBERS.get(row.id, row.id)) in BOOK.merits.numbers:
        yield "number" if id == "recall" else "willpower"


def test_every_force_ability_is_obeyed_or_says_that_the_table_decides() -> None:
    found = {
        row.id: (", ".join(obeys(row)), row.decides) for row in BOOK.force.force_abilities.values()
    }
    assert found == listed(FORCE)
    assert [id for id, (by, decides) in found.items() if not (by or decides)] == []


def test_every_merit_and_flaw_is_obeyed_or_says_that_the_table_decides() -> None:
    folder = Path(rules.__path__[0]) / "systems/storytelling_d10"
    code = "".join(file.read_text(encoding="utf-8") for file in folder.rglob("*.py"))
    rows = (*BOOK.merits.merits.values(), *BOOK.merits.flaws.values())
    found = {row.id: (", ".join(obeyed(row, code)), row.decides) for row in rows}
    assert found == listed(MERITS)
    assert [id for id, (by, decides) in found.items() if not (by or decides)] == []


@dataclass(frozen=True)
class Owned:
    """A merit or a flaw of somebody, about what a roll is about."""

    row: Merit
    detail: str
    name: str = "Trait"


def added(row: Merit, effect: Effect, word: str) -> str:
    """The dice, the difficulty, or the second roll that a chosen effect of a merit adds."""
    owned = [Owned(row, word)]
    offered = Bearings(owned, Answers({}), {word}, word).offered
    (id,) = [id for id, one in offered.items() if one.effect is effect]
    chosen = Bearings(owned, Answers({"bearing": (id,)}), {word}, word)
    dice, difficulty = sum(map(VALUE, chosen.dice())), sum(map(VALUE, chosen.difficulty()))
    texts = (f"{dice:+} dice" if dice else "", f"{difficulty:+} difficulty" if difficulty else "")
    return ", ".join(filter(None, (*texts, chosen.reroll)))


def test_a_merit_or_flaw_adds_to_a_roll_what_its_sentence_says() -> None:
    rows = (*BOOK.merits.merits.values(), *BOOK.merits.flaws.values())
    found = [
        f"{row.id} | {', '.join(effect.on)} | {added(row, effect, word)}"
        for row in rows
        for effect in row.bearings
        for word in effect.on[:1]
    ]
    assert found == BEARINGS.strip().splitlines()
    for row in rows:
        for effect in row.bearings:
            assert len({added(row, effect, word) for word in effect.on}) == 1
            for number in filter(None, (abs(effect.dice), abs(effect.difficulty))):
                assert str(number) in row.does, row.id


@pytest.mark.parametrize(
    "row",
    [
        *(row for row in BOOK.force.force_abilities.values() if row.decides),
        *(row for row in BOOK.merits.merits.values() if row.decides),
        *(row for row in BOOK.merits.flaws.values() if row.decides),
    ],
    ids=lambda row: row.id,
)
def test_what_the_table_decides_stands_in_the_text(row: ForceAbility | Merit) -> None:
    assert text(row).endswith(f"Your table decides: {row.decides}.")


@pytest.mark.parametrize("row", BOOK.force.force_abilities.values(), ids=lambda row: row.id)
def test_no_sentence_after_a_roll_leaves_successes_to_be_counted(row: ForceAbility) -> None:
    for count in (1, 2, 3, 5, 6):
        # What a point of Destiny does is said in print first, then in numbers.
        said = [one for one in row.said(count, destiny=True) if one != row.destiny]
        for sentence in said:
            assert " a success" not in sentence
            assert "{" not in sentence
