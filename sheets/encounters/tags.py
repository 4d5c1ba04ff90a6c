"""Tags and rows for the templates of encounters. Rows that a fight has one of for each combatant
are put together here, since a template takes ten times as long.
"""

import uuid
from collections.abc import Iterator
from functools import cache
from html import escape

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from rules.fight import inside
from sheets.encounters import lineup
from sheets.encounters.combatants import Fight, Fighter
from sheets.encounters.crew.page import CraftCard
from sheets.encounters.page import AimedAt, AttackPage, OpenAttack
from sheets.models import Attack, Character
from sheets.play_log import attack_exchange

register = template.Library()


@register.filter
def came(row: Attack, fight: Fight) -> str:
    """An attack's result in words: "17, a hit", "17 against 14, a hit: 12 damage". Players don't
    read a number that the game master hides.
    """
    is_shown = fight.membership.leads or not row.encounter.hides_numbers
    return attack_exchange.result(row, numbered=is_shown)


# What a key does on the page of a fight, in the order of a turn; `fight-keys.js` finds its button.
KEYS = (
    ("w", "Choose what to attack with"),
    ("1", "Choose a target"),
    ("r", "Roll the attack"),
    ("f", "Defend"),
    ("d", "Roll damage, or type it"),
    ("h", "It hits"),
    ("m", "It misses"),
    ("t", "They take it"),
    ("a", "All take it"),
    ("x", "Nothing happens"),
    ("u", "Undo the newest attack"),
    ("n", "Next turn, or end yours"),
    ("?", "These keys"),
)


@register.simple_tag
def fight_keys() -> tuple[tuple[str, str], ...]:
    """The keys of a fight, each with what it does."""
    return KEYS


@register.filter
def damaged(open_attacks: list[OpenAttack]) -> int:
    """The number of attacks whose damage waits for the game master."""
    return sum(attack.row.state == Attack.State.DAMAGED for attack in open_attacks)


@register.filter
def opponent_name(character: Character) -> str:
    """The name of an opponent of the roster."""
    return lineup.shown_name(character)


@register.simple_tag
def fighter_rows(fight: Fight) -> SafeString:
    """The order: a row for each combatant with a place in it."""
    return mark_safe("".join(map(_Row(fight).fighter, fight.order)))  # noqa: S308 (escaped)


@register.simple_tag
def craft_rows(fight: Fight, cards: list[CraftCard]) -> SafeString:
    """Craft without a crew by name: what others aim at, and who is on which side."""
    return mark_safe("".join(map(_Row(fight).craft, cards)))  # noqa: S308 (escaped)


@register.simple_tag
def target_rows(fight: Fight, aimed: AttackPage) -> SafeString:
    """Those whom an attack can be aimed at."""
    row = _Row(fight)
    return mark_safe("".join(row.target(aimed, target) for target in aimed.targets))  # noqa: S308 (escaped)


@register.simple_tag
def tokens(fight: Fight, standing: list[Fighter]) -> SafeString:
    """Those who stand in one place of the strip. Game masters can move them."""
    return mark_safe("".join(map(_Row(fight).token, standing)))  # noqa: S308 (escaped)


