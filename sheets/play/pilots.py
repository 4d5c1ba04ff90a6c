"""The pilots of craft: the dice that a crew gives its craft for the turn, kept with it, and worked
out anew whenever whoever steers it has acted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.db import transaction
from django.db.models import F, Q

from rules import registry
from rules.craft import CrewRules
from rules.play import Attempt
from rules.turn import ROUNDS
from sheets import storage
from sheets.access import lock_characters
from sheets.models import Character, Combatant, CrewPost, Encounter, Party
from sheets.storage import StoredCharacter


def crew_rules(party: Party) -> CrewRules | None:
    """The crew rules of the party's game; None for a game without any."""
    craft = registry.get(party.system).craft
    return craft.crew if craft else None


def is_craft(row: Combatant) -> bool:
    """True if the combatant is a craft."""
    return row.character.kind == Character.Kind.CRAFT


def attempt(stored: StoredCharacter) -> Attempt:
    """A character as the rules see it."""
    return Attempt(stored.opened.state, stored.situation)


def set_turn(craft: Combatant) -> bool:
    """Puts into the turn of a craft what its crew gives it: the dice of the pilot, or those of
    a crew without names; True if that changed something. Part of an operation; locks the craft's
    character.
    """
    party = craft.encounter.party
    rules = crew_rules(party)
    if rules is None or not is_craft(craft):
        return False
    (locked,) = lock_characters(Character.documents.filter(pk=craft.character_id).whole())
    return put_turn(locked, rules, lambda stored: _turn(rules, craft, stored))


def put_turn(
    locked: Character,
    rules: CrewRules,
    crew: Callable[[StoredCharacter], dict[str, int]],
) -> bool:
    """Puts into the turn of a craft that is locked what its crew gives it; True if that changed
    something. One that cannot be read stays as it is.
    """
    try:
        changes = crew(storage.load(locked))
    except storage.CorruptRow:
        return False
    kept = storage.situation(locked)
    numbers = {name: value for name, value in kept.items() if name not in rules.turn} | changes
    if numbers == kept.numbers:
        return False
    locked.situation = kept.with_numbers(numbers).plain()
    locked.save(update_fields=["situation", "updated_at"])
    return True


def _turn(rules: CrewRules, craft: Combatant, stored: StoredCharacter) -> dict[str, int]:
    pilots = CrewPost.objects.filter(craft=craft, station=rules.pilot).order_by("member__hidden")
    if not (craft.is_opponent or craft.hidden):
        # Players see these dice.
        pilots = pilots.filter(member__hidden=False)
    pilots = pilots.prefetch_related("member__character__entries")
    pilot = pilots.select_related("member__character").first()
    if pilot is not None:
        return rules.flown(attempt(storage.load(pilot.member.character)), attempt(stored))
    return rules.crewed(crew_dice(rules, craft))


def crew_dice(rules: CrewRules, craft: Combatant) -> int:
    """The dice of a crew without names: those that the game master set; opponents have the usual
    ones without.
    """
    if craft.crew_dice is not None:
        return craft.crew_dice
    return rules.crew_dice if craft.is_opponent else 0


def refresh(characters: Iterable[Character]) -> None:
    """Gives craft in running fights the dice of their pilots as they are now, if one of these
    characters is one; open pages of the fight ask anew. One query, none outside of rounds.
    """
    acting = [row.pk for row in characters if storage.situation(row).get(ROUNDS)]
    if not acting:
        return
    running = Q(craft__encounter__state=Encounter.State.RUNNING, craft__rank__isnull=False)
    posts = CrewPost.objects.filter(running, member__character__in=acting)
    for post in posts.select_related("craft__character", "craft__encounter__party"):
        encounter = post.craft.encounter
        rules = crew_rules(encounter.party)
        if rules is None or post.station != rules.pilot:
            continue
        with transaction.atomic():
            if set_turn(post.craft):
                Encounter.objects.filter(pk=encounter.pk).update(version=F("version") + 1)
