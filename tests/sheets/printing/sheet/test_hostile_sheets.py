"""Nothing that can be written breaks a sheet, of whatever kind and game: characters that nobody
should make, one of each game a day, and 500 of each with `--soak`."""

from itertools import product

import pytest

from rules import registry
from rules.character import Character
from rules.document import Document
from sheets.printing import Extras, PrintOptions
from sheets.printing.pdf import worker
from sheets.printing.sheet.compose import compose
from tests.sampling import draw, sample
from tests.sheets.every_game.characters import EVERY
from tests.sheets.printing import hostile_characters, mupdf, pdf_readers

HOW_MANY, AT_ONCE = 500, 5
# Cards take a third of the time, so there are more of them.
KINDS = (
    "cards",
    "classic",
    "cards",
    "cards",
    "full",
    "cards",
    "cards",
    "classic",
    "cards",
    "cards",
)


def _edition(seed: int) -> PrintOptions:
    """Each kind on either paper, with and without color, fields, and what is marked."""
    place, at = divmod(seed, len(KINDS))
    return PrintOptions(
        kind=KINDS[at],
        paper=("a4", "letter")[place % 2],
        fillable=place // 2 % 2 == 0,
        colour=place // 4 % 2 == 0,
        state=seed % 3 > 0,
    )


# Those that once broke a sheet run daily: a marked level, long names in a row of dots, a long name
# of a note that goes on, a field for notes alone on a page, a long name in a field, and words that
# break at their signs.
ONCE_WRONG = (
    *(("storytelling-d10", seed) for seed in (444, 497, 194)),
    ("hyperspace-d6", 127),
    ("hyperspace-d6", 167),
    ("empire-ascendant", 419),
)


def _of_today(place: int) -> int:
    """The character of a game of that place: a day has a classic, a full one, a classic, and cards,
    and a game has another of them each day.
    """
    return 10 * (draw() % (HOW_MANY // 10)) + (1, 4, 7, 8)[(place + draw()) % 4]


def _print(document: Document, edition: PrintOptions, extras: Extras) -> bytes:
    """Made here, not in a worker: this is about pages, and a busy machine may take its time."""
    sheet = Character(registry.get(document.system), document).sheet
    return worker.make_pdf(compose(sheet, edition, game="Any", extras=extras))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """All of them, some at once, or one of each game."""
    if "seeds" not in metafunc.fixturenames:
        return
    games = list(registry.built_in())
    if metafunc.config.getoption("--soak"):
        some = [range(first, first + AT_ONCE) for first in range(0, HOW_MANY, AT_ONCE)]
        chosen = list(product(games, some))
    else:
        today = [_of_today(place) for place in range(len(games))]
        sampled = {*zip(games, today, strict=True), *ONCE_WRONG}
        chosen = [(slug, range(seed, seed + 1)) for slug, seed in sorted(sampled)]
    metafunc.parametrize(("slug", "seeds"), chosen, ids=[_id(*one) for one in chosen])


def _id(slug: str, seeds: range) -> str:
    return f"{slug}-{seeds.start}"


def test_every_game_has_characters_that_nobody_should_make():
    assert set(hostile_characters.GAMES) == set(registry.built_in())


@pytest.mark.all_games
def test_nothing_that_can_be_written_breaks_a_sheet(slug: str, seeds: range):
    for seed in seeds:
        made, edition, extras = (
            hostile_characters.document(slug, seed),
            _edition(seed),
            hostile_characters.extras(seed),
        )
        pdf = _print(made, edition, extras)
        pages = mupdf.pages(pdf)
        assert mupdf.undefined_glyphs(pages) == 0, seed
        assert mupdf.out_of_place(pages) == [], seed
        assert mupdf.crossed(pages) == [], seed
        assert mupdf.outside_cards(pages) == [], seed
        assert all(page.says_something for page in pages), seed
        text = " ".join(page.text for page in pages)
        fields = " ".join(page.fields for page in pages)
        counted = _counted(text, fields, slug, seed)
        lost_or_twice = {word: count for word, count in counted.items() if count != 1}
        assert not lost_or_twice, seed


def _counted(text: str, fields: str, slug: str, seed: int) -> dict[str, int]:
    """The number of times that each text is printed: 1, or the wrong number.

    A full sheet may say on its first page too what it says in full later, a plate repeats what
    armor is worn, a name stands on each of the cards that its thing takes, and what is in a field
    may be printed as well.
    """
    document, extras = hostile_characters.document(slug, seed), hostile_characters.extras(seed)
    edition = _edition(seed)
    names = hostile_characters.SENTINEL.findall(document.name) if edition.kind != "cards" else []
    cards = edition.kind == "cards"
    wanted = (
        hostile_characters.in_gear(document) if cards else hostile_characters.sentinels(document)
    )
    if edition.kind != "cards":
        wanted += hostile_characters.SENTINEL.findall(extras.player)
    if edition.kind == "full":
        wanted += hostile_characters.SENTINEL.findall(str(extras.notes))
    whole = "".join(text.split())  # a line may end in the middle of a word
    found = {word: whole.count(word) or fields.count(word) for word in wanted}
    # The name is at the foot of further pages too, as far as it goes there, and may be longer than
    # the field to change it in, which holds all of it.
    found |= {word: min(1, (text + fields).count(word)) for word in names}
    again = {"full": 2, "cards": 20}.get(edition.kind, 1)
    twice = hostile_characters.repeated(document)
    return {
        word: 1 if 1 <= count <= again + 2 * (word in twice) else count
        for word, count in found.items()
    }


@EVERY
@pytest.mark.parametrize(
    ("kind", "seed"),
    sample(product(("classic", "full", "cards"), (0, 7, 8)), every=4, first=draw() % 4),
)
def test_whatever_is_written_is_accessible(slug: str, kind: str, seed: int):
    pdf = _print(
        hostile_characters.document(slug, seed),
        PrintOptions(kind=kind),
        hostile_characters.extras(seed),
    )
    # Each card says whose it is, also those at the top of a page.
    assert [it for it in pdf_readers.complaints(pdf) if not it.startswith("PAG-001")] == []
