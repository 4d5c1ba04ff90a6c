"""From where craft see each other: which side of one is struck by another."""

from __future__ import annotations

from collections.abc import Mapping

from rules.craft import SIDE
from sheets.models import Attack, Combatant, CrewPost
from sheets.play.pilots import crew_rules, is_craft


def side_of(target: Combatant, attacker: int) -> str:
    """On which side of a craft another one is, by that one's row id: in front of it, where nobody
    has said or flown otherwise; "" in a game without sides.
    """
    rules = crew_rules(target.encounter.party)
    if rules is None or not rules.sides:
        return ""
    known = {side.id for side in rules.sides}
    side = (target.bearings or {}).get(str(attacker), "")
    return side if side in known else rules.sides[0].id


def struck_side(row: Attack) -> Mapping[str, tuple[str, ...]]:
    """The value of the target's form for the side of a craft that an attack strikes."""
    if not is_craft(row.target):
        return {}
    row.target.encounter = row.encounter
    post = CrewPost.objects.filter(member=row.attacker_id).first()
    side = side_of(row.target, post.craft_id if post else row.attacker_id)
    return {SIDE: (side,)} if side else {}
