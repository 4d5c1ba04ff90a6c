"""The opponents of an encounter on paper: who they are, and boxes to tick."""

from dataclasses import replace
from io import BytesIO
from typing import Any

import msgspec
import pytest
from pypdf import PdfReader

from rules import registry
from rules.opponents import WHO
from rules.sheet.sections import Passage
from sheets import storage
from sheets.demo import all_pregens
from sheets.printing import statblock, statblock_columns, statblocks, styles
from tests.sheets.encounters.conftest import Ambush
from tests.sheets.printing import mupdf, pdf_readers


def test_the_game_master_prints_the_opponents_on_one_page(ambush: Ambush):
    client = ambush.people["greta"].client
    where = f"{ambush.address}opponents.pdf"
    assert where in client.get(ambush.address).content.decode()
    answer = client.get(where)
    assert answer.status_code == 200
    assert answer["Content-Disposition"] == 'inline; filename="Ambush at the gate opponents.pdf"'
    pdf = answer.content
    assert pdf_readers.complaints(pdf) == []
    (page,) = mupdf.pages(pdf)
    assert mupdf.out_of_place([page]) == []
    told = pdf_readers.told(pdf)
    for words in (
        "Ambush at the gate", "Docking bay 12", "Stormtrooper", "DODGE 10", "Captain Dresk",
        "Blaster Rifle", "Blasters 3D", "damage 5D", "Zin Tavik", "Wounded",
    ):  # fmt: skip
        assert words in told, words
    assert "Vessa" not in told
    assert [
        mark.title for mark in PdfReader(BytesIO(pdf)).outline if not isinstance(mark, list)
    ] == ["Ambush at the gate"]
    assert told.index("Ambush at the gate") < told.index("Stormtrooper") < told.index("ROUND BY")


def test_the_briefing_has_a_page_of_statblocks_for_each_prepared_encounter(ambush: Ambush):
    greta, party = ambush.people["greta"].client, f"/parties/{ambush.party.public_id}/"
    greta.post(f"{party}encounters/", {"name": "Nobody home"})  # no opponents, no page
    ambush.post("greta", f"combatants/{ambush.combatant('Zin Tavik').pk}/describe/", hidden="yes")
    page = " ".join(greta.get(f"{party}brief/").content.decode().split())
    assert "Stormtrooper (5), Captain Dresk, Zin Tavik <span" in page
    pdf = greta.get(f"{party}brief.pdf").content
    assert pdf_readers.complaints(pdf) == []
    first, second = mupdf.pages(pdf)
    assert mupdf.out_of_place([first, second]) == []
    told = pdf_readers.told(pdf)
    assert told.index("Best at".upper()) < told.index("Ambush at the gate") < told.index("DODGE 10")
    assert "Vessa" in told


def block(name: str, lines: int) -> statblock.Statblock:
    """A statblock with so many texts."""
    members: dict[str, Any] = dict.fromkeys(
        ("figures", "levels", "pools", "attacks", "passages", "tallies"), ()
    )
    return statblock.Statblock(name=name, facts="", things="x" * 90 * lines, **members)


def test_statblocks_stand_in_columns_of_about_the_same_height():
    blocks = [block("A", 2), block("B", 2), block("C", 9), block("D", 1)]
    columns = statblock_columns.in_columns(blocks)
    assert [[one.name for one in column] for column in columns] == [["A", "B", "D"], ["C"]]
    assert statblock_columns.in_columns(blocks[:1]) == [blocks[:1]]
    assert statblock_columns.in_columns([]) == []


def kinds(slug: str, *ids: str) -> list[statblock.Opponent]:
    """An opponent of each of these kinds."""
    rules = registry.get(slug).opponents
    assert rules
    sheets = [registry.open(rules.document({WHO: (id,)})).sheet for id in ids]
    return [statblock.Opponent(sheet.name, sheet) for sheet in sheets]


def blocks_of(slug: str, *ids: str) -> list[statblock.Statblock]:
    return list(statblock.statblocks(kinds(slug, *ids), styles.for_game(slug)))


SIX = ("street-thug", "garrison-officer", "security-droid", "scout-trooper", "shock-trooper")


