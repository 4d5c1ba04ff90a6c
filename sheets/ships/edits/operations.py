"""Editing a craft whose numbers were entered by hand. An edit is an entry of its ledger, and is
undone as one. Whoever may make a craft there edits it: the game masters of a party, also what
fights in its encounters, and everybody in their own roster.

Locks are taken in one order: the party, then the craft, then its encounters.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import msgspec
from django.db.models import Q

from rules import registry
from rules.character import Character as OpenCharacter
from rules.craft import CraftEdit, CraftRules, changed_marks, marks_back
from rules.forms.fields import Choice, Field
from rules.forms.parsing import FormValues
from rules.phrases import counted, joined
from sheets import problems, storage
from sheets.access import lock_characters
from sheets.advancement import operations as ledgers
from sheets.encounters.crew import operations as crews
from sheets.encounters.writes import lock_encounters, touch
from sheets.errors import FieldConflict, NoSuchRow, Refused, allowed
from sheets.form_data import SentField
from sheets.models import Attack, Character, Combatant, CrewPost, Encounter, Owner, ShipPost
from sheets.models.character import CharacterQuerySet
from sheets.opponents.rosters import Roster, RosterOperation, own_rows
from sheets.play.pilots import set_turn
from sheets.ships.edits.copies import copies, counting_edits, seen
from sheets.writes import touched_fields

NAME, COPIES, LONGEST_NOTE = "name", "copies", 500
OF_THE_BOOK = "This craft has the numbers of the book, and those can’t be edited."
OPEN_ATTACK = "An attack with it or on it is open in {encounter}. Decide that first, then edit."
LATER = "It was edited again after that. Undo “{note}” first."
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
    on = Combatant.objects.filter(character=craft).exclude(encounter__state=Encounter.State.OVER)
    return list(on.select_related("encounter__party", "character").order_by("pk"))


def away(craft: Character) -> list[Combatant]:
    """The copies of a craft of the roster that fight in its place, or will."""
    on = craft.away.exclude(encounter__state=Encounter.State.OVER)
    return list(on.select_related("encounter", "character").order_by("pk"))


def rules_of(craft: Character) -> CraftRules:
    """The craft rules of its game; NoSuchRow for a game without any."""
    rules = registry.get(craft.system).craft
    if rules is None:
        raise NoSuchRow
    return rules


class Edit(RosterOperation[tuple[str, int | None]]):
    """Gives a craft the numbers that were changed in a form; the others stay. With `copies_seen`
    its copies in the same encounter get them, too: it tells what the page showed of them.

    The outcome is what changed, in sentences, and the position of the entry, None if nothing
    did. Refused, by field, for what makes no craft, and while an attack is open; FieldConflict,
    with the fields, where another page has changed the same ones since, COPIES for its copies.
    """

    craft: uuid.UUID
    sent: Mapping[str, SentField]
    copies_seen: str | None = None

    @property
    def content(self) -> tuple[str, ...]:
        sent = (
            f"{id}: {edit.was} {' '.join(edit.values)}" for id, edit in sorted(self.sent.items())
        )
        asked = ("edit craft", str(self.craft), str(self.copies_seen), *sent)
        return (*asked, *self.access.receipt_id)

    def save(self) -> tuple[str, int | None]:
        roster = self.roster
        row, *others = _locked(roster, self.craft)
        rules, before = rules_of(row), storage.load(row).opened.settled()
        typed = rules.typed(before.state)
        if typed is None:
            raise Refused({"": OF_THE_BOOK})
        touched = touched_fields(self.sent, typed.get)
        if self.copies_seen is None:
            others = []
        elif self.copies_seen != seen(rules, others):
            raise FieldConflict([COPIES])
        edits = _edits_of([row, *others], touched, roster)
        if not edits:
            return "", None
        sentences: list[str] = []
        for edit in edits:
            left = _save(roster, edit.row, edit.before, edit.after)
            told = (*rules.lowered(edit.entry.marks), *left)
            sentences += [f"{_called(edit.row)}: {text}" for text in told] if others else told
        roster.save_change()
        return " ".join((f"{edits[0].entry.note}.", *sentences)), len(before.document.ledger)


class Undo(RosterOperation[str]):
    """Undoes an edit, of several copies in all of them; that in sentences. Refused if something
    later depends on it, where it was undone before, and while an attack is open.
    """

    verb = "undo edit of craft"
    craft: uuid.UUID
    position: int

    def save(self) -> str:
        roster = self.roster
        row, *others = _locked(roster, self.craft)
        opened = storage.load(row).opened.settled()
        entry = dict(enumerate(opened.document.ledger)).get(self.position)
        if not isinstance(entry, CraftEdit):
            raise NoSuchRow
        left = _undo_one(roster, row, opened, self.position)
        for copy in others if entry.several else ():
            before = storage.load(copy).opened.settled()
            for place, edit in counting_edits(before).items():
                if edit.several == entry.several:
                    with _naming(copy):
                        left += _undo_one(roster, copy, before, place)
        roster.save_change()
        return " ".join((f"{entry.note}.", *left))


# --- parts of operations


@dataclass(frozen=True)
class _Made:
    """An edit of one craft that was worked out."""

    row: Character
    before: OpenCharacter
    after: OpenCharacter

    @property
    def entry(self) -> CraftEdit:
        entry: CraftEdit = self.after.document.ledger[-1]
        return entry


def _locked(roster: Roster, craft: uuid.UUID) -> list[Character]:
    """A craft, and after it its copies where it fights, all locked."""
    row = rows(roster).filter(public_id=craft).first()
    if row is None:
        raise NoSuchRow
    ids = [row.pk, *(copy.character_id for copy in copies(row))]
    found = lock_characters(rows(roster).filter(pk__in=ids).whole())
    if row.pk not in {craft.pk for craft in found}:
        raise NoSuchRow
    return sorted(found, key=lambda craft: craft.pk != row.pk)


def _called(row: Character) -> str:
    combatant = Combatant.objects.filter(character=row).first()
    return combatant.called if combatant else row.name


@contextmanager
def _naming(row: Character) -> Iterator[None]:
    """A refusal within names the copy that it is about."""
    try:
        yield
    except Refused as refused:
        errors = {id: f"{_called(row)}: {text}" for id, text in refused.errors.items()}
        raise Refused(errors) from None


def _edits_of(crafts: Sequence[Character], touched: FormValues, roster: Roster) -> list[_Made]:
    """The edits of a craft and of its copies, without those in which nothing changes; none if
    the craft itself stays as it is. Refused names a copy that it is about.
    """
    row, *others = crafts
    stamp = {"several": uuid.uuid4().hex} if others else {}
    words = f" (all {counted(len(crafts), 'copy', 'copies')})" if others else ""
    first = _edited(row, touched, roster, words=words, **stamp)
    made = [first]
    for copy in others if first else ():
        with _naming(copy):
            made.append(_edited(copy, touched, roster, words=words, **stamp))
    return [edit for edit in made if edit]


def _undo_one(roster: Roster, row: Character, before: OpenCharacter, position: int) -> list[str]:
    """Undoes an edit of one craft; who left a station with it, in a sentence."""
    entry = before.document.ledger[position]
    # Each edit holds all numbers: below another one it would have no effect.
    counting = counting_edits(before)
    if position in counting and (newest := max(counting)) > position:
        raise Refused({"": LATER.format(note=counting[newest].note)})
    by, at = roster.by or before.document.player, ledgers.now()
    plan = before.withdraw(position, by=by, at=at)
    if plan.refusal:
        raise Refused({"": plan.refusal})
    marks = marks_back(plan.document.marks, entry)
    after = before.of_document(msgspec.structs.replace(plan.document, marks=marks)).settled()
    return _save(roster, row, before, after)


def _edited(
    row: Character, touched: FormValues, roster: Roster, *, words: str, **stamp: str
) -> _Made | None:
    """The craft with an entry for these values, whose note ends in `words`; None if nothing
    changes.
    """
    rules, before = rules_of(row), storage.load(row).opened.settled()
    numbers = rules.typed(before.state) or {}
    made = allowed(lambda: rules.document({**numbers, **touched, NAME: numbers[NAME]}))
    system, document = before.system, before.document
    edited = rules.typed(OpenCharacter(system, made).state)
    note = changes(rules.fields(numbers), rules.fields(edited or numbers))
    if not note:
        return None
    stamp |= {"by": roster.by or document.player, "at": ledgers.now()}
    stamp["note"] = note[: LONGEST_NOTE - len(words)] + words
    entry = msgspec.structs.replace(system.ledger_rules.rebuilding(made.build), **stamp)
    marks = allowed(lambda: before.enter(entry)).document.marks
    group = system.fight.group if system.fight else ""
    if group:
        marks = msgspec.structs.replace(marks, **{group: getattr(made.marks, group)})
    entry = msgspec.structs.replace(entry, marks=changed_marks(document.marks, marks))
    after = allowed(lambda: before.enter(entry)).marked(marks)
    known = {problem.message for problem in before.problems}
    fresh = [problem for problem in problems.problems_of(after)[0] if problem.message not in known]
    if fresh:
        raise Refused({"": fresh[0].message})
    return _Made(row, before, after)


def changes(before: Iterable[Field], after: Iterable[Field]) -> str:
    """The differences between two forms: "Hull 3D → 4D; Crew 2 → 3"."""
    edited = {field.id: field for field in after}
    told = (
        f"{field.label} {_text(field)} → {_text(edited[field.id])}"
        for field in before
        if field.id in edited and field.id != NAME and _text(field) != _text(edited[field.id])
    )
    return "; ".join(told)


def _text(field: Field) -> str:
    values = getattr(field, "values", ())
    if isinstance(field, Choice):
        values = [option.name for option in field.options if option.id in values]
    return ", ".join(filter(None, values)) or "none"


def _save(roster: Roster, row: Character, before: OpenCharacter, after: OpenCharacter) -> list[str]:
    """Saves it with all that follows for its fights and its crew; sentences about that."""
    combatants = fights(row)
    lock_encounters({combatant.encounter_id for combatant in combatants})
    _check_attacks(combatants)
    ledgers.NewEntries(row, before.document, after, author=_author(roster, row)).save()
    left = list(_leave_stations(row, after, combatants))
    for combatant in combatants:
        set_turn(combatant)
        touch(combatant.encounter)
    return [OFF.format(who=joined(left))] if left else []


def _author(roster: Roster, row: Character) -> Owner | None:
    """The author of an entry; None for the owner of the craft."""
    return None if roster.owner is None or roster.owner.pk == row.owner_id else roster.owner


def _check_attacks(combatants: Iterable[Combatant]) -> None:
    ids = [combatant.pk for combatant in combatants]
    attacks = Attack.objects.filter(Q(attacker__in=ids) | Q(target__in=ids)).standing()
    found = attacks.filter(state__in=Attack.OPEN).select_related("encounter").first()
    if found is not None:
        raise Refused({"": OPEN_ATTACK.format(encounter=found.encounter.name)})


def _leave_stations(
    row: Character, after: OpenCharacter, combatants: Iterable[Combatant]
) -> Iterator[str]:
    """Ends the posts at stations that the craft no longer has; who had one, by name."""
    crew = rules_of(row).crew
    places = {station.id: station.places for station in crew.stations(after.state)} if crew else {}

    def is_there(post: CrewPost | ShipPost) -> bool:
        most = places.get(post.station, 0)
        return most is None or post.number < most

    for craft in combatants:
        posts = CrewPost.objects.filter(craft=craft).select_related("member__character", "craft")
        for post in posts:
            if not is_there(post):
                yield post.member.called
                crews.put_off(craft.encounter, post)
    for ship_post in ShipPost.objects.filter(ship=row).select_related("member"):
        if not is_there(ship_post):
            yield ship_post.member.name
            ship_post.delete()
