"""Craft as documents: the command line, hostile input, and fights that break nothing."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules import commands, registry
from rules.__main__ import main
from rules.character import Character
from rules.document import FORMAT
from rules.problems import InvalidDocument
from rules.sheet.sections import Prose
from rules.systems.hyperspace_d6.rulebook.book import guide

SECTIONS = ("fore", "aft", "port", "starboard")


def plain(build: dict[str, Any], **parts: Any) -> str:
    document = {"format": FORMAT, "system": "hyperspace-d6", "name": "", "build": build, **parts}
    return json.dumps(document)


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, Any]]:
    def ran(command: str, text: str, *arguments: str) -> tuple[int, Any]:
        file = tmp_path / "craft.json"
        file.write_text(text, encoding="utf-8")
        status = main([command, str(file), *arguments])
        out = capsys.readouterr().out
        return status, json.loads(out) if out else None

    return ran


@pytest.mark.parametrize(
    ("build", "parts", "where"),
    [
        ({"craft": {"id": "x-wing"}, "species": "human"}, {}, "build"),
        ({"craft": {"id": "x-wing", "armor": 3}}, {}, "build.craft"),
        ({"craft": {"weapons": [{"name": "Gun"}]}}, {}, "build.craft.weapons[0]"),
        ({"craft": None}, {}, "build.craft"),
        ({"craft": {"id": "x-wing"}}, {"marks": {"wounds": 1}}, "marks"),
        ({"craft": {"id": "x-wing"}}, {"ledger": [{"kind": "buy", "item": "medpac"}]}, "ledger"),
        ({"craft": {"id": "x-wing"}}, {"ledger": [{"kind": "contribute", "cp": 3}]}, "ledger"),
        ({"opponent": {"id": "thug", "rank": 2}}, {}, "build.opponent"),
        ({"opponent": "thug"}, {}, "build.opponent"),
        ({"opponent": {"id": "thug", "elite": ["DEX", "STR"]}}, {}, "build.opponent.elite"),
        ({"opponent": {"id": "thug"}, "craft": {"id": "x-wing"}}, {}, "build"),
    ],
)
def test_what_cannot_be_read_says_where(
    build: dict[str, Any], parts: dict[str, Any], where: str
) -> None:
    with pytest.raises(InvalidDocument) as caught:
        registry.read(plain(build, **parts))
    assert caught.value.where.startswith(where)


def test_a_craft_is_no_character() -> None:
    with pytest.raises(InvalidDocument, match="holds a craft, not a character"):
        registry.read_character(plain({"craft": {"id": "yt-1300"}}))
    house = {"active_defense": True, "ion_hull": True}
    assert registry.read(plain({"craft": {"id": "yt-1300"}}, house=house)).house.ion_hull
    assert registry.read_character(plain({"opponent": {"id": "thug"}})).build.opponent.id == "thug"


def test_two_pay_an_upgrade_and_undo_it(run: Callable[..., tuple[int, Any]]) -> None:
    text = plain({"craft": {"id": "yt-1300"}})
    for giver, points in (("Vessa Korr", 20), ("Tam", 4)):
        entry = {"kind": "contribute", "cp": points, "from": giver}
        status, document = run("enter", text, json.dumps(entry))
        assert status == 0
        text = json.dumps(document)
    upgrade = json.dumps({"kind": "upgrade", "aspect": "mobility", "raises": ["evade"]})
    status, document = run("enter", text, upgrade)
    assert (status, document["ledger"][-1]["paid"]) == (0, 24)
    text = json.dumps(document)
    assert run("enter", text, upgrade)[0] == 1
    status, sheet = run("sheet", text)
    assert (status, sheet["mobility"], sheet["evade"], sheet["character_points"]) == (0, 4, 11, 0)
    status, document = run("enter", text, json.dumps({"kind": "undo", "entry": 2}))
    assert status == 0
    sheet = run("sheet", json.dumps(document), "--why")[1]
    assert (sheet["mobility"], sheet["evade"], sheet["character_points"]) == (3, 10, 24)
    assert sheet["why"]["mobility"] == "YT-1300 3D"


def test_a_hit_by_script(run: Callable[..., tuple[int, Any]]) -> None:
    text = plain({"craft": {"id": "tie-fighter"}})
    status, done = run("act", text, "harm", "damage=4", "section=aft", "--dice", "")
    assert (status, done["outcome"]["row"]) == (0, "rattled")
    assert done["document"]["marks"] == {"rattled": 1}
    pool = run("act", json.dumps(done["document"]), "weapons.laser-cannons.attack", "skill=3")[1]
    assert pool["form"]["code"] == "3D"


@pytest.mark.parametrize("seed", range(4))
def test_a_fight_of_two_squadrons_ends_and_breaks_nothing(seed: int) -> None:
    rng = Random(seed)
    names = [rng.choice(list(guide().craft)) for _ in range(6)]
    craft = [registry.read(plain({"craft": {"id": name}})) for name in names]
    rules = registry.rules_of(craft[0])
    for _ in range(3000):
        standing = [at for at, one in enumerate(craft) if not one.marks.destroyed]
        if len(standing) < 2:
            break
        at = rng.choice(standing)
        action = rng.choice(("harm", "harm", "harm", "angle", "repair", "turn"))
        fields = {"damage": (str(rng.randint(0, 90)),), "section": (rng.choice(SECTIONS),)}
        fields |= {"nature": ("ion",)} if rng.random() < 0.2 else {}
        before = Character(rules, craft[at]).numbers["shields"]
        left = sum(before[id] for id in SECTIONS)
        if action == "angle":
            cuts = sorted(rng.randint(0, left) for _ in range(3))
            ends = zip((0, *cuts), (*cuts, left), strict=True)
            fields = {
                id: (str(high - low),) for id, (low, high) in zip(SECTIONS, ends, strict=True)
            }
        values = fields if action in ("harm", "angle") else {}
        call = commands.new_call(craft[at], action, values, system=rules, turn={})
        done = commands.act(call, rng)
        after = craft[at] = registry.read(json.dumps(done["document"]))
        assert Character(rules, after).problems == ()
        shields = Character(rules, after).numbers["shields"]
        now = [shields[id] for id in SECTIONS]
        assert min(now) >= 0
        assert sum(now) == left if action == "angle" else sum(now) <= left
        assert after.marks.damaged <= Character(rules, after).numbers["hull"] + 1
    assert sum(not one.marks.destroyed for one in craft) == 1


def test_the_sheet_lists_what_was_improved_and_built_in() -> None:
    ledger = [
        {"kind": "award", "cp": 200},
        {"kind": "upgrade", "aspect": "mobility", "raises": ["evade"]},
        {"kind": "upgrade", "aspect": "damage", "weapon": "quad-laser-turrets"},
        {"kind": "upgrade", "aspect": "weapon", "name": "Ion Cannon", "damage": 4},
        {"kind": "upgrade", "aspect": "component", "name": "Jammer", "cp": 10},
    ]
    document = registry.read(plain({"craft": {"id": "yt-1300"}}, ledger=ledger))
    sections = Character(registry.rules_of(document), document).sheet.sections
    listed = next(one for one in sections if isinstance(one, Prose) and one.id == "upgrades")
    assert [one.name for one in listed.passages] == [
        "Mobility +1D",
        "Evade +1",
        "Quad Laser Turrets, damage +1D",
        "Ion Cannon 4D",
        "Jammer",
    ]