def test_one_with_much_to_say_stands_with_so_few_others_that_the_columns_end_together():
    columns = statblock_columns.in_columns(blocks_of("storytelling-d10", *SIX, "dark-adept"))
    assert [[one.name for one in column] for column in columns] == [
        ["Street thug", "Security droid", "Scout trooper", "Shock trooper"],
        ["Garrison officer", "Dark adept"],
    ]


def test_what_one_has_far_more_to_say_than_the_others_stands_below_in_two_columns():
    blocks = blocks_of("storytelling-d10", "street-thug", "dark-adept")
    (thug, adept), (told,) = statblock_columns.below(blocks)
    assert thug == blocks[0]
    assert (adept.passages, told.name) == ((), "Dark adept")
    assert adept.shared[:2] == ("Resist force", "Rend")
    runs = [run for column in told.columns for run in column]
    assert runs == blocks[1].runs
    assert all(told.columns)
    # Alone it needs no word where its texts are, and whoever has few has none below.
    (lone,), (_,) = statblock_columns.below(blocks[1:])
    assert lone.shared == ()
    assert statblock_columns.below(blocks[:1]) == (blocks[:1], [])


def test_a_high_statblock_stands_alone_where_that_saves_a_page():
    blocks = [block("A", 20), block("B", 40), block("C", 20)]
    rows = statblock_columns.in_rows(blocks)
    assert [[[one.name for one in column] for column in row] for row in rows] == [
        [["A", "C"], ["B"]]
    ]


def test_three_with_much_to_say_stand_on_one_page():
    opponents = tuple(
        statblock.Opponent(name, registry.open(all_pregens()[name].document).sheet)
        for name in ("brakk-stroud", "ondo-teth", "rook-t9")
    )
    encounter = statblocks.Encounter(
        "storytelling-d10", "Storytelling", "", "Ambush", "", "", "", opponents
    )
    pdf = statblocks.statblocks_pdf(encounter)
    (page,) = mupdf.pages(pdf)
    assert mupdf.out_of_place([page]) == []
    said = " ".join(pdf_readers.text(pdf).split())
    assert "DESTINY POINTS" not in said  # nobody has any
    assert "Stim tabs Quick-tempered Whatever annoys you" in said  # one run of text


def test_one_kind_of_opponent_alone_is_set_in_large_letters():
    sheets = [registry.open(all_pregens()[name].document).sheet for name in ("oz-12", "grawwa")]
    opponents = tuple(statblock.Opponent(sheet.name, sheet) for sheet in sheets)
    encounter = statblocks.Encounter("hyperspace-d6", "Any", "", "Ambush", "", "", "", opponents)
    lone = msgspec.structs.replace(encounter, opponents=(opponents[0], opponents[0]))
    assert '<body class="lone"' in statblocks.statblocks_job(lone, paper="a4").html
    assert 'class="lone"' not in statblocks.statblocks_job(encounter, paper="a4").html


def test_words_of_a_player_follow_those_of_the_rules_as_a_sentence():
    sheet = registry.open(all_pregens()["fyra-lorrimar"].document).sheet
    opponents = (statblock.Opponent(sheet.name, sheet),)
    encounter = statblocks.Encounter(
        "empire-ascendant", "Empire Ascendant", "", "Ambush", "", "", "", opponents
    )
    said = " ".join(pdf_readers.text(statblocks.statblocks_pdf(encounter)).split())
    assert "Concentration Easy · learned at 5. You shut out the noise" in said


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_four_with_much_to_say_stand_on_one_page_and_what_they_share_is_said_once(paper: str):
    names = ("tamsel-okara", "ondo-teth", "brakk-stroud", "rook-t9")
    sheets = [registry.open(all_pregens()[name].document).sheet for name in names]
    opponents = tuple(statblock.Opponent(sheet.name, sheet) for sheet in sheets)
    encounter = statblocks.Encounter(
        "storytelling-d10", "Storytelling", "", "Ambush", "Bay 12", "They wait.", "", opponents
    )
    pdf = statblocks.statblocks_pdf(encounter, paper=paper)
    assert pdf_readers.complaints(pdf) == []
    (page,) = mupdf.pages(pdf)
    assert mupdf.out_of_place([page]) == []
    said = " ".join(pdf_readers.text(pdf).split())
    assert said.count("You feel the Force") == 1
    assert said.count("Force Sensitivity, Attuned to the Force, Dark Mystery: see below") == 2
    assert "Dark Mystery He opened the door to them" in said
    assert said.index("Incapacitated Down and out") < said.index("You feel the Force")


