"""Characters made anew in another game: what survives, and that the report names the rest."""

import json
from itertools import permutations
from random import Random

import msgspec
import pytest

from rules import registry
from rules.character import Character
from rules.document import Document
from rules.exchange import od6s, roll20, starwarsd6
from rules.exchange.conversion import Conversion, Report
from rules.exchange.outline import ATTRIBUTES, FORCE, FORCE_SKILLS, Harm, Outline
from rules.game import Game
from tests.rules.contract.systems import READY_MADE, characters
from tests.rules.exchange.test_writers import actor_faults, outline_of, ready_made

HYPERSPACE, SHEET, EMPIRE = (
    registry.get(slug) for slug in ("hyperspace-d6", "rules-sheet-d6", "empire-ascendant")
)
D6 = (HYPERSPACE, SHEET, EMPIRE)
# What may be open in a new character, or beyond the sums of its own player's species.
OPEN = {"missing", "own-attributes", "own-bonuses", "own-focus", "too-few-picks", "picks-open"}


def converted(outline: Outline, system: Game) -> Conversion:
    conversion = system.from_outline(outline)
    assert conversion is not None
    return conversion


def again(document: Document) -> Document:
    """The document as it is read back from its file."""
    system = registry.get(document.system)
    plain = msgspec.to_builtins(document)
    plain.pop("is_confirmed")
    return system.read(json.dumps({"format": "hyperspace-character/1", **plain}))


