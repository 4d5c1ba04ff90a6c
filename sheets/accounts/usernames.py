"""The names of accounts: how they are written, so that no two of them are taken for one."""

import unicodedata

from django.contrib.auth.models import User
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, MinLengthValidator

from sheets.accounts import lookalikes

SHORTEST, LONGEST = 2, 40


def of_one_alphabet(name: str) -> None:
    """Refuses letters of several alphabets, and those that only look like others, or like nothing.

    Only new names are asked: who has such a name already keeps it.
    """
    found = lookalikes.alphabets(name)
    if "" in found:
        raise ValidationError(
            "This name has letters that look like others or cannot be seen. Use everyday letters."
        )
    if lookalikes.is_mixed(found):
        raise ValidationError("This name mixes letters of different alphabets. Use only one.")


VALIDATORS = [
    UnicodeUsernameValidator(
        message="A name has letters and digits of any language, and . _ - + @ besides. No spaces."
    ),
    of_one_alphabet,
    MinLengthValidator(SHORTEST, message=f"A name has at least {SHORTEST} letters."),
    MaxLengthValidator(LONGEST, message=f"A name has at most {LONGEST} letters."),
]


def is_taken_by_look(name: str) -> bool:
    """Whether somebody has another name that looks just like this one."""
    look = lookalikes.look(name)
    others = User.objects.exclude(username=name).values_list("username", flat=True)
    return any(lookalikes.look(other) == look for other in others.iterator())


def kept(typed: str) -> str:
    """The name as it is kept, however it was typed: in small letters, each in its usual form."""
    small = unicodedata.normalize("NFKC", typed).casefold().strip()
    return unicodedata.normalize("NFKC", small).lower()
