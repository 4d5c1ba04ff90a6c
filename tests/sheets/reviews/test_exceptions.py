"""Exceptions that a game master accepts for a character: each with its reason, seen by all."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from sheets.models import Character
from tests.sheets.cast import Person
from tests.sheets.example_characters import VESSA
from tests.sheets.pages import markup

People = dict[str, Person]
InParty = Callable[..., Character]

SWIM = {"code": "too-many-picks", "where": "build.skills[3]"}
SPECIES = {"code": "unknown-species", "where": "build.species"}
JUGGLING = {"code": "unknown-skill", "where": "build.skills[3]"}
UNKNOWN = ["stealth", "deceive", "blasters", "juggling"]
FEW = {"code": "too-few-picks", "where": "build.skills"}
TOO_MANY = "You can pick only 3 skills. Uncheck Swim."


@pytest.fixture
def wrong(in_party: InParty) -> Character:
    """Vessa with a skill too many, of a species that no table has."""
    build = copy.deepcopy(VESSA["build"]) | {
        "skills": ["stealth", "deceive", "blasters", "swim"],
        "species": "ewok",
    }
    return in_party(document={"build": build})


def judged(character: Character, part: str = "") -> str:
    assert character.party is not None
    return f"/parties/{character.party.public_id}/reviews/{character.public_id}/{part}"


def about(problem: dict[str, str], reason: str = "") -> dict[str, str]:
    """A problem as the page's form names it, and the reason that was typed there."""
    place = f"{problem['code']} {problem['where']}"
    return {"place": place, f"why.{place}": reason}


def send(client: Client, character: Character, part: str, **sent: str) -> Any:
    """Sends the form of the page as it is now."""
    page = client.get(judged(character)).context
    shown = {"version": str(page["character"].version), "seen": page["standing"].seen}
    return client.post(judged(character, part), {**shown, **sent})


def claim(character: Character, *accepted: dict[str, str]) -> None:
    """The character came from elsewhere, as a document that says so."""
    Character.objects.filter(pk=character.pk).update(
        house={"accepted": list(accepted)}, house_confirmed=False
    )


def stored(character: Character) -> tuple[list[dict[str, str]], bool]:
    row = Character.objects.get(pk=character.pk)
    return row.house.get("accepted", []), row.house_confirmed


def standing(client: Client, character: Character) -> list[str]:
    """The codes of the problems that stand on its sheet."""
    context = client.get(f"/characters/{character.public_id}/").context
    return [problem.code for problem in context["problems"]]


def test_a_problem_is_accepted_with_a_reason_that_stands_on_screen_and_paper(
    ines: Client,
    greta: Client,
    wrong: Character,
    people: People,
    pdf_text: Callable[[bytes], str],
) -> None:
    assert standing(ines, wrong) == ["unknown-species", "too-many-picks"]
    answer = send(greta, wrong, "accept/", **about(SWIM, "She grew up by the sea."))
    assert answer["Location"] == judged(wrong)
    assert stored(wrong) == ([{**SWIM, "reason": "She grew up by the sea."}], True)
    assert standing(ines, wrong) == ["unknown-species"]
    url = f"/characters/{wrong.public_id}/"
    told = f"{TOO_MANY} Your GM accepts it: “She grew up by the sea.”"
    assert told in markup(ines.get(url).content.decode())
    assert "The GM accepts it: “She" in markup(people["femi"].client.get(url).content.decode())
    for kind in ("classic", "full"):
        paper = " ".join(pdf_text(ines.get(f"{url}sheet.pdf?kind={kind}").content).split())
        assert f"{TOO_MANY} “She grew up by the sea.”" in paper
    ((fault, reason),) = greta.get(judged(wrong)).context["examined"].accepted
    assert (fault.problem.code, reason) == ("too-many-picks", "She grew up by the sea.")