def test_one_text_under_two_names_and_two_under_one_stay_where_they_are():
    texts = (
        "Roll Willpower at 6, or you run from it until it is gone.",
        "For 5, all know your face.",
    )
    one = replace(block("A", 1), passages=(Passage("Phobia", texts[0]), Passage("Enemy", texts[0])))
    other = replace(block("B", 1), passages=(Passage("Enemy", texts[1]),))
    assert statblocks.shared_texts([one, other]) == {}
    assert statblocks.shared_texts([one, one]) == {"Phobia": texts[0], "Enemy": texts[0]}


def test_statblocks_of_several_pages_stand_in_rows_of_two():
    """A page begins with a row, not with the rest of the right column."""
    blocks = [block(name, 40) for name in "ABC"]
    rows = statblock_columns.in_rows(blocks)
    assert [[[one.name for one in column] for column in row] for row in rows] == [
        [["A"], ["B"]],
        [["C"]],
    ]
    assert statblock_columns.in_rows(blocks[:2]) == [[[blocks[0]], [blocks[1]]]]
    assert statblock_columns.in_rows([]) == []


def test_opponents_with_the_same_sheet_share_a_statblock(ambush: Ambush):
    sheet = storage.load(ambush.combatant("Zin Tavik").character).opened.sheet
    officer = storage.load(ambush.combatant("Captain Dresk").character).opened.sheet
    look = styles.for_game(ambush.party.system)
    blocks = list(
        statblock.statblocks(
            (
                statblock.Opponent("Zin Tavik", sheet),
                statblock.Opponent("Dresk", officer),
                statblock.Opponent("Zan", sheet, 3),
            ),
            look,
        )
    )
    assert [[one.name for one in block.tallies] for block in blocks] == [
        ["Zin Tavik", "Zan"],
        ["Dresk"],
    ]
    assert blocks[0].name == "Bounty Hunter"
    left = [
        [len(group.boxes) for group in one.groups if group.label == "left"]
        for one in blocks[0].tallies
    ]
    assert left == [[], [3]]


def test_abilities_stand_on_lines_of_their_own_and_wound_levels_in_their_order():
    rules = registry.get("storytelling-d10")
    assert rules.opponents
    thug, adept = (
        statblock.Opponent(id, registry.open(rules.opponents.document({WHO: (id,)})).sheet)
        for id in ("street-thug", "dark-adept")
    )
    encounter = statblocks.Encounter(
        rules.slug, rules.name, "", "At the dock", "Bay 4", "Fog.", "2026-11-30", (thug, adept)
    )
    (page,) = mupdf.pages(statblocks.statblocks_pdf(encounter))
    (deflect,) = (word for word in page.words if word[4] == "Deflect")
    before = [word for word in page.words if word[2] <= deflect[0] + 1 and word[0] > page.wide / 2]
    assert all(abs(word[3] - deflect[3]) > 3 for word in before)
    levels = ("Bruised", "Hurt", "Injured", "Wounded", "Mauled", "Crippled", "Incapacitated")
    foot = page.text[page.text.rindex("Bruised") :]
    assert [foot.index(level) for level in levels] == sorted(foot.index(level) for level in levels)


def figures(*names: str) -> statblock.Statblock:
    """A statblock with these numbers."""
    return replace(block("A", 0), figures=tuple((name, "10") for name in names))


def test_numbers_that_do_not_fit_one_line_stand_on_even_ones():
    def rows(*names: str) -> list[int]:
        return [len(row) for row in figures(*names).figure_rows]

    assert rows("Dodge", "Parry", "Block", "Soak", "Actions") == [5]
    assert rows("Mobility", "Sensors", "Firepower", "Evade", "Hull", "Crew") == [3, 3]
    assert rows("Initiative", "Move", "Run", "Stamina soak", "Power", "Willpower") == [3, 3]
    assert rows("The very long name of a number that fills a whole line of its own", "Soak") == [
        1,
        1,
    ]
    assert rows() == []


