"""A query that is turned into SQL once returns what it would if it were built each time."""

import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core.exceptions import FieldDoesNotExist
from django.db import DatabaseError, transaction
from django.db.models import Q, QuerySet
from django.db.transaction import TransactionManagementError
from pytest_django import DjangoAssertNumQueries

from sheets.models import Character, Identity
from sheets.models.compiled import CompiledQuery
from tests.sheets.cast import Person


def test_each_person_gets_their_own_rows(
    in_party: Callable[..., Character], people: dict[str, Person]
) -> None:
    built = []

    def visible(who: Identity, id: uuid.UUID) -> QuerySet[Character]:
        built.append(who)
        return Character.documents.visible_to(who).select_related("owner").filter(public_id=id)

    query = CompiledQuery(visible)
    vessa = in_party("Vessa")
    users = [person.owner.user_id for person in people.values() if person.owner.user_id]
    for who in [*(Identity(user=user) for user in users), Identity(visitor_hash="x"), Identity()]:
        expected = visible(who, vessa.public_id).first()
        found = query.first(who, vessa.public_id)
        assert found == expected
        assert found is None or found.owner.user_id == vessa.owner.user_id
        assert query.first(who, uuid.uuid4()) is None
    # Users, visitors, and nobody: three kinds of query.
    assert len(built) - len(users) - 2 == 3


def test_what_finds_nothing_whatever_is_stored_asks_nothing(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    nothing = CompiledQuery(Character.objects.belonging_to)
    with django_assert_num_queries(0):
        assert nothing.rows(Identity()) == []


def test_a_number_that_no_column_holds_finds_nothing_and_asks_nothing(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    by_number = CompiledQuery[Character](lambda id: Character.documents.filter(pk=id))
    with django_assert_num_queries(0):
        assert by_number.first(2**63) is None
        assert by_number.first(-(2**63) - 1) is None
    with django_assert_num_queries(1):
        assert by_number.first(2**63 - 1) is None


def test_a_value_that_stands_twice_is_put_in_twice(in_party: Callable[..., Character]) -> None:
    names = CompiledQuery[Character](
        lambda name: Character.objects.filter(Q(name=name) | Q(player=name)).values_list(
            "player", flat=True
        )
    )
    in_party("Vessa")
    Character.objects.update(player="Ines")
    assert names.column("Vessa") == ["Ines"]
    assert names.column("Ines") == ["Ines"]
    assert names.column("Orrin") == []


@pytest.mark.django_db(transaction=True)
def test_rows_are_locked_in_a_transaction_only() -> None:
    locked = CompiledQuery[Character](
        lambda id: Character.objects.filter(pk=id).select_for_update()
    )
    with transaction.atomic():
        assert locked.rows(1) == []
    with pytest.raises(TransactionManagementError, match="in a transaction"):
        locked.rows(1)


@pytest.mark.django_db
def test_a_time_is_compared_as_the_database_has_it() -> None:
    noon = datetime(2026, 11, 27, 12, tzinfo=UTC)
    for key, ends in (("first", noon), ("second", noon + timedelta(microseconds=1))):
        Session.objects.create(session_key=key, session_data="", expire_date=ends)
    open_at = CompiledQuery[Session](lambda now: Session.objects.filter(expire_date__gt=now))
    assert [row.pk for row in open_at.rows(noon)] == ["second"]
    assert {row.pk for row in open_at.rows(noon - timedelta(hours=1))} == {"first", "second"}
    assert open_at.rows(noon + timedelta(hours=1)) == []


def test_a_value_that_becomes_a_part_of_another_is_refused() -> None:
    query = CompiledQuery[Character](lambda word: Character.objects.filter(search__contains=word))
    with pytest.raises(ValueError, match="as they are"):
        query.rows("Vessa")


@pytest.mark.django_db
def test_a_row_takes_the_named_fields_and_no_others(in_party: Callable[..., Character]) -> None:
    vessa = in_party("Vessa")
    edited = vessa.updated_at
    vessa.name, vessa.player, vessa.marks, vessa.rebuilding = "Orrin", "Lee", {"wounds": 1}, None
    vessa.finished_at = noon = datetime(2026, 11, 27, 12, tzinfo=UTC)
    vessa.save(update_fields=["name", "marks", "rebuilding", "finished_at"])
    stored = Character.objects.get(pk=vessa.pk)
    assert (stored.name, stored.player, stored.marks) == ("Orrin", "Ines", {"wounds": 1})
    assert (stored.rebuilding, stored.finished_at) == (None, noon)
    assert stored.updated_at == vessa.updated_at > edited


@pytest.mark.django_db
def test_a_row_that_is_gone_is_not_written(in_party: Callable[..., Character]) -> None:
    vessa, orrin = in_party("Vessa"), in_party("Orrin")
    Character.objects.filter(pk=vessa.pk).delete()
    with pytest.raises(DatabaseError, match="gone"), transaction.atomic():
        vessa.save(update_fields=["name"])
    assert Character.objects.get(pk=orrin.pk).name == "Orrin"
    with pytest.raises(FieldDoesNotExist):
        orrin.save(update_fields=["surname"])
