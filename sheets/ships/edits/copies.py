"""The copies of a craft that are in one encounter: they can be edited together."""

from __future__ import annotations

from collections.abc import Iterable

from rules.character import Character as OpenCharacter
from rules.craft import CraftEdit, CraftRules
from rules.ledger import entries
from sheets import storage
from sheets.form_data import token
from sheets.models import Character, Combatant


def copies(craft: Character) -> list[Combatant]:
    """The other copies of a craft where it fights, with their characters and their ledgers; none
    of a craft that is no copy. One that cannot be read is left out.
    """
    if craft.roster_id is None:
        return []
    here = Combatant.objects.filter(
        encounter__in=craft.combatants.values("encounter"),
        character__kind=Character.Kind.CRAFT,
        character__roster=craft.roster_id,
        character__name=craft.name,
    )
    others = here.exclude(character=craft).select_related("character")
    rows = others.prefetch_related("character__entries").order_by("pk")
    return [row for row in rows if row.character.build == craft.build and _is_whole(row.character)]


def _is_whole(craft: Character) -> bool:
    try:
        storage.read(craft)
    except storage.CorruptRow:
        return False
    return True


def seen(rules: CraftRules, others: Iterable[Character]) -> str:
    """A token of these copies and their numbers: it tells if they are still those that a page
    showed.
    """
    values: list[str] = []
    for row in sorted(others, key=lambda craft: craft.pk):
        typed = rules.typed(storage.load(row).opened.settled().state) or {}
        values += [str(row.public_id), *(f"{id}={','.join(typed[id])}" for id in sorted(typed))]
    return token(values)


def counting_edits(craft: OpenCharacter) -> dict[int, CraftEdit]:
    """The edits of a craft that were not undone, by their position, the oldest first."""
    document = craft.document
    counts, _ = entries.active(craft.system.ledger_rules.undone(document))
    return {
        position: entry
        for position, entry in enumerate(document.ledger)
        if isinstance(entry, CraftEdit) and counts[position]
    }