def test_one_alone_has_its_numbers_in_the_width_of_the_page():
    names = ("Initiative", "Move", "Run", "Stamina soak", "Power", "Willpower")
    wide = replace(figures(*names), is_wide=True)
    assert [len(row) for row in wide.figure_rows] == [6]
    assert [len(row) for row in figures(*names).figure_rows] == [3, 3]


def test_boxes_stand_in_even_rows_and_what_is_not_there_has_none():
    (trooper,) = blocks_of("hyperspace-d6", "bounty-hunter")
    ((name, rows),) = trooper.tally_rows
    assert name == ""
    assert [[group.label for group in row] for row in rows] == [
        ["Stunned", "Wounded"],
        ["Unconscious", "Dead"],
    ]
    (shock,) = blocks_of("rules-sheet-d6", "shock-trooper")
    ((_, rows),) = shock.tally_rows
    assert [len(row) for row in rows] == [2, 1, 1]  # four boxes each: two labels are too long


def test_the_boxes_of_a_long_name_stand_in_rows_below_it():
    (short, long) = (
        msgspec.structs.replace(one, name=name)
        for one, name in zip(
            kinds("hyperspace-d6", "thug", "thug"),
            ("Zin", "Zan the Quick, who never paid what was owed"),
            strict=True,
        )
    )
    (block,) = statblock.statblocks((short, long), styles.for_game("hyperspace-d6"))
    rows = [[len(row) for row in rows] for _, rows in block.tally_rows]
    assert rows == [[2, 2], [0, 2, 2]]


def test_an_attack_without_damage_says_none():
    sheet = registry.open(all_pregens()["bomolo-tamoor"].document).sheet
    encounter = statblocks.Encounter(
        "hyperspace-d6", "Any", "", "Ambush", "", "", "", (statblock.Opponent("B", sheet),)
    )
    html = statblocks.statblocks_job(encounter, paper="a4").html
    grenade = html.partition("<b>Stun Grenade")[2].partition("</p>")[0]
    assert "3D" in grenade
    assert "damage" not in grenade
    assert html.count(", damage") == 1  # bare hands


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_craft_is_told_as_its_sheet_tells_it_and_named_once(paper: str):
    rules = registry.get("hyperspace-d6").craft
    assert rules
    names = {"Red Two": "x-wing", "Landspeeder": "landspeeder"}
    opponents = tuple(
        statblock.Opponent(name, registry.open(rules.document({WHO: (id,)})).sheet)
        for name, id in names.items()
    )
    encounter = statblocks.Encounter(
        "hyperspace-d6", "HyperspaceD6", "", "Chase", "", "", "", opponents
    )
    pdf = statblocks.statblocks_pdf(encounter, paper=paper)
    assert pdf_readers.complaints(pdf) == []
    (page,) = mupdf.pages(pdf)
    assert mupdf.out_of_place([page]) == []
    said = " ".join(pdf_readers.text(pdf).split())
    assert "Quad-Linked Laser Cannons 2D + Gunnery, damage 5D" in said
    assert "Model X-Wing · Kind Starfighters · Scale Starship" in said
    assert "Kind Speeders · Scale Speeder" in said
    assert said.count("Red Two") == said.count("Landspeeder") == 1


def test_the_foot_of_further_pages_is_one_line_whatever_the_name():
    rules = registry.get("hyperspace-d6").opponents
    assert rules
    opponents = tuple(
        statblock.Opponent(one.id, registry.open(rules.document({WHO: (one.id,)})).sheet)
        for one in rules.listed()[:14]
    )
    name = "Ambush at the lift between the decks of the Quiet Moon over Nar Kaaga, and after"
    encounter = statblocks.Encounter(
        "hyperspace-d6", "HyperspaceD6", "", name, "", "They wait. " * 300, "", opponents
    )
    pages = mupdf.pages(statblocks.statblocks_pdf(encounter))
    assert len(pages) == 2
    foot = [word for word in pages[1].words if word[1] > pages[1].high - mupdf.FOOT]
    assert len({round(word[3]) for word in foot}) == 1
    assert "… · 2 / 2" in pages[1].text
