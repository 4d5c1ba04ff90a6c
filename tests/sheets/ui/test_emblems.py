"""Emblems: every entry of a catalog has a drawing of its own, and homebrew gets one too."""

import re
import tomllib
from pathlib import Path

import pytest

from sheets.ui import emblems
from sheets.ui.emblems import drawing, emblem, emblem_of_term, known_emblem

GAMES = Path("rules/systems")
# The tables of each game that have emblems: file, table and kind.
CATALOGS = (
    ("hyperspace_d6", "species", "species", "species"),
    ("hyperspace_d6", "professions", "profession", "profession"),
    ("hyperspace_d6", "edges_and_burdens", "edge", "edge"),
    ("hyperspace_d6", "edges_and_burdens", "burden", "burden"),
    ("hyperspace_d6", "traits", "attribute", "attributes"),
    ("hyperspace_d6", "ideas", "idea", "idea"),
    ("empire_ascendant", "traits", "attribute", "attributes"),
    ("empire_ascendant", "traits", "stand_in", "attributes"),
    ("empire_ascendant", "chance", "template", "idea"),
    ("rules_sheet_d6", "traits", "attribute", "attributes"),
    ("rules_sheet_d6", "chance", "template", "template"),
    ("storytelling_d10", "traits", "attributes", "attributes"),
    ("storytelling_d10", "merits", "merits", "merits"),
    ("storytelling_d10", "merits", "flaws", "flaws"),
    ("storytelling_d10", "archetypes", "archetypes", "archetype"),
)


@pytest.mark.parametrize(("game", "file", "table", "kind"), CATALOGS)
def test_every_entry_of_a_catalog_has_a_drawing_that_no_other_of_it_has(
    game: str, file: str, table: str, kind: str
) -> None:
    rows = tomllib.loads((GAMES / game / "tables" / f"{file}.toml").read_text())[table]
    drawings = {row["id"]: str(known_emblem(kind, row["id"])) for row in rows}

    assert [id for id, drawn in drawings.items() if not drawn] == []
    assert [row["name"] for row in rows if not known_emblem(kind, row["name"])] == []
    alike = {id for id, drawn in drawings.items() if list(drawings.values()).count(drawn) > 1}
    assert alike == set()


def test_a_drawing_keeps_to_its_grid_and_is_made_of_parts_that_are_used() -> None:
    file = emblems.emblems()
    used = {part for own in file.drawings.values() for parts in own.values() for part in parts}

    assert used == set(file.parts)
    for path in (*file.parts.values(), *file.frames.values()):
        assert re.fullmatch(r"[MmLlHhVvAaCcSsZz0-9 .-]+", path)
        starts = re.findall(r"M(-?[\d.]+) (-?[\d.]+)", path)
        assert starts
        assert all(0 <= float(one) <= 24 for start in starts for one in start)


def test_homebrew_gets_a_constellation_of_its_own_in_the_frame_of_its_kind() -> None:
    walker, folk = drawing("species", "Sand walker"), drawing("species", "Moss folk")

    assert walker != folk
    assert walker == drawing("Species", "Sand Walker")
    assert walker.startswith("M12 2a10 10 0 1 0 0 20")
    assert drawing("profession", "Sand walker").startswith("M12 1.5l9.1 5.25")
    assert emblem_of_term("species.", "Sand walker") == emblem("species", "Sand walker")
    assert emblem_of_term("species.bith", "Bith") == emblem("species", "bith")


def test_an_emblem_is_found_by_printed_names_and_is_nothing_for_other_kinds() -> None:
    assert emblem("Species", "Twi'lek") == emblem("species", "twilek")
    assert emblem("Species", "Assassin Droid") == emblem("species", "droid-assassin")
    assert emblem("Edge", "Heirloom: Melee") == emblem("edge", "heirloom")
    assert emblem("Merit, 2 points", "Time Sense") == emblem("merits", "time-sense")
    assert emblem("edge", "debt") != emblem("burden", "debt")
    assert emblem("Pronouns", "she") == emblem("skills", "pilot") == emblem("species", "") == ""
    assert known_emblem("attribute", "dodge") == known_emblem("idea", "A quiet life") == ""


def test_a_name_never_gets_into_the_markup() -> None:
    drawn = emblem("species", '"><script>alert(1)</script>')

    assert "script" not in drawn
    assert drawn.startswith('<svg class="emblem" viewBox="0 0 24 24" aria-hidden="true"><path d="M')