class _Row:
    """The rows of one fight, with its addresses. Every text is escaped where it is put in."""

    def __init__(self, fight: Fight) -> None:
        self.fight = fight
        self.leads = fight.membership.leads
        arguments = (fight.membership.party.public_id, fight.encounter.public_id)
        self.base = reverse("combatant_deeds", args=[*arguments, 0]).removesuffix("0/")
        self.names = {circumstance.id: circumstance.name for circumstance in fight.circumstances}

    def fighter(self, fighter: Fighter) -> str:
        """A row of the order."""
        row = fighter.row
        looks = _classes("fighter", ("of-opponents", row.is_opponent), ("out", fighter.out))
        score = "–" if row.starts else "" if row.score is None else str(row.score)
        parts = (
            f'<li class="{looks}" id="{fighter.slot}"{_current(fighter)}>',
            f'<p class="fighter-head"><span class="figures fighter-score">{score}</span> ',
            f'{self._name(fighter)} <span class="condition{" harm" if fighter.out else ""}">',
            f"{escape(fighter.condition)}</span>{''.join(self._chips(fighter))}</p>",
            *self._lines(fighter),
            self._deeds(fighter) if fighter.playable or self.leads else "",
            "</li>",
        )
        return "".join(parts)

    def craft(self, card: CraftCard) -> str:
        """A row of the craft without a crew by name."""
        fighter = card.fighter
        looks = _classes("fighter", ("of-opponents", fighter.row.is_opponent), ("out", fighter.out))
        turn = ' <span class="chip of-turn">Turn</span>' if fighter.is_turn else ""
        around = (f"<span>{escape(side)}: {escape(names)}</span> " for side, names in card.around)
        parts = (
            f'<li class="{looks}"><p class="fighter-head"><b>{escape(fighter.name)}</b> ',
            f'<span class="condition{" harm" if fighter.out else ""}">',
            f"{escape(fighter.condition)}</span>",
            f'{turn}</p><p class="fighter-figures">{"".join(self._numbers(card))}</p>',
            f'<p class="soft bearings">{"".join(around)}</p>' if card.around else "",
            self._deeds(fighter, "Crew and position", "crew") if self.leads else "",
            "</li>",
        )
        return "".join(parts)

    def _numbers(self, card: CraftCard) -> Iterator[str]:
        if card.evade:
            why = escape(card.evade.text)
            code = escape(card.evade.code)
            yield f'<span>Evade <b class="figures" title="{why}">{code}</b></span> '
        for line in card.lines:
            code = escape(line.figure.code)
            yield f'<span>{escape(line.name)} <b class="figures">{code}</b></span> '
        for remark in card.fighter.remarks:
            yield f'<span class="amber">{escape(remark)}</span> '

    def _name(self, fighter: Fighter) -> str:
        name = f"<b>{escape(fighter.name)}</b>"
        if not fighter.playable:
            return name
        return f'<a href="{_table(fighter.row.character.public_id)}">{name}</a>'

    def _chips(self, fighter: Fighter) -> Iterator[str]:
        if fighter.is_turn:
            yield ' <span class="chip of-turn">Turn</span>'
        if fighter.row.hidden:
            yield ' <span class="chip">Hidden</span>'
        row = fighter.row
        filled = self.fight.encounter.fillings or {}
        for each in inside(row.place, row.circumstances, filled):
            if each in self.names:
                yield f' <span class="chip">{escape(self.names[each])}</span>'

    def _lines(self, fighter: Fighter) -> Iterator[str]:
        if fighter.row.trigger and (fighter.playable or not fighter.row.is_opponent):
            yield f'<p class="soft">Holds: {escape(fighter.row.trigger)}</p>'
        if fighter.damaged and self.leads:
            yield f'<p class="harm">{escape(fighter.damaged)}</p>'
        if fighter.sheet:
            figures = "".join(
                f"<span>{escape(line.name)}"
                f' <b class="figures">{escape(line.figure.code)}</b></span> '
                for line in fighter.figures
            )
            remarks = "".join(
                f'<span class="amber">{escape(remark)}</span> ' for remark in fighter.remarks
            )
            yield f'<p class="fighter-figures">{figures}{remarks}</p>'

    def _deeds(self, fighter: Fighter, words: str = "Act", part: str = "deeds") -> str:
        address = f"{self.base}{fighter.row.pk}/"
        return (
            f'<a class="quiet bare deeds-link" id="{part}-{fighter.slot}" href="{address}"'
            f' hx-get="{address}" hx-target="#panel-place" hx-swap="innerHTML"'
            f' aria-label="{words}: {escape(fighter.name)}">{words}</a>'
        )

    def token(self, fighter: Fighter) -> str:
        """A token on the strip."""
        looks = _classes("token", ("of-opponents", fighter.row.is_opponent), ("out", fighter.out))
        name, pk = escape(fighter.name), fighter.row.pk
        if self.leads:
            name = (
                f'<button type="button" draggable="true" data-token="{pk}" data-name="{name}"'
                f' data-put="{self.base}{pk}/put/"'
                f' title="Drag it, or move it with the arrow keys">{name}</button>'
            )
        return f'<li class="{looks}"{_current(fighter)}>{name}</li>'

    def target(self, aimed: AttackPage, at: AimedAt) -> str:
        """A row of the targets of an attack."""
        target, several = at.fighter, aimed.most > 1
        looks, pk = _classes("target", ("out", target.out)), target.row.pk
        parts = (
            f'<label class="{looks}"><input type="{"checkbox" if several else "radio"}"',
            f' name="target" id="target-{pk}" value="{pk}"{" checked" if at.chosen else ""}>',
            f'<span class="target-name">{escape(target.name)}<span class="soft"> ',
            f"{escape(target.condition)}, {escape(self._distance(aimed.attacker, target))}</span>",
            "</span>",
            _number(at),
            '<span class="target-number soft">out of reach</span>' if at.far else "",
            '<span class="target-number soft">out of sight</span>' if at.unseen else "",
            f'<b class="target-chance figures">{escape(at.chance)}</b>' if at.chance else "",
            "</label>",
        )
        return "".join(parts)

    def _distance(self, attacker: Fighter, target: Fighter) -> str:
        """The distance of a target, by the name of its range band."""
        apart, bands = abs(attacker.row.place - target.row.place), self.fight.bands
        return bands[min(apart, len(bands) - 1)].name.lower()


def _number(at: AimedAt) -> str:
    if at.number:
        code, label = escape(at.number.code), escape(at.number.label)
        return (
            f'<span class="target-number"><b class="figures">{code}</b>'
            f' <span class="soft">{label}</span></span>'
        )
    return '<span class="target-number soft">rolls to defend</span>' if at.defends else ""


def _classes(first: str, *others: tuple[str, bool]) -> str:
    return " ".join((first, *(name for name, applies in others if applies)))


def _current(fighter: Fighter) -> str:
    return ' aria-current="true"' if fighter.is_turn else ""


_ANY = uuid.UUID(int=0)


@cache
def _table_parts() -> tuple[str, str]:
    before, _, after = reverse("character_table", args=[_ANY]).partition(str(_ANY))
    return before, after


def _table(character: uuid.UUID) -> str:
    """The address of a character's play page."""
    before, after = _table_parts()
    return f"{before}{character}{after}"
