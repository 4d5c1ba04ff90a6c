"""The one way in which anything is written."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404

from sheets import form_data
from sheets.access import CharacterAccess
from sheets.errors import Conflict
from sheets.models import Character, Identity, Owner, Receipt
from sheets.writes import Form, answered, stored, write


@pytest.fixture
def form() -> Form:
    return Form(form_data.new_key(), ("rename", "a"))


@pytest.fixture
def mine(ines_owner: Owner) -> Callable[[], Owner]:
    return lambda: ines_owner


def must_not_run(_: Any) -> None:
    pytest.fail("this must not run")


def access_to(character: Character) -> CharacterAccess:
    return CharacterAccess(
        Identity(visitor_hash=character.owner.visitor_hash or ""), character.public_id
    )


def test_the_outcome_is_kept_under_the_forms_key(
    mine: Callable[[], Owner], form: Form, ines_owner: Owner
) -> None:
    assert answered(ines_owner.pk, form) is None
    assert write(mine, lambda _: {"n": 1}, form=form) == {"n": 1}
    assert write(mine, lambda _: {"n": 2}, form=form) == {"n": 1}
    assert Receipt.objects.count() == 1


def test_an_outcome_of_nothing_is_kept_too(mine: Callable[[], Owner], form: Form) -> None:
    write(mine, lambda _: None, form=form)
    assert write(mine, must_not_run, form=form) is None


def test_the_same_key_with_other_content_is_a_conflict_and_nothing_runs(
    mine: Callable[[], Owner], form: Form
) -> None:
    write(mine, lambda _: None, form=form)
    with pytest.raises(Conflict):
        write(mine, must_not_run, form=Form(form.key, ("rename", "b")))


def test_a_form_without_a_key_is_answered_every_time(mine: Callable[[], Owner]) -> None:
    assert write(mine, lambda _: 1, form=Form("", ("rename",))) == 1
    assert write(mine, lambda _: 2, form=Form("", ("rename",))) == 2
    assert not Receipt.objects.exists()


def test_a_change_that_fails_leaves_nothing(draft: Character, form: Form) -> None:
    def change(character: Character) -> None:
        character.name = "half"
        character.save()
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write(access_to(draft).lock, change, form=form)
    assert Character.objects.get().name == ""
    assert not Receipt.objects.exists()


def test_who_may_change_a_character_is_decided_with_its_row_locked(
    draft: Character, ready_made: Character, tom: object
) -> None:
    stranger = Character.objects.get(name="Brakka").owner.visitor_hash or ""
    with pytest.raises(Http404):
        write(CharacterAccess(Identity(visitor_hash=stranger), draft.public_id).lock, must_not_run)
    with pytest.raises(PermissionDenied):
        write(
            CharacterAccess(Identity(visitor_hash=stranger), ready_made.public_id).lock,
            must_not_run,
        )
    mine = access_to(draft)
    Character.objects.filter(pk=draft.pk).delete()
    with pytest.raises(Http404):
        write(mine.lock, must_not_run)


def test_forms_are_told_apart_by_every_word() -> None:
    digests = {Form("k", content).digest for content in (("a", "b"), ("ab",), ("a", "b", ""))}
    assert len(digests) == 3


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
