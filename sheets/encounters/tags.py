"""Tags for the templates of encounters."""

from collections.abc import Callable

from django import template
from django.template import Context
from django.utils.safestring import SafeString, mark_safe

from sheets.encounters import live, page
from sheets.encounters.attack_form import AttackPage
from sheets.encounters.combatants import Fight, Fighter
from sheets.encounters.crew.page import CraftCard
from sheets.encounters.initiative_requests import InitiativeRequest, still_rolling
from sheets.encounters.page import OpenAttack
from sheets.encounters.rows import CockpitRow, Row, SideRow
from sheets.models import Attack, Member
from sheets.parties.board.fight import FightBar, fight_bar
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
    ("w", "Choose what to attack with; at a station, the next action there"),
    ("1", "Choose a target"),
    ("c", "Close in on a target out of reach"),
    (",", "Move one place to the left"),
    (".", "Move one place to the right"),
    ("r", "Roll the attack"),
    ("e", "Roll it, then next turn"),
    ("f", "Defend"),
    ("d", "Roll damage, or type it: of the attack that waits, else for the chosen target"),
    ("h", "It hits"),
    ("m", "It misses"),
    ("t", "They take it"),
    ("a", "All take it"),
    ("x", "Nothing happens"),
    ("u", "Undo the newest entry of the fight log"),
    ("s", "Act for the next aboard whose player is waited for"),
    ("o", "Open all that whoever's turn it is can do"),
    ("n", "Next turn, or end yours"),
    ("b", "Back to the turn before"),
    ("?", "These keys"),
)


@register.simple_tag
def fight_keys() -> tuple[tuple[str, str], ...]:
    """The keys of a fight, each with what it does."""
    return KEYS


@register.filter
def damaged(open_attacks: list[OpenAttack]) -> int:
    """The number of attacks whose damage waits for the game master, and of hits of opponents."""
    return unrolled(open_attacks) + sum(
        attack.row.state == Attack.State.DAMAGED for attack in open_attacks
    )


@register.filter
def at_hand(open_attacks: list[OpenAttack], fight: Fight) -> list[OpenAttack]:
    """Of the open attacks those that a player goes on with, or made: the others wait for somebody
    else.
    """
    own = {fighter.row.pk for fighter in fight.mine}
    return [one for one in open_attacks if one.asks or one.row.attacker_id in own]


@register.filter
def without(open_attacks: list[OpenAttack], these: list[OpenAttack]) -> list[OpenAttack]:
    """The open attacks but for these."""
    return [one for one in open_attacks if one not in these]


@register.filter
def against_own(open_attacks: list[OpenAttack], fight: Fight) -> list[OpenAttack]:
    """The open attacks on the viewer's own combatants."""
    own = {fighter.row.pk for fighter in fight.mine}
    return [one for one in open_attacks if one.row.target_id in own]


@register.filter
def ask(open_attacks: list[OpenAttack]) -> bool:
    """True if one of them asks the viewer to roll."""
    return any(one.asks for one in open_attacks)


@register.filter
def defending(open_attacks: list[OpenAttack], membership: Member) -> int:
    """The number of attacks against which opponents roll a defense; for a player those against
    which their own combatants do.
    """
    rows = (attack.row for attack in open_attacks if attack.defenses)
    return sum(row.target.is_opponent or not membership.leads for row in rows)


@register.filter
def unrolled(open_attacks: list[OpenAttack]) -> int:
    """The number of hits of opponents whose damage is not rolled yet."""
    hits = (attack.row for attack in open_attacks if attack.row.state == Attack.State.HIT)
    return sum(row.attacker.is_opponent for row in hits)


@register.simple_tag(takes_context=True)
def fighter_rows(context: Context, fight: Fight) -> SafeString:
    """The order, and those who can't act without a place in it: a row for each."""
    fighters, row = (*fight.order, *fight.placeless), Row(fight, craft=context.get("craft") or ())
    return mark_safe("".join(map(row.fighter, fighters)))  # noqa: S308 (escaped)


@register.simple_tag(takes_context=True)
def cockpit_rows(context: Context, fight: Fight, fighters: list[Fighter]) -> SafeString:
    """These of the order, as a game master has them: dense, with damage to type."""
    row = CockpitRow(fight, token=str(context["csrf_token"]), craft=context.get("craft") or ())
    return mark_safe("".join(map(row.fighter, fighters)))  # noqa: S308 (escaped)


