"""Lines that are undone, with all that rests on them elsewhere.

A line that is a part of an attack's exchange takes with it what came after it there; once a game
master has decided the attack it is undone as a whole. All of it is undone, or nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Q

from rules.character import Character as OpenCharacter
from rules.paper.changes import KIND as FROM_PAPER
from sheets import storage
from sheets.advancement.operations import check_in_play
from sheets.errors import NoSuchLogEntry, Refused
from sheets.models import Attack, Character, Identity, Member, PlayLogEntry
from sheets.notes import operations as notes
from sheets.parties.roll_requests import answers
from sheets.play import attack_rolls, duel_rolls, maneuvers
from sheets.play_log import attack_exchange, refusals
from sheets.play_log import operations as play_log
from sheets.play_log import storage as log_storage
from sheets.play_log.actor import Actor
from sheets.play_log.refusals import CONFIRMED, JOINED
from sheets.writes import check_unchanged, stored

NOTE_STAYS = "The private note stays: it was changed."
ALL_OF_IT = "Everything that followed from it in this attack was undone, too."
BOTH = "The other half of it was undone, too: the craft and the crew act as one."


# What is read with an attack.
_READ = ("encounter", *attack_exchange.LINKS)


class UndoneLine:
    """A line that is undone, with what rests on it elsewhere: answers to roll requests, attacks,
    maneuvers, duels. Part of an operation.
    """

    def __init__(
        self,
        character: Character,
        before: OpenCharacter,
        line: PlayLogEntry,
        *,
        actor: Actor,
        stays: tuple[str, ...] = (),
        is_whole: bool = False,
    ) -> None:
        self.undone = line
        self.below = get_line(character, line.point_on) if line.point_on is not None else None
        if line.kind == FROM_PAPER and notes.stays(line):
            stays = (*stays, NOTE_STAYS)
        self.line = play_log.taken_back(
            character, before, line, actor=actor, stays=stays, is_whole=is_whole
        )
        self.opened = self.line.opened

    def save(self) -> PlayLogEntry:
        """Saves the line that undoes it."""
        move_what_rests_on(self.undone, to=self.below)
        if self.undone.kind == FROM_PAPER:
            notes.take_out(self.undone)
        return self.line.save()


def move_what_rests_on(line: PlayLogEntry, *, to: PlayLogEntry | None) -> None:
    """Lets what rests on a line rest on another, or on none."""
    answers.move_answer(line, to=to)
    attack_rolls.follow(line, to=to)
    maneuvers.follow(line, to=to)
    duel_rolls.follow(line, to=to)


def opened_in_play(character: Character) -> OpenCharacter:
    """The character as it is played; NotEditable for a draft and for an archived one. Part of an
    operation.
    """
    check_in_play(character)
    return storage.load(character).opened.settled()


def get_line(character: Character, number: int) -> PlayLogEntry:
    """A line of a character's log; NoSuchLogEntry."""
    try:
        return character.play_log.get(number=number)
    except (PlayLogEntry.DoesNotExist, OverflowError):
        raise NoSuchLogEntry from None


def check_harm_stays(character: Character, line: PlayLogEntry, who: Identity) -> None:
    """Refused if a line is harm of an attack that a game master has confirmed, and somebody else of
    the character's party undoes it: also once whoever dealt it is no longer in the fight.
    """
    if character.party_id is None or not log_storage.is_confirmed(line):
        return
    if not Member.objects.of(who).leading().filter(party=character.party_id).exists():
        raise Refused({"number": CONFIRMED})


