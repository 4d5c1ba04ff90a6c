"""The head of a sheet: who somebody is, on one line where there is room, each text whole."""

import pymupdf
import pytest
from msgspec.structs import replace

from rules import registry
from sheets import printing
from sheets.demo import all_pregens
from sheets.printing import Extras, PrintOptions, styles
from sheets.printing.pdf import worker
from sheets.printing.sheet.compose import compose
from sheets.printing.sheet.head import head
from tests.sheets.every_game.characters import EVERY, by_chance
from tests.sheets.portraits.conftest import png


def _tops(slug: str, extras: Extras) -> dict[str, float]:
    """Where each word of the first page begins, from above, that is in the head."""
    character = next(one for one in all_pregens().values() if one.document.system == slug)
    pdf = printing.sheet_pdf(character.document, PrintOptions(), extras)
    with pymupdf.open(stream=pdf) as document:
        words = document[0].get_text("words")
    return {word[4]: round(word[1], 1) for word in reversed(words) if word[1] < 120}


@EVERY
@pytest.mark.parametrize("portrait", [b"", png(60, 80)], ids=["emblem", "portrait"])
def test_all_facts_and_the_player_stand_on_one_line(slug: str, portrait: bytes) -> None:
    tops = _tops(slug, Extras(player="Ines", portrait=portrait, face=bool(portrait)))
    labels = {"SPECIES", "PROFESSION", "PRONOUNS", "NATURE", "DEMEANOR", "TEMPLATE", "PLAYER"}
    assert len({top for word, top in tops.items() if word in labels}) == 1
    assert len([word for word in tops if word in labels]) > 1


def test_facts_too_long_for_a_line_are_whole_on_several() -> None:
    document = next(iter(all_pregens().values())).document
    player = "Ines of the Long Name That Is Longer Than Half of a Head"
    named = printing.sheet_pdf(replace(document, player=player), extras=Extras(player=player))
    with pymupdf.open(stream=named) as opened:
        assert player in " ".join(opened[0].get_text().split())


@EVERY
@pytest.mark.parametrize("kind", ["classic", "large"])
@pytest.mark.parametrize("letter", ["W", "名", "🚀"])
def test_the_longest_name_of_one_word_leaves_the_page_to_the_others(
    slug: str, kind: str, letter: str
) -> None:
    sheet = replace(registry.open(by_chance(slug)).sheet, name=letter * 200, facts=())
    look = styles.for_game(slug, kind=kind)
    found = head(sheet, look, game="Any", extras=Extras(), blank=False)
    assert found.name == letter * 200
    assert not found.tall
    assert 0 < found.height < 66


def test_names_of_a_word_a_sentence_and_a_page_are_set_smaller_and_smaller() -> None:
    look, sheet = styles.for_game("hyperspace-d6"), registry.open(by_chance("hyperspace-d6")).sheet
    names = ("Kel", "Maximiliana Quellorian-Vantar " * 2, "Quellorian-Vantar " * 8, "W" * 200)
    sized = [
        head(replace(sheet, name=name), look, game="Any", extras=Extras(), blank=False).name_class
        for name in names
    ]
    assert sized == ["name-1", "name-3", "name-4", "name-5"]


def test_without_a_concept_the_facts_follow_the_name() -> None:
    document = replace(by_chance("hyperspace-d6"), name="Kel")
    sheet = replace(registry.open(document).sheet, concept="")
    pdf = worker.make_pdf(compose(sheet, PrintOptions(), game="Any"))
    with pymupdf.open(stream=pdf) as opened:
        places = {word[4]: word for word in reversed(opened[0].get_text("words"))}
    assert places["SPECIES"][1] - places["Kel"][3] < 12
