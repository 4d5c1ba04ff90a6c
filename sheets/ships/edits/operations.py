"""Editing a craft whose numbers were entered by hand. An edit is an entry of its ledger, and is
undone as one. Whoever may make a craft there edits it: the game masters of a party, also what
fights in its encounters, and everybody in their own roster.

Locks are taken in one order: the party, then the craft, then its encounters.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Mapping

import msgspec
from django.db.models import Q

from rules import registry
from rules.craft import CraftEdit, CraftRules, changed_marks, marks_back
from rules.forms.fields import Choice, Field
from rules.forms.parsing import FormValues
from rules.system import OpenCharacter
from sheets import problems, storage
from sheets.access import lock_characters
from sheets.advancement import operations as ledgers
from sheets.encounters.crew import operations as crews
from sheets.encounters.crew.posts import set_turn
from sheets.encounters.writes import touch
from sheets.errors import NoSuchRow, Refused, allowed
from sheets.form_data import SentField
from sheets.models import Attack, Character, Combatant, CrewPost, Encounter, Owner, ShipPost
from sheets.models.character import CharacterQuerySet
from sheets.opponents.rosters import Roster, RosterAccess, own_rows
from sheets.phrases import joined
from sheets.writes import touched_fields

NAME, LONGEST_NOTE = "name", 500
OF_THE_BOOK = "This craft has the numbers of the book, and those can’t be edited."
OPEN_ATTACK = "An attack with it or on it is open in {encounter}. Decide that first, then edit."
OFF = "{who} had a station that is gone, and left it."


def rows(roster: Roster) -> CharacterQuerySet:
    """The craft that can be edited there; of a party also those that fight in its encounters."""
    if roster.party is None:
        craft = own_rows(roster.owner).filter(system=roster.system)
    else:
        of_party = Q(party=roster.party) | Q(roster=roster.party)
        craft = Character.documents.filter(of_party)
    return craft.filter(kind=Character.Kind.CRAFT)


def fights(craft: Character) -> list[Combatant]:
    """Where a craft fights or will fight, with the encounters."""
    on = craft.combatants.exclude(encounter__state=Encounter.State.OVER)
    return list(on.select_related("encounter__party", "character").order_by("pk"))


def away(craft: Character) -> list[Combatant]:
    """The copies of a craft of the roster that fight in its place, or will."""
    on = craft.away.exclude(encounter__state=Encounter.State.OVER)
    return list(on.select_related("encounter", "character").order_by("pk"))


def rules_of(craft: Character) -> CraftRules:
    """How craft of its game are made; NoSuchRow in a game without."""
    rules = registry.get(craft.system).craft
    if rules is None:
        raise NoSuchRow
    return rules


def edit(
    roster_access: RosterAccess, *, craft: uuid.UUID, sent: Mapping[str, SentField], key: str
) -> tuple[str, int | None]:
    """Gives a craft the numbers that were changed in a form; the others stay.

    Returns what changed, in sentences, and the position of the entry, None where nothing did.
    Refused, by field, for what makes no craft, and while an attack is open; FieldConflict, with the
    fields, where another page has changed the same ones since.
    """

    def change(roster: Roster) -> tuple[str, int | None]:
        row = _locked(roster, craft)
        rules, before = rules_of(row), storage.load(row).opened.settled()
        now = rules.typed(before.state)
        if now is None:
            raise Refused({"": OF_THE_BOOK})
        touched = touched_fields(sent, now.get)
        after, note = _edited(rules, before, {**now, **touched, NAME: now[NAME]}, now, roster)
        if after is before:
            return "", None
        left = _save(roster, row, before, after)
        said = rules.lowered(after.document.ledger[-1].marks)
        return " ".join((f"{note}.", *said, *left)), len(before.document.ledger)

    fields = (f"{id}: {one.was} {' '.join(one.values)}" for id, one in sorted(sent.items()))
    said, position = roster_access.write(change, key, "edit craft", craft, *fields)
    return said, position


def undo(roster_access: RosterAccess, *, craft: uuid.UUID, position: int, key: str) -> str:
    """Undoes an edit; returns it in sentences. Refused where something later depends on it, where
    it was undone before, and while an attack is open.
    """

    def change(roster: Roster) -> str:
        row = _locked(roster, craft)
        before = storage.load(row).opened.settled()
        entry = dict(enumerate(before.document.ledger)).get(position)
        if not isinstance(entry, CraftEdit):
            raise NoSuchRow
        by, at = roster.by or before.document.player, ledgers.now()
        plan = before.system.withdraw(before.document, position, by=by, at=at)
        if plan.refusal:
            raise Refused({"": plan.refusal})
        marks = marks_back(plan.document.marks, entry)
        after = before.system.open(msgspec.structs.replace(plan.document, marks=marks)).settled()
        left = _save(roster, row, before, after)
        return " ".join((f"{entry.note}.", *left))

    told: str = roster_access.write(change, key, "undo edit of craft", craft, position)
    return told


# --- parts of operations


def _locked(roster: Roster, craft: uuid.UUID) -> Character:
    found = lock_characters(rows(roster).filter(public_id=craft).whole())
    if not found:
        raise NoSuchRow
    return found[0]


def _edited(
    rules: CraftRules,
    before: OpenCharacter,
    values: FormValues,
    now: FormValues,
    roster: Roster,
) -> tuple[OpenCharacter, str]:
    """The craft with an entry for these values, and what changes; itself where nothing does."""
    made = allowed(lambda: rules.document(values))
    system, document = before.system, before.document
    then = rules.typed(system.open(made).state)
    note = changes(rules.fields(now), rules.fields(then or now))
    if not note:
        return before, note
    rebuilding = system.ledger_rules.rebuilding(made.build)
    by, at = roster.by or document.player, ledgers.now()
    entry = msgspec.structs.replace(rebuilding, by=by, at=at, note=note[:LONGEST_NOTE])
    marks = allowed(lambda: before.enter(entry)).document.marks
    group = system.fight.group if system.fight else ""
    if group:
        marks = msgspec.structs.replace(marks, **{group: getattr(made.marks, group)})
    entry = msgspec.structs.replace(entry, marks=changed_marks(document.marks, marks))
    after = allowed(lambda: before.enter(entry)).marked(marks)
    known = {problem.message for problem in before.problems}
    fresh = [one for one in problems.problems_of(after)[0] if one.message not in known]
    if fresh:
        raise Refused({"": fresh[0].message})
    return after, note


def changes(before: Iterable[Field], after: Iterable[Field]) -> str:
    """What differs between two forms: "Hull 3D → 4D; Crew 2 → 3"."""
    then = {field.id: field for field in after}
    told = (
        f"{field.label} {_text(field)} → {_text(then[field.id])}"
        for field in before
        if field.id in then and field.id != NAME and _text(field) != _text(then[field.id])
    )
    return "; ".join(told)


def _text(field: Field) -> str:
    values = getattr(field, "values", ())
    if isinstance(field, Choice):
        values = [one.name for one in field.options if one.id in values]
    return ", ".join(filter(None, values)) or "none"


def _save(roster: Roster, row: Character, before: OpenCharacter, after: OpenCharacter) -> list[str]:
    """Saves it with all that follows for its fights and its crew; sentences about that."""
    combatants = fights(row)
    _check_attacks(combatants)
    ledgers.appended(row, before.document, after, author=_author(roster, row))()
    left = list(_leave_stations(row, after, combatants))
    for one in combatants:
        set_turn(one)
        touch(one.encounter)
    roster.save_change()
    return [OFF.format(who=joined(left))] if left else []


def _author(roster: Roster, row: Character) -> Owner | None:
    """Who makes an entry, None for the owner of the craft."""
    return None if roster.owner is None or roster.owner.pk == row.owner_id else roster.owner


def _check_attacks(combatants: Iterable[Combatant]) -> None:
    ids = [one.pk for one in combatants]
    attacks = Attack.objects.filter(Q(attacker__in=ids) | Q(target__in=ids)).standing()
    found = attacks.filter(state__in=Attack.OPEN).select_related("encounter").first()
    if found is not None:
        raise Refused({"": OPEN_ATTACK.format(encounter=found.encounter.name)})


def _leave_stations(
    row: Character, after: OpenCharacter, combatants: Iterable[Combatant]
) -> Iterator[str]:
    """Ends the posts at stations that the craft no longer has; who had one, by name."""
    crew = rules_of(row).crew
    places = {one.id: one.places for one in crew.stations(after.state)} if crew else {}

    def is_there(post: CrewPost | ShipPost) -> bool:
        most = places.get(post.station, 0)
        return most is None or post.number < most

    for craft in combatants:
        posts = CrewPost.objects.filter(craft=craft).select_related("member__character", "craft")
        for post in posts:
            if not is_there(post):
                yield post.member.called
                crews.put_off(craft.encounter, post)
    for ship_post in row.crew.select_related("member"):
        if not is_there(ship_post):
            yield ship_post.member.name
            ship_post.delete()