@dataclass(frozen=True)
class Undo:
    """Lines that are undone together, the last first, and the attacks that they are parts of."""

    lines: tuple[PlayLogEntry, ...]
    attacks: tuple[Attack, ...] = ()
    seen: dict[int, str] = field(default_factory=dict)

    @classmethod
    def of_line(cls, line: PlayLogEntry) -> Undo:
        """A line, with what came after it in its attacks; all of these, if their own roll is
        undone, or a game master has decided on one of them. What a craft did at somebody's hand is
        one act with their line.
        """
        attacks = list(attack_exchange.resting_on([line]).select_related(*_READ))
        if not attacks:
            return cls((line, *_joined(line)))
        link = attack_exchange.link_of(attacks[0], line)
        after = attack_exchange.LINKS[attack_exchange.LINKS.index(link) + 1 :]
        is_own_roll = link == "entry" and line.point_on is None
        if is_own_roll or any(row.is_decided for row in attacks):
            return cls.of_attacks(attacks)
        return cls((*_standing_lines(attacks, after), line), tuple(attacks), _seen(attacks))

    @classmethod
    def of_attacks(cls, attacks: Iterable[Attack]) -> Undo:
        """Everything that stands of these attacks, for all targets of their rolls."""
        ids, rolls = set[int](), set[int]()
        for row in attacks:
            (rolls if row.entry_id else ids).add(row.entry_id or row.pk)
        found = Attack.objects.filter(Q(pk__in=ids) | Q(entry__in=rolls)).order_by("pk")
        rows = list(found.select_related(*_READ))
        return cls(tuple(_standing_lines(rows, attack_exchange.LINKS)), tuple(rows), _seen(rows))

    def characters(self, who: Identity, *known: Character) -> dict[int, Character]:
        """The characters in whose logs the lines are; those that are `known` are not read again.
        Refused unless they are this person's to undo: those of others, and what a game master has
        confirmed, only by who leads the party.
        """
        read = {row.pk: row for row in known}
        ids = {line.character_id for line in self.lines}
        playable = Character.documents.filter(pk__in=ids - read.keys()).playable_by(who)
        rows = read | {row.pk: row for row in playable.select_related("owner").whole()}
        is_all_theirs = rows.keys() == ids
        if self.attacks:
            leads = _leads(who, self.attacks)
            reason = refusals.of_attacks(self.attacks, leads=leads, is_all_theirs=is_all_theirs)
        else:
            reason = "" if is_all_theirs else JOINED
        if reason:
            raise Refused({"number": reason})
        return rows

    def undone(
        self,
        characters: Mapping[int, Character],
        actor: Callable[[Character], Actor],
        *,
        asked: PlayLogEntry | None = None,
    ) -> Iterator[UndoneLine]:
        """The undo of each line, one after the other; the one that was `asked` for says whether
        others go with it. Refused if a character can't be read.
        """
        opened: dict[int, OpenCharacter] = {}
        for line in self.lines:
            character = characters[line.character_id]
            try:
                before = opened.get(character.pk) or opened_in_play(character)
            except storage.CorruptRow as damaged:
                if line == asked:
                    raise
                raise Refused({"": damaged.told}) from None
            has_more = line == asked and len(self.lines) > 1
            stays = ((ALL_OF_IT if self.attacks else BOTH),) if has_more else ()
            who, is_whole = actor(character), bool(self.attacks)
            change = UndoneLine(character, before, line, actor=who, stays=stays, is_whole=is_whole)
            opened[character.pk] = change.opened
            yield change

    def check_unchanged(self) -> None:
        """Overtaken if one of the attacks has gone on meanwhile. Locks their fights: part of an
        operation that has locked the characters.
        """
        if self.attacks:
            attack_exchange.lock_fights(row.encounter_id for row in self.attacks)
            check_unchanged(Attack.objects.filter(pk__in=self.seen), self.seen)


def _joined(line: PlayLogEntry) -> Iterator[PlayLogEntry]:
    """The line of another log that is the same act, unless it was undone or is gone."""
    if (of := log_storage.joined(line)) is None:
        return
    for other in PlayLogEntry.objects.filter(character__public_id=of[0], number=of[1]):
        own = PlayLogEntry.objects.filter(character=other.character_id)
        if not own.filter(takes_back=other.number).exists():
            yield other


def _seen(attacks: Iterable[Attack]) -> dict[int, str]:
    return {row.pk: stored(row) for row in attacks}


def _leads(who: Identity, attacks: Iterable[Attack]) -> bool:
    """True if somebody leads the party of these attacks."""
    parties = {row.encounter.party_id for row in attacks}
    return Member.objects.of(who).leading().filter(party__in=parties).count() == len(parties)


def _standing_lines(rows: Sequence[Attack], links: Collection[str]) -> Iterator[PlayLogEntry]:
    """The lines of these parts of attacks that are not undone, the last part first: each after the
    points that were spent on it.
    """
    ordered = [link for link in reversed(attack_exchange.LINKS) if link in links]
    parts = [line for link in ordered for row in rows if (line := getattr(row, link))]
    own = PlayLogEntry.objects.filter(character__in={line.character_id for line in parts})
    turning = list(own.filter(Q(point_on__isnull=False) | Q(takes_back__isnull=False)))
    points = {(line.character_id, line.point_on): line for line in turning if line.point_on}
    rolls = own.filter(number__in={point.point_on for point in points.values()})
    below = {(roll.character_id, roll.number): roll for roll in (*rolls, *points.values())}
    seen = {(line.character_id, line.takes_back) for line in turning if line.takes_back}
    for line in parts:
        roll = line
        while roll.point_on:
            roll = below[roll.character_id, roll.point_on]
        stack = [roll]
        while point := points.get((roll.character_id, stack[-1].number)):
            stack.append(point)
        for rolled in reversed(stack):
            if (place := (rolled.character_id, rolled.number)) not in seen:
                seen.add(place)
                yield rolled
