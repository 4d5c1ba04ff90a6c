"""A party's stash in tests: its page and forms, what is in it, and what characters carry."""

import uuid
from typing import Any

from sheets import storage
from sheets.models import Character, Party, StashAct, StashItem
from tests.sheets.cast import Person
from tests.sheets.parties.pages import url

MEDPACS = {"kind": "grant", "item": "medpac", "quantity": 3}
PISTOL = {"item": "blaster-pistol", "kind": "take"}


def send(who: Person, party: Party, rest: str, **form: Any) -> Any:
    """A form of the stash's page."""
    return who.client.post(url(party, f"stash/{rest}"), {"key": uuid.uuid4().hex, **form})


def put(who: Person, party: Party, character: Character, **things: object) -> Any:
    """Puts things in, by their ids in the gear ("blaster_pistol")."""
    fields = {f"put-{name.replace('_', '-')}": str(count) for name, count in things.items()}
    return send(who, party, "put/", **{"from": character.public_id}, **fields)


def take(who: Person, party: Party, character: Character, name: str, quantity: int = 1) -> Any:
    """Takes something out for a character."""
    row = StashItem.objects.get(party=party, name=name)
    fields = {f"take-{row.pk}": str(quantity), "item": row.pk, "to": character.public_id}
    return send(who, party, "take/", **fields)


def undo(who: Person, party: Party, act: StashAct | None = None) -> Any:
    """Undoes an act, the newest unless it is said."""
    act = act or StashAct.objects.latest("pk")
    return send(who, party, f"{act.pk}/undo/")


def inside(party: Party) -> dict[str, int]:
    """The content of the stash, by name."""
    return dict(party.stash.order_by("pk").values_list("name", "quantity"))


def gear(character: Character) -> dict[str, int]:
    """All that a character carries, by name, and its credits."""
    row = Character.objects.get(pk=character.pk)
    return {one.name: one.quantity for one in storage.load(row).opened.portables}


def acts(party: Party) -> list[str]:
    """The acts, the newest first."""
    return list(StashAct.objects.newest(party.pk).values_list("description", flat=True))