@pytest.mark.parametrize(
    ("old", "new"),
    list(permutations(D6, 2)),
    ids=lambda system: system.slug,
)
def test_every_character_arrives_with_its_codes(old: Game, new: Game) -> None:
    for document in characters(old):
        before = outline_of(document)
        conversion = converted(before, new)
        made = again(conversion.document)
        assert made.system == new.slug
        problems = {problem.code for problem in Character(new, made).problems}
        assert problems <= OPEN, (before.name, problems)
        after = outline_of(made)
        for id in ATTRIBUTES:
            pips = before.attribute(id)
            kept = max(3, pips // 3 * 3) if new is HYPERSPACE else pips
            assert after.attribute(id) == kept, id
        assert after.points.character == before.points.character
        assert after.harm == Harm(is_boxed=after.harm.is_boxed)
        for text in (*conversion.report.changed, *conversion.report.lost):
            assert text.endswith((".", "!", "?")), text
        for id in FORCE_SKILLS:
            mine, theirs = before.skill(id), after.skill(id)
            if mine and mine.total and before.has_force:
                assert theirs is not None, id
                most = mine.total // 3 * 3 if new is HYPERSPACE else mine.total
                assert theirs.total >= most


def test_skills_find_their_partner() -> None:
    before = ready_made("neesha-vaanik")
    for system in (SHEET, EMPIRE):
        after = outline_of(converted(before, system).document)
        totals = {trait.name: trait.total for trait in (*after.skills, *after.force_skills)}
        assert totals["Dodge"] == 18
        assert totals["Melee"] == totals["Melee Parry"] == 18
        assert totals["Bargain"] == 12
        assert totals["Control"] == 6
        assert "Planetary Systems" not in totals  # no more than its attribute
        blade = next(one for one in after.attacks if one.name == "Teacher's blade")
        assert (blade.total, blade.damage) == (18, 12)
        assert (after.points.force, after.kind) == (1, "Rodian Jedi Padawan")
    pilot = outline_of(converted(ready_made("dax-penhallow"), HYPERSPACE).document)
    dice = {trait.id: trait.total // 3 for trait in pilot.skills}
    assert (dice["pilot"], dice["astrogation"], dice["deceive"]) == (5, 4, 4)


@pytest.mark.parametrize("old", [SHEET, EMPIRE], ids=lambda system: system.slug)
def test_what_people_learn_elsewhere_has_a_place_here(old: Game) -> None:
    none = {"starship shields", "demolitions", "bureaucracy", "gambling", "riding", "beast riding"}
    for seed in range(60):
        outline = outline_of(old.random(Random(seed)))
        lost = [line.rpartition(" ")[0] for line in _lost_skills(outline)]
        assert {name.casefold() for name in lost} <= none, seed


def _lost_skills(outline: Outline) -> list[str]:
    """Skills that HyperspaceD6 hasn't got, each with its code."""
    return [
        line.partition(":")[0]
        for line in converted(outline, HYPERSPACE).report.lost
        if line.endswith("no such skill here.")
    ]


def test_the_report_names_everything_one_by_one() -> None:
    report = converted(ready_made("dax-penhallow"), HYPERSPACE).report
    assert "DEX 3D+1 is 3D: this game has no pips." in report.changed
    assert "Astrogation 4D+2 is 4D: this game has no pips." in report.changed
    assert "DEX 3D" in report.kept
    assert "1 × Heavy Blaster Pistol" in report.kept
    report = converted(ready_made("neesha-vaanik"), SHEET).report
    assert any("leathers is only gear here (Soak +2" in line for line in report.changed)
    assert "50 credits: this game doesn't count them." in report.lost
    assert any("Teacher's blade: Piercing" in line for line in report.lost)
    text = report.text("From *HyperspaceD6*")
    assert "### Not carried over" in text
    marked = Report()
    marked.lost.append("[x](y) <b> `c`")
    assert "- \\[x\\](y) \\<b\\> \\`c\\`" in marked.text("T")


def test_there_and_back_keeps_what_must_survive() -> None:
    for document in characters(HYPERSPACE)[1:]:
        before = outline_of(document)
        for system in (SHEET, EMPIRE):
            there = outline_of(converted(before, system).document)
            back = outline_of(converted(there, HYPERSPACE).document)
            ours = {trait.id: trait.total for trait in (*before.skills, *before.force_skills)}
            theirs = {trait.id: trait.total for trait in (*back.skills, *back.force_skills)}
            assert theirs == ours, (before.name, system.slug)
            assert back.attribute(FORCE) == before.attribute(FORCE)
    for first, second in ((SHEET, EMPIRE), (EMPIRE, SHEET)):
        for document in characters(first)[1:]:
            before = outline_of(document)
            there = outline_of(converted(before, second).document)
            back = outline_of(converted(there, first).document)
            kept = {trait.name: trait.total for trait in back.skills}
            for trait in before.skills:
                # What is one skill with another name there comes back under that name.
                total = kept.get(trait.name) or max(kept.values())
                assert total >= trait.total or not before.own(trait), trait.name


def test_high_codes_are_raises_that_are_paid() -> None:
    document = msgspec.structs.replace(
        SHEET.empty(),
        build=msgspec.structs.replace(
            SHEET.random(Random(2)).build,
            attributes=dict(zip(ATTRIBUTES, ("9D+2", "0D", "50D", "3D", "3D", "3D"), strict=True)),
        ),
    )
    conversion = converted(outline_of(document), HYPERSPACE)
    after = outline_of(conversion.document)
    assert [after.attribute(id) // 3 for id in ATTRIBUTES] == [9, 1, 15, 3, 3, 3]
    assert after.points.character == 0
    assert "MEC 50D is 15D, the most that comes along." in conversion.report.changed
    assert (
        not {problem.code for problem in Character(HYPERSPACE, conversion.document).problems} - OPEN
    )


def test_a_game_of_dots_takes_none_and_gives_none() -> None:
    dots = registry.get("storytelling-d10")
    assert dots.from_outline(ready_made("caldo-morrun")) is None
    outline = outline_of(registry.read((READY_MADE / "brakk-stroud.json").read_bytes()))
    assert all(system.from_outline(outline) is None for system in D6)


def test_four_attributes_stand_for_six_and_a_party_keeps_its_own_skills() -> None:
    house = msgspec.structs.replace(EMPIRE.empty().house, preset="mini-six")
    small = EMPIRE.random(Random(4), EMPIRE.house.moved(EMPIRE.empty(), house))
    before = outline_of(small)
    assert before.attribute("DEX") == before.attribute("MEC") > 0
    assert {trait.attribute for trait in before.skills} <= {*ATTRIBUTES}
    after = outline_of(converted(before, SHEET).document)
    assert [after.attribute(id) for id in ATTRIBUTES] == [before.attribute(id) for id in ATTRIBUTES]
    own = HYPERSPACE.house.read(
        {"skills": [{"id": "visions", "name": "Visions", "attribute": "FOR"}], "quickplay": False}
    )
    jedi = HYPERSPACE.house.moved(
        registry.read((READY_MADE / "neesha-vaanik.json").read_bytes()), own
    )
    seen = outline_of(jedi)
    assert "Visions" in [trait.name for trait in seen.skills]
    assert "Skills of the Force that aren't known there: Visions." in starwarsd6.losses(seen)
    assert "Skills of the Force that aren't known there: Visions." in roll20.losses(seen)
    assert not [*actor_faults(starwarsd6.write(seen), "starwarsd6")]
    trained = msgspec.structs.replace(
        seen,
        skills=tuple(
            msgspec.structs.replace(one, total=one.total + 3) if one.name == "Visions" else one
            for one in seen.skills
        ),
    )
    for system in (SHEET, EMPIRE):
        problems = Character(system, converted(trained, system).document).problems
        assert {problem.code for problem in problems} <= OPEN
    quick = HYPERSPACE.house.moved(jedi, HYPERSPACE.house.read({"quickplay": True}))
    assert outline_of(quick).skills == ()
    assert not [*actor_faults(od6s.write(outline_of(quick)), "od6s")]
