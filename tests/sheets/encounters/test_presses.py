"""The presses that an attack and a round take in each game, counted on the page of the fight: each
time the button is pressed that the page offers next, in its form as it stands there.
"""

from __future__ import annotations

from collections.abc import Callable
from html.parser import HTMLParser
from random import Random

import pytest

from sheets.models import Combatant
from sheets.play import operations
from tests.sheets.encounters.exchanges import Exchange, Highest, new_exchange

__all__ = ("new_exchange",)
pytestmark = pytest.mark.usefixtures("by_one")
# Beside each game the presses until a hit is in the marks: of a player, who rolls both and waits
# for the game master; of a game master's opponent, whose damage is rolled with a hit.
PLAYER = {
    "hyperspace-d6": ("ines Roll", "ines Roll damage", "greta takes it"),
    "rules-sheet-d6": ("ines Roll", "ines Roll damage", "greta takes it"),
    "empire-ascendant": ("ines Roll", "ines Roll damage", "greta takes it"),
    "storytelling-d10": ("ines Roll", "greta Defend", "ines Roll damage", "greta takes it"),
}
OPPONENT = {
    "hyperspace-d6": ("greta Roll", "greta takes it"),
    "rules-sheet-d6": ("greta Roll", "greta takes it"),
    "empire-ascendant": ("greta Roll", "greta takes it"),
    "storytelling-d10": ("greta Roll", "ines Defend", "greta Roll damage and take it"),
}
# A round in which both hit: those presses, and two that go on to the next turn.
ROUND = {
    "hyperspace-d6": 7,
    "rules-sheet-d6": 7,
    "empire-ascendant": 7,
    "storytelling-d10": 9,
}
# Buttons that go on with an attack, by who is asked first.
NEXT = (
    ("ines", "Defend"),
    ("greta", "Defend"),
    ("ines", "Roll damage"),
    ("greta", "Roll damage and take it"),
    ("greta", "takes it"),
)


class Lowest(Random):
    """Dice that show a 2, which never succeeds and never botches."""

    def randint(self, a: int, b: int) -> int:
        assert (a, b > 1) == (1, True)
        return 2


class Forms(HTMLParser):
    """The forms of a page: where each goes, what it sends, and the words on its buttons."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[tuple[str, dict[str, list[str]], list[str]]] = []
        self._select = ""
        self._in_button = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append((values.get("action", ""), {}, []))
        if not self.forms:
            return
        _, sent, buttons = self.forms[-1]
        if tag == "input" and (
            values.get("type") not in ("checkbox", "radio") or "checked" in values
        ):
            sent.setdefault(values.get("name", ""), []).append(values.get("value", ""))
        if tag == "select":
            self._select = values["name"]
        if tag == "option" and self._select:
            if "selected" in values:
                sent[self._select] = [values["value"]]
            sent.setdefault(self._select, [values["value"]])
        if tag == "button":
            self._in_button = True
            buttons.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""
        if tag == "button":
            self._in_button = False

    def handle_data(self, data: str) -> None:
        if self._in_button and self.forms and self.forms[-1][2]:
            self.forms[-1][2][-1] += data


def press(exchange: Exchange, who: str, words: str, where: str = "") -> bool:
    """Presses the button with these words on somebody's page, the fight by default; False where
    there is none.
    """
    for action, sent, buttons in Forms(exchange.page(who, where)).forms:
        named = [" ".join(button.split()) for button in buttons]
        if any(words in button for button in named):
            assert exchange.people[who].client.post(action, sent).status_code == 302, words
            return True
    return False


def attack(exchange: Exchange, who: str, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """The presses of an attack by whoever's turn it is, as long as the page asks for one."""
    monkeypatch.setattr(operations, "DICE", Highest())
    assert press(exchange, who, "Roll ")
    presses = [f"{who} Roll"]
    while True:
        for asked, words in NEXT:
            monkeypatch.setattr(operations, "DICE", Lowest() if words == "Defend" else Highest())
            if press(exchange, asked, words):
                presses.append(f"{asked} {words}")
                break
        else:
            return tuple(presses)


def heal() -> None:
    """Takes the harm and the turn of everybody away."""
    for row in Combatant.objects.select_related("character"):
        row.character.marks, row.character.situation = {}, {}
        row.character.save()


@pytest.mark.parametrize("slug", sorted(PLAYER))
@pytest.mark.all_games
def test_presses_of_an_attack_and_of_a_round(
    slug: str, new_exchange: Callable[[str], Exchange], monkeypatch: pytest.MonkeyPatch
) -> None:
    exchange = new_exchange(slug)
    presses = [attack(exchange, "ines", monkeypatch)]
    assert presses[0] == PLAYER[slug]
    # Both go on, whatever the first hit did.
    heal()
    assert press(exchange, "ines", "End my turn")
    presses.append(attack(exchange, "greta", monkeypatch))
    assert presses[1] == OPPONENT[slug]
    heal()
    assert press(exchange, "greta", "Next turn")
    assert sum(map(len, presses)) + 2 == ROUND[slug]
