"""Dice codes that roll: one press rolls with the dice as they are now, and "…" beside it leads to
what can be decided before. Without scripts the code leads there itself.
"""

from html import escape

from django.utils.safestring import SafeString, mark_safe

from rules.figures import Figure
from rules.play import PlayState
from sheets.models import Character
from sheets.ui.addresses import address
from sheets.ui.components import MOST_PIPS, code, dice, quoted, shown, slot

_ACTION = "ACTION"


class Roller:
    """Knows where each pool of a character is rolled, and how many dice it has just now."""

    def __init__(self, character: Character, state: PlayState) -> None:
        self.pools = state.pools
        self.id = character.public_id
        panel = address("character_table_panel", character.public_id, _ACTION)
        self.base = panel.removesuffix(f"{_ACTION}/")

    def address(self, action: str) -> str:
        """Where what comes before an action is decided; `action` may say how: "x.damage?ways=y"."""
        key, _, how = action.partition("?")
        return f"{self.base}{quoted(key)}/" + (f"?{how}" if how else "")

    def link(self, key: str, figure: Figure, name: str, look: str = "") -> SafeString:
        """The dice code as something to press, and "…" for its modifiers; what is lost now is
        marked. `look` "bare" leaves the number alone.
        """
        current = self.pools.get(key, figure)
        pips = "" if look == "bare" else pips_now(figure, current)
        where = escape(self.address(key))
        less = lost(figure, current)
        label = escape(f"Roll {name}: {shown(current.code)}{f', {less} less now' if less else ''}")
        return mark_safe(  # noqa: S308 (every text is escaped where it is put in)
            f'<span class="roll"><a class="rolls dice" id="roll-{slot(key)}" href="{where}"'
            f' data-rolls aria-label="{label}">{pips}{code(current)}</a>'
            f"{self.modifiers(key, name)}</span>"
        )

    def modifiers(self, key: str, name: str) -> str:
        """The link to what can be decided before a roll."""
        where = escape(self.address(key))
        return (
            f'<a class="how with-js" id="how-{slot(key)}" href="{where}" hx-get="{where}"'
            f' aria-label="Modifiers for {escape(name)}"></a>'
        )


def rolling(character: Character, state: PlayState | str | None) -> Roller | None:
    """The links to roll the pools of a page; None on a page without rolls."""
    return Roller(character, state) if isinstance(state, PlayState) else None


def roll_code(
    roller: Roller | None, key: str, figure: Figure, name: str, look: str = ""
) -> SafeString:
    """A dice code: one to press where it can be rolled."""
    return roller.link(key, figure, name, look) if roller else dice(figure)


def roll_address(roller: Roller, action: str) -> str:
    """Where what comes before an action is decided."""
    return roller.address(action)


def rolls_at_once(roller: Roller, action: str) -> bool:
    """True if a press on the link to an action rolls it: it is a pool or a damage of the sheet."""
    key = action.partition("?")[0]
    return key in roller.pools or key.endswith(".damage")


def as_now(roller: Roller | str | None, key: str, figure: Figure) -> Figure:
    """A figure as it stands just now; itself where nothing is rolled."""
    return roller.pools.get(key, figure) if isinstance(roller, Roller) else figure


def lost(figure: Figure, current: Figure) -> str:
    """The dice that a pool has lost: "1D", "2" of what its dice show, "1D and 2"; "" for none."""
    if current.weight >= figure.weight:
        return ""
    dice_less, less = figure.value - current.value, figure.pips - current.pips
    if figure.unit != "D":
        return f"{dice_less} {'die' if dice_less == 1 else 'dice'}" if dice_less > 0 else ""
    words = (f"{dice_less}D" if dice_less > 0 else "", str(less) if less > 0 else "")
    return " and ".join(filter(None, words))


def pips_now(figure: Figure, current: Figure) -> str:
    """Hollow squares from the attribute, solid ones from the skill, ⊟ for what is lost just now."""
    attribute, _ = figure.parts
    if figure.unit != "D" or not 0 < figure.value <= MOST_PIPS:
        return ""
    left = max(0, min(current.value, figure.value))
    hollow = min(attribute, left)
    lost = f'<b class="lost">{"⊟" * (figure.value - left)}</b>' if figure.value > left else ""
    return (
        f'<span class="pips" aria-hidden="true"><i>{"□" * hollow}</i>'
        f"{'■' * (left - hollow)}{lost}</span>"
    )
