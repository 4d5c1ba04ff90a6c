"""A medpac on somebody else of the party: it is rolled here, and heals there."""

from collections.abc import Callable
from typing import Any

import pytest

from sheets.models import Character, LedgerEntry, Party, PlayLogEntry
from sheets.play import operations
from tests.dice import Fixed
from tests.sheets.cast import Person
from tests.sheets.parties.pages import SCOUNDREL, play, text

People = dict[str, Person]
Make = Callable[..., Character]
DOCTOR = {
    **SCOUNDREL,
    "build": {**SCOUNDREL["build"], "gear": [{"id": "medpac", "quantity": 2}]},
}


@pytest.fixture
def falls(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    dice = Fixed()
    monkeypatch.setattr(operations, "DICE", dice)
    return lambda *faces: setattr(dice, "faces", list(faces))


@pytest.fixture
def doc(in_party: Make) -> Character:
    """Femi's: Medicine 3D, Luck, two medpacs."""
    return in_party("Doc Brill", of="femi", document=DOCTOR)


@pytest.fixture
def vessa(in_party: Make) -> Character:
    """Ines's, with four wounds where STR 2D stands two: unconscious."""
    return in_party(document={"marks": {"wounds": 4, "unconscious": 1}})


def treat(person: Person, doc: Character, whom: object, path: str = "do/medpac/") -> Any:
    return play(person, doc, path, whom=str(whom))


def log(character: Character) -> list[tuple[str, str, bool]]:
    """Of each line its name, by whom it says it is, and whether that is a game master."""
    rows = PlayLogEntry.objects.filter(character=character).order_by("number")
    return [(row.content["name"], row.by, row.author_id is not None) for row in rows]


def panel(person: Person, character: Character, **asked: str) -> Any:
    return person.client.get(f"/characters/{character.public_id}/table/panel/medpac/", asked)


def test_those_of_the_party_are_chosen_by_name(
    people: People, doc: Character, vessa: Character, in_party: Make
) -> None:
    in_party("Draft", finished=False)
    in_party("Gone", archived=True)
    page = panel(people["femi"], doc).content.decode()
    assert f'<option value="{vessa.public_id}">Vessa Korr</option>' in page
    assert '<option value="somebody" selected>Someone else</option>' in page
    for name in ("Draft", "Gone", ">Doc Brill</option>"):
        assert name not in page
    chosen = panel(people["femi"], doc, whom=str(vessa.public_id)).content.decode()
    assert f'<option value="{vessa.public_id}" selected>Vessa Korr</option>' in chosen


def test_what_helps_heals_the_patient_and_stands_in_both_logs(
    people: People, doc: Character, vessa: Character, falls: Callable[..., None]
) -> None:
    falls(4, 4, 4)
    said = text(treat(people["femi"], doc, vessa.public_id))
    assert "12 against Easy 10: success" in said
    assert "Vessa Korr: One wound is healed. Awake again." in said
    vessa.refresh_from_db()
    assert vessa.marks == {"wounds": 3, "woken": 3}
    assert log(doc) == [("Medpac for Vessa Korr", "Femi", False)]
    assert log(vessa) == [("Treatment", "Doc Brill", False)]
    # The medpac was the healer's.
    (entry,) = LedgerEntry.objects.all()
    assert (entry.character_id, entry.content["kind"]) == (doc.pk, "use")


def test_what_does_not_help_may_after_a_point(
    people: People, doc: Character, vessa: Character, falls: Callable[..., None]
) -> None:
    falls(2, 2, 2)
    assert "No effect." in text(treat(people["femi"], doc, vessa.public_id))
    vessa.refresh_from_db()
    assert vessa.marks["wounds"] == 4
    falls(2, 3)
    said = text(play(people["femi"], doc, "point/1/"))
    assert "11 against Easy 10: success" in said
    assert "Vessa Korr: One wound is healed." in said
    vessa.refresh_from_db()
    assert vessa.marks["wounds"] == 3
    assert log(vessa) == [("Treatment", "Doc Brill", False)]


def test_somebody_without_a_name_is_treated_by_the_total(
    people: People, doc: Character, vessa: Character, falls: Callable[..., None]
) -> None:
    falls(4, 4, 4)
    said = text(treat(people["femi"], doc, "somebody"))
    assert "Your patient enters 12 under “Get treated”." in said
    assert log(vessa) == []
    assert "One wound is healed." in text(play(people["ines"], vessa, "do/treated/", total="12"))


def test_who_is_unhurt_or_elsewhere_is_not_treated_and_no_medpac_is_used_up(
    people: People, party: Party, doc: Character, in_party: Make, falls: Callable[..., None]
) -> None:
    unhurt = in_party("Lasso")
    elsewhere = in_party("Brakka", document={"marks": {"wounds": 1}})
    Character.objects.filter(pk=elsewhere.pk).update(party=None)
    dead = in_party("Old Tan", document={"marks": {"dead": 1, "wounds": 1}})
    away = in_party("Gone", document={"marks": {"wounds": 1}}, archived=True)
    for whom, why in (
        (unhurt, "This has no effect on Lasso now: You have no wounds to heal."),
        (elsewhere, "They are no longer in your party. Choose again."),
        (dead, "This has no effect on Old Tan now: Dead: no more rolls."),
        (away, "They are no longer in your party. Choose again."),
        (doc, "They are no longer in your party. Choose again."),
    ):
        response = treat(people["femi"], doc, whom.public_id)
        assert response.status_code == 422
        assert why in text(response)
    assert not PlayLogEntry.objects.exists()
    assert not LedgerEntry.objects.exists()


def test_a_stranger_treats_nobody(
    people: People, doc: Character, vessa: Character, falls: Callable[..., None]
) -> None:
    assert treat(people["ines"], doc, vessa.public_id).status_code == 403
    assert treat(people["xeno"], doc, vessa.public_id).status_code == 404
    assert log(vessa) == []


def test_taken_back_it_says_that_the_patient_stays_healed(
    people: People, doc: Character, vessa: Character, falls: Callable[..., None]
) -> None:
    falls(4, 4, 4)
    treat(people["femi"], doc, vessa.public_id)
    said = text(play(people["femi"], doc, "take-back/1/"))
    assert "Its effect on another character stays. Undo that in their log." in said
    vessa.refresh_from_db()
    assert vessa.marks["wounds"] == 3
    play(people["ines"], vessa, "take-back/1/")
    vessa.refresh_from_db()
    assert vessa.marks == {"wounds": 4, "unconscious": 1}


def test_the_same_form_sent_twice_treats_once(
    people: People, doc: Character, vessa: Character, falls: Callable[..., None]
) -> None:
    falls(4, 4, 4)
    key = "0" * 32
    for _ in range(2):
        play(people["femi"], doc, "do/medpac/", whom=str(vessa.public_id), key=key)
    vessa.refresh_from_db()
    assert vessa.marks["wounds"] == 3