def test_an_acceptance_is_taken_back(ines: Client, greta: Client, wrong: Character) -> None:
    send(greta, wrong, "accept/", **about(SWIM, "Fine."))
    send(greta, wrong, "accept/", **about(SPECIES, "Fine."))
    assert standing(ines, wrong) == []
    page = send(greta, wrong, "reject/", **about(SWIM))
    assert page.status_code == 200
    # Its reason is at hand: one press accepts it again.
    place = f"{SWIM['code']} {SWIM['where']}"
    assert page.context["typed"] == {f"why.{place}": "Fine."}
    assert standing(ines, wrong) == ["too-many-picks"]
    assert stored(wrong) == ([{**SPECIES, "reason": "Fine."}], True)
    assert send(greta, wrong, "reject/", **about(SWIM)).status_code == 422


def test_another_reason_takes_the_place_of_the_first(greta: Client, wrong: Character) -> None:
    for reason in ("First.", "Second."):
        send(greta, wrong, "accept/", **about(SWIM, reason))
    assert stored(wrong)[0] == [{**SWIM, "reason": "Second."}]


@pytest.mark.parametrize(
    ("problem", "reason", "said"),
    [
        (SWIM, " ", "Enter a reason."),
        (SWIM, "x" * 501, "Use at most 500 characters"),
        (SWIM, "a\x00b", "control character"),
        ({**SWIM, "where": "build.skills[9]"}, "Fine.", "already fixed"),
        ({"code": "no-such", "where": "build.species"}, "Fine.", "already fixed"),
    ],
)
def test_what_cannot_be_accepted_is_422_and_what_was_typed_stays(
    problem: dict[str, str], reason: str, said: str, greta: Client, wrong: Character
) -> None:
    answer = send(greta, wrong, "accept/", **about(problem, reason))
    assert answer.status_code == 422
    assert said in answer.context["errors"]["reason"]
    assert said in answer.content.decode()
    if problem == SWIM and reason.strip():
        assert f"{reason}</textarea>" in answer.content.decode()
    assert stored(wrong) == ([], False)


def test_on_a_character_that_changed_meanwhile_nothing_is_accepted(
    greta: Client, wrong: Character
) -> None:
    page = greta.get(judged(wrong)).context
    form = {"version": page["character"].version, "seen": page["standing"].seen}
    Character.objects.update(version=7)
    taken = greta.post(judged(wrong, "accept/"), {**form, **about(SWIM, "Fine.")})
    assert taken.status_code == 409
    assert "Fine.</textarea>" in taken.content.decode()
    assert greta.post(judged(wrong, "reject/"), {**form, **about(SWIM)}).status_code == 409
    assert stored(wrong) == ([], False)


def test_a_button_pressed_twice_accepts_once(greta: Client, wrong: Character) -> None:
    page = greta.get(judged(wrong)).context
    form = {"version": page["character"].version, "seen": page["standing"].seen, "key": "a" * 32}
    for _ in range(2):
        answer = greta.post(judged(wrong, "accept/"), {**form, **about(SWIM, "Fine.")})
        assert answer.status_code == 302
    assert Character.objects.get().version == 2


def test_what_else_was_typed_on_the_page_stays(greta: Client, wrong: Character) -> None:
    typed = {"reason.edge": "Not here.", "answer": "Nearly.", **about(SPECIES, "Small.")}
    for part in ("accept/", "reject/"):
        answer = send(greta, wrong, part, **{**typed, **about(SWIM, "Fine.")})
        assert answer.status_code == 200
        page = answer.content.decode()
        for words in ("Not here.", "Nearly.", "Small."):
            assert f"{words}</textarea>" in page
    assert "Fine.</textarea>" in page
    assert stored(wrong) == ([], True)


def test_put_away_nothing_is_accepted(greta: Client, wrong: Character) -> None:
    Character.objects.update(archived_at=timezone.now())
    assert send(greta, wrong, "accept/", **about(SWIM, "Fine.")).status_code == 409
    assert stored(wrong) == ([], False)


# --- what a document claims


