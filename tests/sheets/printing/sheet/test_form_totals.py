"""Totals of a form while somebody types in it: the scripts of its fields, run as a PDF reader runs
them.
"""

import json
import subprocess
from io import BytesIO
from random import Random

import pytest
from playwright._impl._driver import compute_driver_executable
from pypdf import PdfReader

from rules import registry
from sheets import printing
from sheets.printing import PrintOptions
from tests.sampling import draw

EDITIONS = ("blank", "classic", "full")
HYPERSPACE, EMPIRE = "hyperspace-d6", "empire-ascendant"
SHEET_D6, STORYTELLING = "rules-sheet-d6", "storytelling-d10"
# What each game adds up, on whatever sheet.
ADDED_UP = {
    EMPIRE: {
        "defenses.dodge",
        "defenses.full_dodge",
        "defenses.brawling_parry",
        "defenses.melee_parry",
        "soak",
    },
    SHEET_D6: {"defense", "boxes"},
    STORYTELLING: {
        "initiative",
        "move",
        "run",
        "soak",
        "force-swordplay",
        *(f"force-{tree}" for tree in ("battle", "mind", "nature", "telekinetic", "transform")),
    },
}
# What somebody types on a blank sheet, and what is there then.
ON_BLANK = {
    HYPERSPACE: (
        {"head-dexterity": "4", "skills-agility-dice": "1", "head-strength": "3"},
        {
            "skills-agility": "5",
            "skills-blasters": "4",
            "skills-stamina": "3",
            "defenses.dodge": "15",
            "defenses.parry": "14",
            "defenses.block": "13",
            "defenses.soak": "3",
            "actions": "5",
            "skills-planets": "",
        },
    ),
    EMPIRE: (
        {"skills-dodge": "4D+1", "skills-melee-parry": "3D", "head-strength": "2D+2"},
        {
            "defenses.dodge": "13",
            "defenses.full_dodge": "23",
            "defenses.melee_parry": "9",
            "defenses.brawling_parry": "",
            "soak": "2D+2",
        },
    ),
    SHEET_D6: (
        {"skills-dodge": "4D+2", "head-strength": "3D+1"},
        {"defense": "16", "boxes": "3"},
    ),
    STORYTELLING: (
        {
            "attributes-dexterity": "3",
            "attributes-wits": "2",
            "attributes-stamina": "4",
            "attributes-intelligence": "3",
            "abilities-stealth-dots": "2",
            "abilities-history-dots": "1",
        },
        {
            "initiative": "5",
            "move": "14½",
            "run": "29",
            "soak": "4",
            "abilities-athletics": "3",
            "abilities-stealth": "5",
            "abilities-history": "4",
            "abilities-politics": "0",
        },
    ),
}
# What somebody types on the sheet of a character, one after the other, and what is there then: a
# total follows, and what is no total stays as it was typed.
ON_FILLED = {
    HYPERSPACE: (
        {
            "head-dexterity": "4D",
            "skills-agility-dice": "+1D",
            "skills-melee-dice": "2D",
            "head-knowledge": "3D",
        },
        {
            "skills-agility": "5D",
            "skills-blasters": "4D",
            "skills-melee": "6D",
            "skills-planets": "3D",
            "skills-streetwise": "4D",
            "defenses.dodge": "15",
            "defenses.parry": "16",
        },
    ),
    EMPIRE: (
        {"skills-dodge": "5D", "head-strength": "3D"},
        {"defenses.dodge": "15", "defenses.full_dodge": "25", "soak": "3D"},
    ),
    SHEET_D6: (
        {"skills-dodge": "4D", "head-strength": "5D"},
        {"defense": "14", "boxes": "5"},
    ),
    STORYTELLING: (
        {
            "attributes-dexterity": "4",
            "attributes-wits": "3",
            "abilities-athletics-dots": "3",
            "abilities-dodge": "9",
            "abilities-persuasion-dots": "5",
            "attributes-manipulation": "5",
        },
        {
            "initiative": "7",
            "move": "16",
            "run": "32",
            "abilities-athletics": "7",
            "abilities-dodge": "9",
        },
    ),
}
# A reader runs the scripts of all totals, in their order, whenever a field has changed.
READER = """
const form = JSON.parse(require("fs").readFileSync(0, "utf8"));
(0, eval)(form.script);
globalThis.getField = (name) => name in form.values ? { value: form.values[name] } : null;
for (const [name, text] of form.typed) {
  form.values[name] = text;
  for (const [total, call] of form.totals) {
    globalThis.event = { target: { name: total }, source: { name }, value: form.values[total] };
    (0, eval)(call);
    form.values[total] = event.value;
  }
}
console.log(JSON.stringify(form.values));
"""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every game, or another one each day."""
    games = sorted(ON_BLANK)
    if not metafunc.config.getoption("--soak"):
        games = [games[draw() % len(games)]]
    metafunc.parametrize("game", games)


def _form(game: str, edition: str) -> bytes:
    if edition == "blank":
        return printing.blank_pdf(game, PrintOptions(fillable=True))
    character = registry.get(game).random(Random(3))
    return printing.sheet_pdf(character, PrintOptions(kind=edition, fillable=True))


def _values(pdf: bytes) -> dict[str, str]:
    return {
        name: str(field.value)
        for name, field in (PdfReader(BytesIO(pdf)).get_fields() or {}).items()
        if field.field_type in ("/Tx", "/Ch")
    }


def _totals(pdf: bytes) -> list[tuple[str, str]]:
    """The totals and their scripts, in the order in which a reader runs them."""
    fields = [one.get_object() for one in PdfReader(BytesIO(pdf)).root_object["/AcroForm"]["/CO"]]
    return [(str(field["/T"]), str(field["/AA"]["/C"]["/JS"])) for field in fields]


def _typed(pdf: bytes, typed: list[tuple[str, str]]) -> dict[str, str]:
    """All fields, after these texts were typed one after the other."""
    names = PdfReader(BytesIO(pdf)).root_object["/Names"]["/JavaScript"]["/Names"]
    form = {
        "script": names[1].get_object()["/JS"],
        "totals": _totals(pdf),
        "values": _values(pdf),
        "typed": typed,
    }
    node, _ = compute_driver_executable()
    done = subprocess.run(
        [node, "-e", READER], input=json.dumps(form), capture_output=True, text=True, check=True
    )
    found: dict[str, str] = json.loads(done.stdout)
    return found


def _added_up(pdf: bytes) -> set[str]:
    return {name for name, _ in _totals(pdf)}


def test_a_blank_sheet_and_a_filled_one_add_up_the_same_fields(game: str):
    blank, *others = (_added_up(_form(game, edition)) for edition in EDITIONS)
    # A character without the Force has no trees of it.
    common = {name for name in blank if not name.startswith("force-")}
    assert others == [common, common]
    if game == HYPERSPACE:
        assert len(blank) == 38
        return
    abilities = {name for name in blank if name.startswith("abilities-")}
    assert len(abilities) == (46 if game == STORYTELLING else 0)
    assert blank - abilities == ADDED_UP[game]


def test_a_blank_sheet_adds_up_what_is_typed(game: str):
    typed, there = ON_BLANK[game]
    found = _typed(_form(game, "blank"), [*typed.items()])
    assert {name: found[name] for name in there} == there


@pytest.mark.parametrize("edition", ["classic", "full"])
def test_a_filled_sheet_goes_on_from_what_is_printed(game: str, edition: str):
    typed, there = ON_FILLED[game]
    found = _typed(_form(game, edition), [*typed.items()])
    assert {name: found[name] for name in there} == there


@pytest.mark.parametrize("edition", ["classic", "full"])
def test_whoever_types_what_is_there_already_changes_nothing(game: str, edition: str):
    pdf = _form(game, edition)
    values, totals = _values(pdf), _added_up(pdf)
    assert _typed(pdf, [one for one in values.items() if one[0] not in totals]) == values
