"""One attack on one target as an exchange: the attack, the defense, the damage, the answer of a
crew, and the harm, each a line of a log. What the fight, the logs and an undo say of it is read
here.

A roll is what was rolled. The harm is what a game master confirmed, in the log of the target; the
attacker's log is told what it came to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.db.models import Q, QuerySet
from django.utils import timezone

from sheets.models import Attack, Character, Encounter, PlayLogEntry
from sheets.models.character import STAMP
from sheets.play_log import storage
from sheets.storage import CorruptRow

State = Attack.State

LINKS = Attack.LINKS
NO_EFFECT = "no effect"


def resting_on(lines: Collection[PlayLogEntry]) -> QuerySet[Attack]:
    """The attacks of which one of these lines is a part, in order."""
    parts = Q()
    for link in LINKS:
        parts |= Q(**{f"{link}__in": lines})
    return Attack.objects.filter(parts).order_by("pk")


def link_of(row: Attack, line: PlayLogEntry) -> str:
    """Which part of the exchange a line is."""
    return next(link for link in LINKS if getattr(row, f"{link}_id") == line.pk)


def writers(attacks: Iterable[Attack]) -> list[Character]:
    """Those who rolled in these attacks, as much of each as shows a change: their logs say what
    became of the attacks, and whether the rolls can still be undone.
    """
    rolls = {getattr(row, f"{link}_id") for row in attacks for link in LINKS}
    if not (rolls := rolls - {None}):
        return []
    ids = PlayLogEntry.objects.filter(pk__in=rolls).values("character")
    return list(Character.documents.filter(pk__in=ids).only(*STAMP))


def touch(characters: Iterable[Character]) -> None:
    """Lets the pages of characters that are locked ask anew."""
    Character.objects.filter(pk__in=[row.pk for row in characters]).update(
        updated_at=timezone.now()
    )


def lock_fights(ids: Iterable[int]) -> QuerySet[Encounter]:
    """The encounters with these ids, locked until the transaction ends: before their attacks, as
    wherever these are decided.
    """
    fights = Encounter.objects.filter(pk__in=set(ids))
    list(fights.select_for_update(no_key=True).order_by("pk").values_list("pk"))
    return fights


def result(row: Attack, *, numbered: bool) -> str:
    """An attack's result: "17, a hit", "17 against 14, a hit: 12 damage", and once a game master
    has confirmed it "17, a hit, 60 taken: destroyed". The number to reach only if `numbered`.
    """
    rolled = f"{row.total} {row.unit}".rstrip()
    number = f" against {row.number}" if numbered and row.number is not None else ""
    if not row.total and not row.unit:  # nothing was rolled: it is avoided, or not
        if row.state == State.DEFENDING:
            return "to be avoided"
        rolled, number = "not rolled" if row.number is None else f"{row.number} to avoid it", ""
    if row.state == State.DEFENDING:
        return f"{rolled}, to be defended"
    damage = (row.harm.get("damage") or [""])[0]
    ends = {
        State.MISSED: "a miss",
        State.UNKNOWN: "not decided",
        State.HIT: "a hit",
        State.DAMAGED: f"a hit: {damage} damage" if damage else "a hit",
        State.TAKEN: f"a hit, {taken(row)}",
    }
    return f"{rolled}{number}, {ends.get(State(row.state), 'without effect')}"


def taken(row: Attack) -> str:
    """The result of the confirmed harm: "60 taken: destroyed"."""
    try:
        harm = storage.outcome(row.harm_entry) if row.harm_entry else None
    except CorruptRow:
        harm = None
    return harm.taken if harm and harm.taken else "taken"


def tell(lines: Iterable[int | None], *, undone: PlayLogEntry | None = None) -> None:
    """Says in these lines of attackers' logs what game masters have decided of each target: in the
    line of the damage, or in that of the attack if no damage was rolled; nothing in one that is
    being `undone`. Part of an operation that has locked the attackers.
    """
    for line in PlayLogEntry.objects.filter(pk__in={pk for pk in lines if pk}):
        rests = Q(damage_entry=line) | Q(entry=line, damage_entry=None)
        rows = Attack.objects.filter(rests, state__in=Attack.DECIDED).order_by("pk")
        rows = rows.select_related("target__character", "harm_entry")
        sentences = [] if line == undone else [_decided(row) for row in rows]
        if sentences != list(storage.came(line)):
            storage.set_came(line, sentences)
            line.save(update_fields=["content"])
            writer = Character.documents.filter(pk=line.character_id)
            writer.update(updated_at=timezone.now())


def _decided(row: Attack) -> str:
    """The decision, with whom it concerns, unless players know nothing of them."""
    text = taken(row) if row.is_taken else NO_EFFECT
    return text if row.target.hidden else f"{text} ({row.target.called})"
