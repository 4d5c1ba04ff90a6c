"""Why lines of a log cannot be undone by whoever looks at them, to say so in place of a button. An
undo itself checks it again, by the same rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from sheets.models import (
    Attack,
    Character,
    Identity,
    Member,
    PlayLogEntry,
    RollRequestTarget,
)
from sheets.play_log import attack_exchange, storage
from sheets.play_log.log import Line

ANSWERS = "It answers a roll request. Only your game master can undo it."
CONFIRMED = "Your game master confirmed this harm. Only they can undo it."
NOT_ALL_YOURS = "Someone else rolled in this attack, too. Your game master can undo all of it."
JOINED = "Someone else's part of it is in another log. Your game master can undo both."
LEFT = "Someone in this attack is no longer in the party. Undo the rest in the log."
_ALL = attack_exchange.LINKS


def of_attacks(attacks: Iterable[Attack], *, leads: bool, is_all_theirs: bool) -> str:
    """The reason why somebody cannot undo lines of these attacks, "" if they can: whether they lead
    the party, and may play all whose lines these are.
    """
    if not leads and any(attack.is_taken for attack in attacks):
        return CONFIRMED
    if is_all_theirs:
        return ""
    return LEFT if leads else NOT_ALL_YOURS


def with_refusals(character: Character, lines: Sequence[Line], who: Identity) -> list[Line]:
    """The lines of a character, each with the reason why this person cannot undo it. At most five
    queries, however many lines.
    """
    rows = [line.row for line in lines if line.may_be_taken_back]
    reasons = dict(_Refusals(character, rows, who).reasons()) if rows else {}
    return [replace(line, refusal=reasons.get(line.row.pk, "")) for line in lines]


class _Refusals:
    """The facts that decide whether somebody can undo lines of a character, read once."""

    def __init__(self, character: Character, rows: Sequence[PlayLogEntry], who: Identity) -> None:
        self.party = character.party_id
        self.rows, self.who = rows, who
        self.exchanges = _exchanges(rows)
        self.requests = _requests(rows)
        parties = {attack.encounter.party_id for attack in self.exchanges}
        parties |= {*self.requests.values(), *({self.party} if self.party else ())}
        self.led = _led(parties, who)
        ids = {part.character_id for attack in self.exchanges for part in _parts(attack)}
        self.others = _not_theirs(ids - {row.character_id for row in rows}, who)
        self.foreign = _foreign(rows, who)

    def reasons(self) -> Iterator[tuple[int, str]]:
        """The reason for each line that has one, by row."""
        for row in self.rows:
            if reason := self._reason(row):
                yield row.pk, reason

    def _reason(self, row: PlayLogEntry) -> str:
        if row.pk in self.requests and self.requests[row.pk] not in self.led:
            return ANSWERS
        if self.party and self.party not in self.led and storage.is_confirmed(row):
            return CONFIRMED
        own = [attack for attack in self.exchanges if row in _parts(attack)]
        if own:
            return self._reason_of_attacks(row, own)
        joined = storage.joined(row)
        return JOINED if joined and joined[0] in self.foreign else ""

    def _reason_of_attacks(self, row: PlayLogEntry, own: Sequence[Attack]) -> str:
        link = attack_exchange.link_of(own[0], row)
        links = _ALL[_ALL.index(link) + 1 :]
        is_own_roll = link == "entry" and row.point_on is None
        if is_own_roll or any(attack.is_decided for attack in own):
            rolls = {attack.entry_id for attack in own}
            own, links = [attack for attack in self.exchanges if attack.entry_id in rolls], _ALL
        undone = (part for attack in own for part in _parts(attack, links))
        return of_attacks(
            own,
            leads={attack.encounter.party_id for attack in own} <= self.led,
            is_all_theirs=not any(part.character_id in self.others for part in undone),
        )


def _exchanges(rows: Sequence[PlayLogEntry]) -> list[Attack]:
    """The attacks of which these lines are parts, with those on other targets of the same rolls.
    One query, none where no line is known to be part of one.
    """
    rows = [row for row in rows if getattr(row, "is_in_attack", True)]
    if not rows:
        return []
    rolls = attack_exchange.resting_on(rows).order_by().values("entry")
    found = attack_exchange.resting_on(rows) | Attack.objects.filter(entry__in=rolls)
    return list(found.select_related("encounter", *attack_exchange.LINKS).order_by("pk"))


def _requests(rows: Sequence[PlayLogEntry]) -> dict[int, int]:
    """The party that asked for each of these lines that answers a roll request. One query, none
    where no line is known to.
    """
    answers = [row.pk for row in rows if getattr(row, "is_answer", False)]
    if not answers:
        return {}
    found = RollRequestTarget.objects.filter(entry__in=answers)
    return dict(found.values_list("entry", "request__party"))


def _led(parties: set[int], who: Identity) -> set[int]:
    """Those of these parties that somebody leads. One query, none without a party."""
    if not parties:
        return set()
    found = Member.objects.of(who).leading().filter(party__in=parties)
    return set(found.values_list("party", flat=True))


def _not_theirs(ids: set[int], who: Identity) -> set[int]:
    """Those of these characters that are not somebody's to play. One query, none for none."""
    if not ids:
        return ids
    playable = Character.documents.filter(pk__in=ids).playable_by(who)
    return ids - set(playable.values_list("pk", flat=True))


def _foreign(rows: Sequence[PlayLogEntry], who: Identity) -> set[str]:
    """The characters, by public id, whose lines are the same acts as these and who are not this
    person's to play. One query, none where there are no such lines.
    """
    ids = {of[0] for row in rows if (of := storage.joined(row))}
    if not ids:
        return set()
    found = Character.documents.filter(public_id__in=ids)
    playable = Character.documents.playable_by(who).values("pk")
    return set(map(str, found.exclude(pk__in=playable).values_list("public_id", flat=True)))


def _parts(attack: Attack, links: Sequence[str] = _ALL) -> list[PlayLogEntry]:
    return [part for link in links if (part := getattr(attack, link))]