@register.simple_tag(takes_context=True)
def side_rows(context: Context, fight: Fight, fighters: list[Fighter]) -> SafeString:
    """A side of an encounter that is prepared or over."""
    row = SideRow(fight, token=str(context["csrf_token"]), craft=context.get("craft") or ())
    return mark_safe("".join(map(row.fighter, fighters)))  # noqa: S308 (escaped)


@register.simple_tag
def craft_rows(fight: Fight, cards: list[CraftCard]) -> SafeString:
    """Craft without a crew by name: what others aim at, and who is on which side."""
    return mark_safe("".join(map(Row(fight).craft, cards)))  # noqa: S308 (escaped)


@register.simple_tag
def craft_state(fight: Fight, card: CraftCard) -> SafeString:
    """A craft as its crew has it before them: its numbers, its sides, and who is where."""
    return mark_safe(Row(fight).state(card))  # noqa: S308 (escaped)


@register.simple_tag
def target_rows(fight: Fight, aimed: AttackPage) -> SafeString:
    """Those whom an attack can be aimed at, the others folded away."""
    row = Row(fight)
    near = [at for at in aimed.targets if aimed.is_foe(at)]
    rows = "".join(row.target(aimed, at) for at in near)
    others = [at for at in aimed.targets if at not in near]
    return mark_safe(rows + (row.others(aimed, others) if others else ""))  # noqa: S308 (escaped)


@register.simple_tag
def tokens(fight: Fight, standing: list[Fighter]) -> SafeString:
    """Those who stand in one place of the strip. Game masters can move them, and don't have those
    there who can't act.
    """
    shown = [one for one in standing if one.is_turn or not (fight.membership.leads and one.out)]
    return mark_safe("".join(map(Row(fight).token, shown)))  # noqa: S308 (escaped)


@register.inclusion_tag("encounters/_at_play.html", takes_context=True)
def fight_at_play(context: Context) -> dict[str, object]:
    """The running fight on a player's page of play, where the character is in it; else its empty
    place.
    """
    membership, part, row = context["membership"], context.get("own_turn"), context["character"]
    is_shown = (
        part and membership and not (membership.leads and row.owner_id != membership.owner_id)
    )
    return _part(context, context["fight"] if is_shown else None, page.context)


@register.inclusion_tag("encounters/_at_sheet.html", takes_context=True)
def fight_at_sheet(context: Context) -> dict[str, object]:
    """The rolls that the running fight asks of a character on its sheet; else an empty place."""
    return _part(context, context.get("asking_fight"), page.asking_context)


@register.inclusion_tag("encounters/_asked_initiative.html", takes_context=True)
def initiative_asked(context: Context) -> dict[str, object]:
    """The initiative that the running fight asks for, on other pages of its party."""
    membership = context.get("membership")
    if membership is None:
        return {}
    bar = context.get("fight") or fight_bar(membership)
    if bar is None or not bar.waiting:
        return {}
    bar.encounter.party = membership.party
    return page.initiative_context(membership, bar.encounter)


@register.simple_tag
def initiative_missing(membership: Member, bar: FightBar, character: int = 0) -> int:
    """The number of those who still roll initiative in the running fight, as the member knows it;
    with a `character`, by row id, only of that one. No query where nobody lacks a place.
    """
    if not bar.waiting:
        return 0
    bar.encounter.party = membership.party
    rows = still_rolling(membership, bar.encounter).rows
    return sum(character in (0, row.character_id) for row in rows)


@register.filter
def both_sides(requests: list[InitiativeRequest]) -> bool:
    """True if characters of the party and opponents still have to roll."""
    return len({request.row.side for request in requests}) > 1


def _part(
    context: Context, bar: FightBar | None, make: Callable[..., dict[str, object]]
) -> dict[str, object]:
    shown = {"oob": context.get("oob"), "character": context.get("character")}
    if bar is None:
        return shown
    membership = context["membership"]
    bar.encounter.party = membership.party
    seen = live.fight_state(context["request"].visitor.identity, membership.party.public_id)
    return {**shown, **make(membership.as_player(), bar.encounter, seen=seen)}


@register.filter
def acts_after(fighter: Fighter, fight: Fight) -> str:
    """The place of a fighter's next turn: "next", "after Captain Dresk"; "" before the first."""
    before = fight.before(fighter)
    if before is None or fight.current is None:
        return ""
    return "next" if before.is_turn else f"after {before.name}"
