"""The one way in which anything is written."""

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404

from sheets import form_data
from sheets.access import CharacterAccess
from sheets.errors import Conflict
from sheets.models import Character, Identity, Owner, Receipt
from sheets.writes import Mine, Operation, ReceiptKey, answered, stored


class Count(Operation[Owner, dict[str, int]]):
    """Answers with a number."""

    n: int

    def save(self) -> dict[str, int]:
        return {"n": self.n}


class MustNotRun(Operation[Any, None]):
    """Fails where it is done."""

    verb = "count"
    n: int = 1

    def save(self) -> None:
        pytest.fail("this must not run")


class Nothing(Operation[Owner, None]):
    """Answers nothing."""

    verb = "count"
    n: int = 1

    def save(self) -> None:
        pass


class NameHalf(Operation[Character, None]):
    """Fails in the middle."""

    def save(self) -> None:
        self.row.name = "half"
        self.row.save()
        raise ZeroDivisionError


@pytest.fixture
def key() -> str:
    return form_data.new_key()


@pytest.fixture
def mine(ines_owner: Owner) -> Mine:
    return Mine(ines_owner)


def access_to(character: Character) -> CharacterAccess:
    return CharacterAccess(
        Identity(visitor_hash=character.owner.visitor_hash or ""), character.public_id
    )


def test_the_outcome_is_kept_under_the_forms_key(mine: Mine, key: str) -> None:
    form = Count(mine, n=1, key=key)
    assert answered(mine.owner.pk, form.receipt) is None
    assert form.run() == {"n": 1}
    again = Count(mine, n=1, key=key)
    assert again.run() == {"n": 1}
    assert (form.is_saved, again.is_saved) == (True, False)
    assert Receipt.objects.count() == 1


def test_an_outcome_of_nothing_is_kept_too(mine: Mine, key: str) -> None:
    Nothing(mine, key=key).run()
    assert MustNotRun(mine, key=key).run() is None


def test_the_same_key_with_other_content_is_a_conflict_and_nothing_runs(
    mine: Mine, key: str
) -> None:
    Count(mine, n=1, key=key).run()
    with pytest.raises(Conflict):
        MustNotRun(mine, n=2, key=key).run()


def test_a_form_without_a_key_is_answered_every_time(mine: Mine) -> None:
    assert Count(mine, n=1).run() == {"n": 1}
    assert Count(mine, n=2).run() == {"n": 2}
    assert not Receipt.objects.exists()


def test_a_change_that_fails_leaves_nothing(draft: Character, key: str) -> None:
    with pytest.raises(ZeroDivisionError):
        NameHalf(access_to(draft), key=key).run()
    assert Character.objects.get().name == ""
    assert not Receipt.objects.exists()


def test_who_may_change_a_character_is_decided_with_its_row_locked(
    draft: Character, ready_made: Character, tom: object
) -> None:
    stranger = Character.objects.get(name="Brakka").owner.visitor_hash or ""
    with pytest.raises(Http404):
        MustNotRun(CharacterAccess(Identity(visitor_hash=stranger), draft.public_id)).run()
    with pytest.raises(PermissionDenied):
        MustNotRun(CharacterAccess(Identity(visitor_hash=stranger), ready_made.public_id)).run()
    mine = access_to(draft)
    Character.objects.filter(pk=draft.pk).delete()
    with pytest.raises(Http404):
        MustNotRun(mine).run()


def test_forms_are_told_apart_by_every_word() -> None:
    contents = (("a", "b"), ("ab",), ("a", "b", ""))
    assert len({ReceiptKey("k", content).digest for content in contents}) == 3


class Ask(Operation[Owner, None]):
    """Asks for all kinds of things."""

    number: int | None
    texts: tuple[str, ...]
    fields: dict[str, tuple[str, ...]]
    may: Any = None


def test_a_receipt_compares_the_verb_every_field_and_the_subject(
    mine: Mine, draft: Character
) -> None:
    asked = Ask(mine, number=None, texts=("a", "b"), fields={"y": ("1", "2"), "x": ()}, may=print)
    assert asked.content == ("ask", "", "a", "b", "y=1", "y=2")
    assert NameHalf(access_to(draft)).content == ("name half", str(draft.public_id))


@pytest.mark.parametrize("field", ["wishes", "marks", "situation", "aside"])
def test_whatever_is_saved_of_a_character_shows_that_it_changed(
    draft: Character, field: str
) -> None:
    seen = stored(Character.objects.get(pk=draft.pk))
    draft.save(update_fields=[field])
    assert stored(Character.objects.get(pk=draft.pk)) != seen


def test_whatever_is_updated_of_characters_shows_that_it_changed(draft: Character) -> None:
    rows = Character.objects.filter(pk=draft.pk)
    seen = stored(rows.get())
    rows.update(build={"concept": "A spy"})
    assert stored(rows.get()) != seen
    seen = stored(rows.get())
    changed = rows.get()
    changed.name = "Brakka"
    Character.objects.bulk_update([changed], ["name"])
    assert stored(rows.get()) != seen


def test_who_takes_a_character_over_has_not_edited_it(
    draft: Character, ready_made: Character
) -> None:
    rows = Character.objects.filter(pk=draft.pk)
    seen, edited = stored(rows.get()), rows.get().updated_at
    rows.update(owner=ready_made.owner)
    assert stored(rows.get()) != seen
    assert rows.get().updated_at == edited
