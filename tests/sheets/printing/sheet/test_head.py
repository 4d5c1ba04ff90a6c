"""The head of a sheet: who somebody is, on one line where there is room, each text whole."""

import pymupdf
import pytest
from msgspec.structs import replace

from sheets import printing
from sheets.demo import all_pregens
from sheets.printing import Extras, PrintOptions
from tests.sheets.every_game.characters import EVERY
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
