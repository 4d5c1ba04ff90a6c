"""Actions on another character at the table: each is an action of theirs, too, with a line in their
own log. Operations hold them.
"""

import uuid
from collections.abc import Iterable
from random import Random
from urllib.parse import parse_qs

import msgspec
from django.db.models import Q

from rules.character import Character as OpenCharacter
from rules.forms.parsing import FormValues
from rules.play import WHOM, Outcome, TurnState
from rules.problems import RuleViolation
from sheets import storage
from sheets.access import CharacterAccess, lock_characters
from sheets.errors import Refused
from sheets.models import Character, CrewPost, PlayLogEntry
from sheets.models.character import CharacterQuerySet
from sheets.play import companions
from sheets.play_log import operations
from sheets.play_log import storage as log_storage
from sheets.play_log.actor import Actor
from sheets.storage import StoredCharacter
from sheets.writes import check_unchanged, stored

GONE = "They are no longer in your party. Choose again."
IN_VAIN = "This has no effect on {name} now: {why}"
UNREADABLE = "{name} is damaged and can't be read."


class Pair:
    """A character and, where something is done to somebody else of its party or to the craft that
    it is aboard, that one too: locked together, in the order of their rows.
    """

    def __init__(self, character_access: CharacterAccess, other: uuid.UUID | None) -> None:
        self.character_access = character_access
        self.id = other
        self.other: Character | None = None
        self.lines: list[operations.NewLine] = []
        self.saved: list[PlayLogEntry] = []
        self._locks: list[int] = []
        self._seen: dict[int, str] = {}
        self._stored: StoredCharacter | None = None

    def lock_with(self, characters: Iterable[Character]) -> None:
        """Locks these too, as they were read."""
        for row in characters:
            if row.pk != self._locks[0]:
                self._locks.append(row.pk)
                self._seen[row.pk] = stored(row)

    @property
    def receipt_id(self) -> tuple[str, ...]:
        """The id that stands for the character in a form receipt."""
        return self.character_access.receipt_id

    def read(self) -> Character:
        """The character; `other` is the second one from then on, if it is there."""
        character = self.character_access.read()
        self.other, self.lines, self._seen, self._stored = None, [], {}, None
        self._locks = [character.pk]
        if self.id is not None:
            reached = _reached_by(character).exclude(pk=character.pk)
            self.other = reached.whole().filter(public_id=self.id).first()
        if self.other is not None:
            self.lock_with([self.other])
        return character

    def lock(self) -> Character:
        """The character alone, locked."""
        return self.character_access.lock()

    def lock_again(self) -> Character:
        """Locks all of them; Overtaken if another one was changed."""
        if self._seen:
            rows = lock_characters(Character.documents.filter(pk__in=self._locks))
            check_unchanged((row for row in rows if row.pk in self._seen), self._seen)
        return self.character_access.lock_again()

    def save(self) -> None:
        """Saves what was done to the other."""
        self.saved = [line.save() for line in self.lines]

    def join(self, line: PlayLogEntry) -> None:
        """Says in the line and in those of the other that they are one act, where one of the two is
        a craft: they are undone together.
        """
        crafts = Character.Kind.CRAFT
        for theirs in self.saved:
            if crafts in (line.character.kind, theirs.character.kind):
                log_storage.set_joined(line, theirs)
                log_storage.set_joined(theirs, line)
                for each in (line, theirs):
                    each.save(update_fields=["content"])

    def check(
        self, character: OpenCharacter, now: TurnState, action: str, values: FormValues
    ) -> None:
        """Refused before anything is rolled, where it could do nothing for the other."""
        if self.id is None:
            return
        if self.other is None or not self.other.is_in_play:
            raise Refused({WHOM: GONE})
        reply = character.roll_form(now, action, values).onto
        patient, turn = self._opened(self.other)
        if why := patient.roll_form(turn, reply, {}).barred:
            raise Refused({WHOM: IN_VAIN.format(name=companions.name_of(self.other), why=why)})

    def named(self, outcome: Outcome) -> Outcome:
        """The outcome with the target's name: "Medpac for Vela"."""
        if self.other is None:
            return outcome
        name = f"{outcome.name} for {companions.name_of(self.other)}"
        return msgspec.structs.replace(outcome, name=name, whom=str(self.other.public_id))

    def follow(self, outcome: Outcome, *, by: Character, rng: Random) -> Outcome:
        """Does to the other what came of it, unsaved, and says so; where nobody is known by name,
        says what they do themselves.
        """
        if not outcome.onto.action:
            return outcome
        if self.other is None:
            return _saying(outcome, outcome.onto.name)
        action, _, how = outcome.onto.action.partition("?")
        values = {name: tuple(several) for name, several in parse_qs(how).items()}
        name, (patient, now) = companions.name_of(self.other), self._opened(self.other)
        try:
            reply = patient.resolve(now, action, values, rng)
        except RuleViolation as violation:
            raise Refused({WHOM: IN_VAIN.format(name=name, why=violation)}) from None
        actor = Actor(companions.name_of(by))
        self.lines.append(operations.appended(self.other, patient, reply, actor=actor))
        news = (sentence for sentence in reply.said if sentence not in outcome.said)
        return _saying(outcome, f"{name}: {' '.join(news)}")

    def _opened(self, other: Character) -> tuple[OpenCharacter, TurnState]:
        """The other, open, and its turn; Refused if they cannot be read."""
        try:
            self._stored = self._stored or storage.load(other)
        except storage.CorruptRow:
            name = companions.name_of(other)
            raise Refused({WHOM: UNREADABLE.format(name=name)}) from None
        return self._stored.opened, self._stored.situation


def _reached_by(character: Character) -> CharacterQuerySet:
    """Those to whom a character can do something: its party with the ship, and the craft that it
    is aboard in a fight, which is a copy of one in a roster; of a craft those aboard.
    """
    aboard = CrewPost.objects.filter(member__character=character)
    reached = Q(pk__in=aboard.values("craft__character"))
    if character.kind == Character.Kind.CRAFT:
        crew = CrewPost.objects.filter(craft__character=character)
        reached |= Q(pk__in=crew.values("member__character"))
    if character.party_id is not None:
        reached |= Q(party=character.party_id)
    return Character.documents.filter(reached)


def _saying(outcome: Outcome, sentence: str) -> Outcome:
    return msgspec.structs.replace(outcome, said=(*outcome.said, sentence))