def test_accepting_one_problem_confirms_no_claim_about_another(
    ines: Client, greta: Client, wrong: Character
) -> None:
    claim(wrong, {**SWIM, "reason": "They let me."}, {"code": "overspent", "where": "build.gear"})
    examined = greta.get(judged(wrong)).context["examined"]
    assert [(one.problem.code, one.claim) for one in examined.claims] == [
        ("too-many-picks", "They let me.")
    ]
    assert "They let me." in ines.get(f"/characters/{wrong.public_id}/").content.decode()
    send(greta, wrong, "accept/", **about(SPECIES, "A small one."))
    assert stored(wrong) == ([{**SPECIES, "reason": "A small one."}], True)
    assert standing(ines, wrong) == ["too-many-picks"]


def test_a_claim_that_a_game_master_repeats_counts(
    ines: Client, greta: Client, wrong: Character
) -> None:
    claim(wrong, {**SWIM, "reason": "They let me."}, {**SPECIES, "reason": "A small one."})
    assert standing(ines, wrong) == ["unknown-species", "too-many-picks"]
    send(greta, wrong, "accept/", **about(SWIM, "So do I."))
    assert stored(wrong) == ([{**SWIM, "reason": "So do I."}], True)
    assert standing(ines, wrong) == ["unknown-species"]


def test_all_claims_are_repeated_at_once_but_for_those_about_nothing(
    ines: Client, greta: Client, wrong: Character
) -> None:
    unfounded = {"code": "overspent", "where": "build.gear", "reason": "In case I do."}
    claims = [{**SWIM, "reason": "They let me."}, {**SPECIES, "reason": "A small one."}]
    claim(wrong, *claims, unfounded)
    assert send(greta, wrong, "accept/", claims="yes").status_code == 302
    assert stored(wrong) == (claims, True)
    assert standing(ines, wrong) == []
    assert send(greta, wrong, "accept/", claims="yes").status_code == 422


def test_a_claim_can_be_dropped_without_confirming_the_others(
    ines: Client, greta: Client, wrong: Character
) -> None:
    claim(wrong, {**SWIM, "reason": "They let me."}, {**SPECIES, "reason": "A small one."})
    send(greta, wrong, "reject/", **about(SWIM))
    assert stored(wrong) == ([{**SPECIES, "reason": "A small one."}], False)
    assert standing(ines, wrong) == ["unknown-species", "too-many-picks"]


def test_what_is_accepted_and_no_problem_any_more_is_told_and_taken_back(
    greta: Client, wrong: Character
) -> None:
    send(greta, wrong, "accept/", **about(SWIM, "Fine."))
    row = Character.objects.get()
    row.build["skills"] = ["stealth", "deceive", "blasters"]
    row.save()
    page = greta.get(judged(wrong))
    ((one, place),) = page.context["examined"].left_over
    assert (one.code, one.reason, place) == ("too-many-picks", "Fine.", "Skills")
    assert "No longer needed: Skills<" in page.content.decode()
    send(greta, wrong, "reject/", **about(SWIM))
    assert stored(wrong)[0] == []


def test_a_draft_whose_open_points_are_accepted_can_be_finished(
    ines: Client, greta: Client, in_party: InParty
) -> None:
    build = {**VESSA["build"], "skills": ["stealth", "deceive"]}
    draft = in_party(finished=False, document={"build": build})
    url = f"/characters/{draft.public_id}/finish/"
    assert ines.post(url).status_code == 422
    send(greta, draft, "accept/", **about(FEW, "Old age."))
    assert ines.post(url).status_code == 302


def test_an_exported_document_carries_the_reason_and_comes_back_as_a_claim(
    ines: Client, greta: Client, wrong: Character
) -> None:
    send(greta, wrong, "accept/", **about(SWIM, "Fine."))
    kept = ines.get(f"/characters/{wrong.public_id}/document.json").content.decode()
    assert json.loads(kept)["house"]["accepted"] == [{**SWIM, "reason": "Fine."}]
    ines.post("/characters/import/", {"pasted": kept})
    assert stored(Character.objects.latest("pk")) == ([{**SWIM, "reason": "Fine."}], False)


# --- what is accepted counts


def skill(client: Client, character: Character, key: str) -> str:
    """The code of a skill on the sheet."""
    context = client.get(f"/characters/{character.public_id}/").context
    return str(context["sheet"].figures[f"skills.{key}"].code)


