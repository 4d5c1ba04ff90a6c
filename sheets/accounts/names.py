"""The names of accounts: how they are written, so that no two of them are taken for one."""

import unicodedata

from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.validators import MaxLengthValidator, MinLengthValidator

SHORTEST, LONGEST = 2, 40

VALIDATORS = [
    UnicodeUsernameValidator(
        message="A name has letters and digits of any language, and . _ - + @ besides. No spaces."
    ),
    MinLengthValidator(SHORTEST, message=f"A name has at least {SHORTEST} letters."),
    MaxLengthValidator(LONGEST, message=f"A name has at most {LONGEST} letters."),
]


def kept(typed: str) -> str:
    """The name as it is kept, however it was typed: in small letters, each in its usual form."""
    small = unicodedata.normalize("NFKC", typed).casefold().strip()
    return unicodedata.normalize("NFKC", small).lower()
