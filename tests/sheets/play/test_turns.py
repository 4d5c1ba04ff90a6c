"""Harm, turns, and what simply happens."""

from collections.abc import Callable
from typing import Any

from django.test import Client

from sheets.models import Character
from tests.sheets.play.pages import HTMX, show, text


def test_damage_is_typed_foreseen_applied_and_taken_back(
    ines: Client, send: Callable[..., Any], hurt: Character
) -> None:
    # STR 2D: Soak 2, and what gets through wounds from 3 up to 5.
    page = text(show(ines, hurt, "panel/harm/", damage="6"))
    assert "4 gets through: wounded." in page
    assert "Apply" in page
    assert "4 gets through: wounded." in text(send(hurt, "do/harm/", damage="6"))
    assert Character.objects.get(pk=hurt.pk).marks["wounds"] == 2
    assert "2 wounds: −2D" in text(show(ines, hurt))
    response = send(hurt, "take-back/1/", headers={})
    assert response["Location"].endswith("/table/#line-2")
    assert Character.objects.get(pk=hurt.pk).marks["wounds"] == 1
    assert send(hurt, "take-back/1/", headers=HTMX).status_code == 409


def test_a_hit_that_is_taken_back_does_not_read_as_a_new_one(
    ines: Client, send: Callable[..., Any], hurt: Character
) -> None:
    send(hurt, "do/harm/", damage="6")
    back = send(hurt, "take-back/1/", headers=HTMX)
    page = text(show(ines, hurt))
    assert "Undone 6 damage Wounds −1" in page
    assert page.index("Undone 6 damage") < page.index("4 gets through: wounded.")
    assert "Undone: 6 damage." in text(back)
    log = b"".join(ines.get(f"/characters/{hurt.public_id}/log.txt").streaming_content)
    assert b"    Undoes number 1: 6 damage\n" in log


def test_damage_that_nobody_typed_is_asked_for(send: Callable[..., Any], hurt: Character) -> None:
    response = send(hurt, "do/harm/", damage="")
    assert response.status_code == 422
    assert "Enter the damage rolled, 0 or more." in text(response)


def test_actions_are_declared_and_a_new_turn_counts_them_anew(
    ines: Client, send: Callable[..., Any], hurt: Character
) -> None:
    page = text(send(hurt, "declare/", headers=HTMX, actions="3"))
    assert "Next action: −2D" in page
    assert send(hurt, "declare/", headers=HTMX, actions="9").status_code == 422
    assert send(hurt, "declare/", headers={}, actions="9").status_code == 422
    assert "3 actions" not in text(send(hurt, "do/turn/", headers=HTMX))


def test_what_happens_is_told_in_words(
    make_character: Callable[..., Character],
    vessa: dict[str, Any],
    ines: Client,
    send: Callable[..., Any],
) -> None:
    vessa["build"].update(profession="jedi-padawan", skills=["stealth", "deceive", "sense"])
    padawan = make_character(vessa, finished=True)
    assert "What happens" in text(show(ines, padawan, "panel/feat/"))
    response = send(padawan, "do/feat/", note="The <b>door</b> opens")
    assert "The &lt;b&gt;door&lt;/b&gt; opens" in response.content.decode()
    assert "Force Points 0" in text(show(ines, padawan))
    assert "You have no Force Points left." in text(show(ines, padawan))


def test_played_quickly_a_hit_is_a_wound_with_one_press(
    make_character: Callable[..., Character],
    vessa: dict[str, Any],
    ines: Client,
    send: Callable[..., Any],
) -> None:
    quick = make_character({**vessa, "house": {"quickplay": True}}, finished=True)
    assert f'action="/characters/{quick.public_id}/table/do/harm/"' in (
        show(ines, quick).content.decode()
    )
    assert "A hit: wounded." in text(send(quick, "do/harm/", headers=HTMX))
    assert Character.objects.get(pk=quick.pk).marks == {"wounds": 1}