def test_what_is_accepted_counts_on_every_sheet_until_it_is_taken_back(
    ines: Client, greta: Client, wrong: Character, pdf_text: Callable[[bytes], str]
) -> None:
    # A spy of no species: STR 1D, and a die in Swim.
    assert skill(ines, wrong, "swim") == "1D"
    send(greta, wrong, "accept/", **about(SWIM, "By the sea."))
    assert skill(ines, wrong, "swim") == "2D"
    url = f"/characters/{wrong.public_id}/"
    assert "Swim +1D 2D" in " ".join(pdf_text(ines.get(f"{url}sheet.pdf").content).split())
    now = ines.get(f"{url}table/").context["now"]
    assert now.pools["skills.swim"].code == "2D"
    send(greta, wrong, "reject/", **about(SWIM))
    assert skill(ines, wrong, "swim") == "1D"


def test_a_claim_counts_for_nothing_until_a_game_master_repeats_it(
    ines: Client, greta: Client, wrong: Character
) -> None:
    claim(wrong, {**SWIM, "reason": "They let me."})
    assert skill(ines, wrong, "swim") == "1D"
    send(greta, wrong, "accept/", claims="yes")
    assert skill(ines, wrong, "swim") == "2D"


def test_in_the_steps_what_was_accepted_is_done(
    ines: Client, greta: Client, in_party: InParty
) -> None:
    build = {**VESSA["build"], "skills": ["stealth", "deceive", "blasters", "swim"]}
    draft = in_party(finished=False, document={"build": build})
    review = f"/characters/{draft.public_id}/build/review/"
    assert ines.get(review).context["open_count"] == 1
    send(greta, draft, "accept/", **about(SWIM, "By the sea."))
    page = ines.get(review)
    assert page.context["open_count"] == 0
    assert [step.problems for step in page.context["steps"]] == [()] * 8
    assert "All done" in markup(page.content.decode())
    skills = markup(ines.get(f"/characters/{draft.public_id}/build/skills/").content.decode())
    assert "4 of 4</b> picked" in skills
    assert "too many" not in skills


def test_what_cannot_count_is_not_offered_to_be_accepted_and_says_why(
    ines: Client, greta: Client, in_party: InParty
) -> None:
    lost = in_party(document={"build": {**VESSA["build"], "skills": UNKNOWN}})
    place = f"{JUGGLING['code']} {JUGGLING['where']}"
    page = greta.get(judged(lost)).content.decode()
    assert "Cannot be accepted. The rules have no entry for this" in page
    assert f"why.{place}" not in page
    answer = send(greta, lost, "accept/", **about(JUGGLING, "Why not."))
    assert answer.status_code == 422
    assert "The rules have no entry for this" in answer.context["errors"]["reason"]
    assert stored(lost) == ([], False)


def test_what_was_once_accepted_and_cannot_count_stands(ines: Client, in_party: InParty) -> None:
    lost = in_party(document={"build": {**VESSA["build"], "skills": UNKNOWN}})
    Character.objects.filter(pk=lost.pk).update(
        house={"accepted": [{**JUGGLING, "reason": "Why not."}]}, house_confirmed=True
    )
    assert standing(ines, lost) == ["unknown-skill"]


def test_a_rebuild_keeps_what_was_accepted_of_the_build(
    ines: Client, greta: Client, in_party: InParty, people: People
) -> None:
    build = {**VESSA["build"], "skills": ["stealth", "deceive", "blasters", "swim"]}
    vessa = in_party(document={"build": build})
    send(greta, vessa, "accept/", **about(SWIM, "By the sea."))
    url = f"/characters/{vessa.public_id}/"
    ines.post(f"{url}rebuild/")
    anew = {**build, "concept": "Older"}
    Character.objects.filter(pk=vessa.pk).update(
        rebuilding={"name": "Vessa Korr", "player": "Ines", "build": anew}
    )
    version = str(Character.objects.get(pk=vessa.pk).version)
    done = ines.post(f"{url}rebuild/finish/", {"version": version})
    assert done.status_code == 302
    assert standing(ines, vessa) == []
    assert skill(ines, vessa, "swim") == "3D"
