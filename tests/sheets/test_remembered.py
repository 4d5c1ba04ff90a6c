"""Values worked out from a character are cached until anything of it changes."""

from collections.abc import Callable

import pytest
from pytest_django import DjangoAssertNumQueries

from sheets.models import Character
from sheets.models.character import STAMP
from sheets.remembered import Remembered
from sheets.storage import StoredCharacter
from tests.sheets.cast import Person


@pytest.fixture
def asked() -> list[str]:
    return []


@pytest.fixture
def question(asked: list[str]) -> Remembered[str]:
    def name(stored: StoredCharacter) -> str:
        asked.append(stored.document.name)
        return stored.document.name

    return Remembered(name)


def test_it_is_asked_again_only_after_a_change(
    in_party: Callable[..., Character],
    people: dict[str, Person],
    question: Remembered[str],
    asked: list[str],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    del people
    first, second = in_party("Vessa"), in_party("Orrin")

    def rows() -> list[Character]:
        return list(Character.documents.order_by("pk").only(*STAMP))

    assert question.of(rows()) == ["Vessa", "Orrin"]
    with django_assert_num_queries(1):
        assert question.of(rows()) == ["Vessa", "Orrin"]
    Character.objects.filter(pk=second.pk).update(name="Orra")
    # The stamps, the changed row, its ledger.
    with django_assert_num_queries(3):
        assert question.of(rows()) == ["Vessa", "Orra"]
    assert asked == ["Vessa", "Orrin", "Orra"]
    Character.objects.filter(pk=first.pk).update(system="no-such-game")
    damaged, other = question.of(rows())
    assert "The game of this character isn't on this site." in getattr(damaged, "told", "")
    assert other == "Orra"
