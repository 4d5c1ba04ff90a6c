"""What the templates of encounters ask for."""

from django import template

from sheets.encounters import operations
from sheets.encounters.combatants import Fight, Fighter
from sheets.models import Attack, Character
from sheets.parties import attack_text

register = template.Library()


@register.filter
def came(row: Attack, fight: Fight) -> str:
    """What came of an attack, in words: "17, a hit", "17 against 14, a hit: 12 damage". Players do
    not read a number that the game master hides.
    """
    is_shown = fight.membership.leads or not row.encounter.hides_numbers
    return attack_text.came(row, numbered=is_shown)


@register.filter
def circumstance_names(fighter: Fighter, fight: Fight) -> list[str]:
    """What a combatant is in, by names."""
    return [one.name for one in fight.circumstances if one.id in fighter.row.circumstances]


@register.filter
def distance(fight: Fight | str, attacker: Fighter) -> tuple[Fight | str, Fighter]:
    """A fight and one end of a distance; `to` names the other."""
    return fight, attacker


@register.filter
def to(start: tuple[Fight | str, Fighter], target: Fighter) -> str:
    """How far a target is, by the name of the band."""
    fight, attacker = start
    apart = abs(attacker.row.place - target.row.place)
    bands = fight.bands if isinstance(fight, Fight) else ()
    return bands[min(apart, len(bands) - 1)].name.lower() if bands else ""


@register.filter
def opponent_name(character: Character) -> str:
    """The name of an opponent of the roster."""
    return operations.shown_name(character)
