"""Why lines of a log cannot be undone by whoever looks at them, to say so in place of a button. An
undo itself checks it again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sheets.models import Attack, Character, Identity, Member, PlayLogEntry
from sheets.play_log import attack_exchange, storage
from sheets.play_log.log import Line

ANSWERS = "It answers a roll request. Only your game master can undo it."
CONFIRMED = "Your game master confirmed this harm. Only they can undo it."
NOT_ALL_YOURS = "Someone else rolled in this attack, too. Your game master can undo all of it."
JOINED = "Someone else's part of it is in another log. Your game master can undo both."
_ALL = attack_exchange.LINKS


def with_refusals(character: Character, lines: Sequence[Line], who: Identity) -> list[Line]:
    """The lines of a character, each with the reason why this person cannot undo it. No query for
    a character without a party; at most four, however many lines.
    """
    if character.party_id is None:
        return list(lines)
    reasons = dict(_reasons([line for line in lines if line.may_be_taken_back], who))
    if not reasons or Member.objects.of(who).leading().filter(party=character.party_id).exists():
        return list(lines)
    return [replace(line, refusal=reasons.get(line.row.pk, "")) for line in lines]


def _reasons(lines: Sequence[Line], who: Identity) -> Iterator[tuple[int, str]]:
    """The reason for each line that has one, by row, for a player."""
    rows = [line.row for line in lines]
    exchanges = _exchanges(rows) if rows else []
    ids = {part.character_id for attack in exchanges for part in _parts(attack)}
    others = ids - {row.character_id for row in rows}
    if others:
        playable = Character.documents.filter(pk__in=others).playable_by(who)
        others -= set(playable.values_list("pk", flat=True))
    foreign = _foreign(rows, who)
    for line in lines:
        if line.is_answer:
            yield line.row.pk, ANSWERS
        elif (of := storage.joined(line.row)) and of[0] in foreign:
            yield line.row.pk, JOINED
        elif reason := _reason(line.row, exchanges, others):
            yield line.row.pk, reason


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


def _exchanges(rows: Sequence[PlayLogEntry]) -> list[Attack]:
    """The attacks of which these lines are parts, with those on other targets of the same rolls.
    One query.
    """
    rolls = attack_exchange.resting_on(rows).order_by().values("entry")
    found = attack_exchange.resting_on(rows) | Attack.objects.filter(entry__in=rolls)
    return list(found.select_related(*attack_exchange.LINKS).order_by("pk"))


def _reason(line: PlayLogEntry, exchanges: Sequence[Attack], others: set[int]) -> str:
    """The reason why a player cannot undo a line, "" if they can; `others` are the characters that
    are not theirs to play.
    """
    if storage.is_confirmed(line):
        return CONFIRMED
    own = [attack for attack in exchanges if line in _parts(attack)]
    if not own:
        return ""
    link = attack_exchange.link_of(own[0], line)
    links = attack_exchange.LINKS[attack_exchange.LINKS.index(link) + 1 :]
    is_own_roll = link == "entry" and line.point_on is None
    if is_own_roll or any(attack.is_decided for attack in own):
        rolls = {attack.entry_id for attack in own}
        own, links = [attack for attack in exchanges if attack.entry_id in rolls], _ALL
    if any(attack.is_taken for attack in own):
        return CONFIRMED
    undone = (part for attack in own for part in _parts(attack, links))
    return NOT_ALL_YOURS if any(part.character_id in others for part in undone) else ""


def _parts(attack: Attack, links: Sequence[str] = _ALL) -> list[PlayLogEntry]:
    return [part for link in links if (part := getattr(attack, link))]
