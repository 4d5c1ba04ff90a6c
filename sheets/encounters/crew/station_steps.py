"""A person's step at a station of a craft, for the pages of a fight and for programs."""

from __future__ import annotations

from rules.craft import ATTACK, FACING, HIT
from rules.forms.parsing import FormValues
from sheets.encounters.combatants import Fight, Fighter
from sheets.encounters.crew import acts, hits, operations, page
from sheets.encounters.steps import first
from sheets.errors import NoSuchRow
from sheets.models import Identity


def do_at_station(
    who: Identity,
    fight: Fight,
    person: Fighter,
    shown: page.StationPage,
    *,
    sent: FormValues,
    key: str,
    call: int | None = None,
) -> None:
    """Does the action that was sent: fires, outmaneuvers, answers a hit, or whatever else the
    station has. `call` is the request of a game master that it answers.
    """
    post = fight.posts.by_member[person.row.pk]
    at = acts.aboard(post, person.with_character, shown.craft.with_character, fight.posts)
    if at is None:
        raise NoSuchRow
    action = at.action(first(sent, "action"))
    values = {name: chosen for name, chosen in sent.items() if name not in page.OWN}
    target = shown.chosen.with_character if shown.chosen else None
    if action.needs == ATTACK:
        hidden = fight.membership.leads and "hidden" in sent
        targets = (target,) if target else ()
        acts.fire(who, at, action, targets, values=values, hidden=hidden, key=key)
    elif action.needs == FACING:
        side = first(sent, "side")
        acts.outmaneuver(who, at, action, target, side, values=values, key=key)
    elif action.needs == HIT and (struck := hits.open_hit(fight, shown.craft)):
        hits.answer(who, fight, struck, person, values=values, key=key)
    else:
        acts.do(who, at, action, values=values, key=key, call=call)
    if post.station == at.rules.pilot:
        operations.tell(fight.encounter, steered_by=person.row)
