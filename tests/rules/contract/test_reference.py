"""The reference of any game: that it is whole, and how it is found."""

import re
from itertools import pairwise

import pytest

from rules import registry
from rules.character import Character
from rules.game import Game
from rules.reference.chapters import Chapter, Paragraphs, Table, Term, Terms, anchor_id
from rules.reference.search import Index, SearchHit
from tests.sampling import Drawn

SYSTEMS = tuple(registry.all_systems().values())
EVERY = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)


def terms(system: Game) -> list[Term]:
    return [found.term for found in Index(system.reference()).terms.values() if found.term]


@EVERY
def test_chapters_and_parts_have_names_and_are_not_empty(system: Game) -> None:
    chapters = system.reference()
    assert chapters
    assert len({chapter.id for chapter in chapters}) == len(chapters)
    for chapter in chapters:
        assert chapter.id == anchor_id(chapter.id)
        assert chapter.name
        assert chapter.group
        assert chapter.source
        assert chapter.about.endswith(".")
        assert chapter.parts
        assert len({part.id for part in chapter.parts}) == len(chapter.parts)
        for part in chapter.parts:
            assert part.name
            assert part.paragraphs if isinstance(part, Paragraphs) else part.rows, part.id


@EVERY
def test_chapters_of_one_group_stand_together(system: Game) -> None:
    groups = [chapter.group for chapter in system.reference()]
    assert sum(a != b for a, b in pairwise(groups)) == len(set(groups)) - 1


@EVERY
def test_every_term_has_one_address_a_name_and_where_the_book_has_it(system: Game) -> None:
    """The index refuses two terms of one id."""
    for one in terms(system):
        assert one.id == anchor_id(one.id)
        assert one.name
        assert one.source, one.id
        assert one.text or one.figures, one.id


@EVERY
def test_texts_are_sentences(system: Game) -> None:
    for one in terms(system):
        for text in filter(None, (one.text, *one.rulings)):
            assert text.endswith((".", "!", "?")), one.id
            assert "{" not in text, one.id
            assert "  " not in text, one.id
            assert not re.search(r"(?<![\w-])-\d", text), f"{one.id}: a proper minus sign"


@EVERY
def test_every_ruling_says_that_it_is_ours(system: Game) -> None:
    for one in terms(system):
        assert all(ruling.endswith(" Our ruling.") for ruling in one.rulings), one.id


@EVERY
def test_figures_stand_under_columns(system: Game) -> None:
    for chapter in system.reference():
        for part in chapter.parts:
            if isinstance(part, Terms | Table):
                for row in part.rows:
                    assert len(row.figures) in ({len(part.columns)} | {0}), row.id
            if isinstance(part, Table):
                assert part.columns
                assert part.head
                assert all(row.figures for row in part.rows)


@EVERY
def test_what_is_pointed_at_is_there_and_elsewhere(system: Game) -> None:
    known = {one.id for one in terms(system)}
    for one in terms(system):
        assert set(one.see) <= known - {one.id}, one.id


@EVERY
def test_a_term_is_found_by_its_name_first_and_by_every_alias(system: Game, drawn: Drawn) -> None:
    index = Index(system.reference())
    for one in drawn(terms(system), every=4):
        for name in (one.name, *one.aliases):
            best = [found.term for found in index.search(name) if found.term]
            assert one in best, name
            assert any(anchor_id(name) == anchor_id(n) for n in (best[0].name, *best[0].aliases))


@EVERY
def test_a_chapter_is_found_by_its_name(system: Game) -> None:
    index = Index(system.reference())
    for chapter in system.reference():
        assert SearchHit(chapter) in index.search(chapter.name)


@EVERY
@pytest.mark.parametrize("words", ["", " ", "\0", "…", "-", "%_'\"", "qqqqqq", "🚀", "\ud800"])
def test_what_is_nowhere_is_not_found(words: str, system: Game) -> None:
    assert Index(system.reference()).search(words) == []


@EVERY
def test_all_that_a_sheet_shows_a_figure_for_by_name_is_explained(system: Game) -> None:
    """Traits, defenses and points of an empty character; things that are carried have their own."""
    index = Index(system.reference())
    for key in Character(system, system.empty()).sheet.figures:
        assert index.find(key), key


# --- how it is found


def row(id: str, name: str, text: str = "", *aliases: str) -> Term:
    return Term(id, name, text, source="a book", aliases=aliases, keys=(f"gear.{id}",))


def index(*rows: Term) -> Index:
    return Index((Chapter("c", "Chapter", "All", "About it.", "a book", (Terms("p", "P", rows),)),))


def ids(found: list[SearchHit]) -> list[str]:
    return [one.anchor for one in found]


def test_two_terms_of_one_id_are_refused() -> None:
    with pytest.raises(ValueError, match="two terms have the id a"):
        index(row("a", "A"), row("a", "B"))


def test_the_whole_name_comes_before_its_beginning_and_that_before_the_text() -> None:
    found = index(
        row("d", "Other", "A pilot flies."),
        row("c", "Old pilot"),
        row("b", "Pilot droid"),
        row("a", "Pilot"),
    )
    assert ids(found.search("pilot")) == ["a", "b", "c", "d"]


def test_every_word_has_to_be_there_in_any_order_and_may_be_cut_short() -> None:
    found = index(row("a", "Ion cannon"), row("b", "Cannon"), row("c", "Concussion cannon"))
    assert ids(found.search("CANN ion")) == ["a"]


def test_signs_count_for_nothing() -> None:
    found = index(row("x", "X-Wing"), row("t", "Twilek", "", "Twi'lek"))
    assert ids(found.search("x wing")) == ids(found.search("X-WING!")) == ["x"]
    assert ids(found.search("twi'lek")) == ["t"]


def test_a_term_is_found_by_its_id_and_by_the_key_of_a_figure() -> None:
    found = index(row("skills-pilot", "Pilot"), row("weapons-knife", "Knife"))
    for key in ("skills-pilot", "skills.pilot", "Skills.Pilot", "gear.weapons-knife"):
        assert found.find(key), key
    assert found.find("skills.pilots") is None
    assert found.find("") is None
