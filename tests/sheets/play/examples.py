"""Playing a character in a test: what is done, in short."""

from sheets import form_data
from sheets.access import CharacterAccess
from sheets.models import Character, Identity
from sheets.play import operations
from sheets.play_log import log


def access_to(character: Character) -> CharacterAccess:
    return CharacterAccess(
        Identity(visitor_hash=character.owner.visitor_hash or ""), character.public_id
    )


def act(character: Character, action: str, **values: str) -> int:
    sent = {name: (value,) for name, value in values.items()}
    return operations.Act(
        access_to(character), action=action, values=sent, key=form_data.new_key()
    ).run()


def take_back(character: Character, number: int) -> int:
    return operations.TakeBack(access_to(character), number=number, key=form_data.new_key()).run()


def add_point(character: Character, number: int) -> int:
    return operations.AddPoint(access_to(character), number=number, key=form_data.new_key()).run()


def answer(character: Character, number: int, text: str) -> None:
    operations.Answer(access_to(character), number=number, text=text, key=form_data.new_key()).run()


def row(character: Character) -> Character:
    return Character.objects.get(pk=character.pk)


def line(character: Character, number: int) -> log.Line:
    return next(one for one in log.newest(character, 100) if one.number == number)
