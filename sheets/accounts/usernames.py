"""User names: how they are written, so no two look alike."""

import unicodedata

from django.contrib.auth.models import User
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, MinLengthValidator

from rules import plain_text
from sheets.accounts import lookalikes

SHORTEST, LONGEST = 2, 40


def check_alphabet(name: str) -> None:
    """Refuses mixed alphabets, and letters that imitate others or are invisible. For new names
    only.
    """
    alphabets = lookalikes.alphabets(name)
    if "" in alphabets:
        raise ValidationError(
            "This name has letters that imitate others or are invisible. Use everyday letters."
        )
    if lookalikes.is_mixed(alphabets):
        raise ValidationError("This name mixes alphabets. Use only one.")


VALIDATORS = [
    UnicodeUsernameValidator(
        message="Use letters and digits of any language, and . _ - + @, without spaces."
    ),
    check_alphabet,
    MinLengthValidator(SHORTEST, message=f"A name has at least {SHORTEST} letters."),
    MaxLengthValidator(LONGEST, message=f"A name has at most {LONGEST} letters."),
]


def looks_taken(name: str) -> bool:
    """True if another user's name looks just like this one."""
    look = lookalikes.skeleton(name)
    others = User.objects.exclude(username=name).values_list("username", flat=True)
    return any(lookalikes.skeleton(name) == look for name in others.iterator())


def normalize(typed: str) -> str:
    """The name as it is stored: lower case, in Unicode's compatibility form (NFKC)."""
    small = unicodedata.normalize("NFKC", typed).casefold().strip()
    return unicodedata.normalize("NFKC", small).lower()


def meant(typed: str) -> str:
    """The stored name that somebody types or pastes to sign in: "Dora\u200b‑٣" is "dora-3". A name
    without Latin letters keeps the digits of its script.
    """
    plain = normalize(plain_text.straight(typed))
    if plain.isascii() and any(map(str.isalpha, plain)):
        return plain
    return normalize("".join(sign for sign in typed if unicodedata.category(sign) != "Cf"))
