"""Likenesses as pixels: for the picture of a shared sheet, and for paper."""

from io import BytesIO

from PIL import Image

from rules import registry
from rules.character import Character
from sheets.ui import likeness_image
from sheets.ui.likeness_image import PAPER, image, paper_portrait
from sheets.ui.likenesses import Traits
from tests.sheets.every_game.characters import EVERY, by_chance

GREEN = (43, 155, 78)


def test_a_likeness_is_drawn_in_the_size_asked_for_in_ink_on_its_ground() -> None:
    drawn = image(Traits("Human", name="Ana"), 210, PAPER)

    assert drawn.size == (210, 280)
    assert drawn.getpixel((2, 2)) == PAPER.ground
    assert drawn.getpixel((105, 270)) == PAPER.ink  # the chest
    assert drawn.getpixel((92, 118)) == PAPER.of("tone") == (208, 209, 211)  # a cheek


def test_a_blade_has_the_color_of_its_crystal() -> None:
    with_blade = image(Traits("Human", "saber", "#2b9b4e", "Ana"), 210, PAPER)
    without = image(Traits("Human", "saber", "", "Ana"), 210, PAPER)

    colors = [{color for _, color in one.getcolors(100_000)} for one in (with_blade, without)]
    assert GREEN in colors[0]
    assert GREEN not in colors[1]


@EVERY
def test_every_game_has_portraits_for_paper_that_are_drawn_once(slug: str) -> None:
    sheet = Character(registry.get(slug), by_chance(slug)).sheet
    picture = paper_portrait(sheet)

    assert Image.open(BytesIO(picture)).size == (likeness_image.PAPER_WIDTH, 560)
    assert paper_portrait(sheet) is picture


def test_a_craft_is_drawn_on_paper_with_wings_and_without_a_face() -> None:
    fighter = image(Traits(craft="fighter"), 240, PAPER)

    assert fighter.getpixel((40, 150)) == fighter.getpixel((200, 150)) == PAPER.ink  # the wings
    assert fighter.getpixel((120, 110)) == PAPER.accent  # the canopy
    assert fighter.getpixel((20, 310)) == PAPER.ground  # where a person has shoulders
