"""Playing a character in a test: what is done, in short."""

from sheets import forms, table_log
from sheets.access import Claim
from sheets.models import Character, Identity
from sheets.operations import table


def claim(character: Character) -> Claim:
    return Claim(Identity(visitor_hash=character.owner.visitor_hash or ""), character.public_id)


def act(character: Character, action: str, **values: str) -> int:
    sent = {name: (value,) for name, value in values.items()}
    return table.act(claim(character), action=action, values=sent, key=forms.new_key())


def take_back(character: Character, number: int) -> int:
    return table.take_back(claim(character), number=number, key=forms.new_key())


def add_point(character: Character, number: int) -> int:
    return table.add_point(claim(character), number=number, key=forms.new_key())


def answer(character: Character, number: int, text: str) -> None:
    table.answer(claim(character), number=number, text=text, key=forms.new_key())


def row(character: Character) -> Character:
    return Character.objects.get(pk=character.pk)


def line(character: Character, number: int) -> table_log.Line:
    return next(one for one in table_log.newest(character, 100) if one.number == number)
