"""Refuses passwords that leaked, or are easy to guess although they are long enough.

Django's own validators look for the whole password in a list of 20,000 common ones, and for the
user's name in it. `leaked_passwords` lists 112,130 more. zxcvbn estimates how many guesses a
password takes, by another list of 30,000, words of languages, names, dates, and rows of keys.
"""

import re
import string
from functools import cache

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from zxcvbn import zxcvbn

from rules import plain_text
from sheets.accounts.leaked_passwords import is_leaked

# What this site is about, and is called: the first things somebody would try here.
SITE_WORDS = (
    "hyperspace",
    "starwars",
    "storytelling",
    "empire",
    "ascendant",
    "skywalker",
    "padawan",
    "lightsaber",
    "character",
    "gamemaster",
    "password",
    "jedi",
    "sith",
    "force",
    "vader",
    "yoda",
)
_SITE_WORDS = re.compile("|".join(SITE_WORDS))
_AROUND = string.digits + string.punctuation + string.whitespace
# This many letters besides words of the site, and this many different characters, are the least.
OTHER_LETTERS, DIFFERENT = 4, 5
# A longer one is not looked through for repetitions; one longer than that is not estimated.
LONGEST, ESTIMATED = 64, 40
# The fewest guesses that a password has to take: 190 years of five in five minutes.
FEWEST_GUESSES = 10**8


class GuessablePasswordValidator:
    """Refuses a leaked password, a common one repeated or with digits and signs around it, words of
    this site with nothing else, a few characters over and over, and whatever takes few guesses.
    """

    def validate(self, password: str, user: User | None = None) -> None:
        """ValidationError, with what is wrong with the password."""
        password = plain_text.straight(password)
        core = _unrepeated(password.lower().strip(_AROUND))
        if len(set(password)) < DIFFERENT:
            raise ValidationError("This password repeats a few characters.", "repeated")
        if not core or core in _common_passwords():
            raise ValidationError(
                "This is a common password with digits or signs around it.", "common_core"
            )
        if is_leaked(password) or is_leaked(core):
            raise ValidationError("This password is on a list of leaked passwords.", "leaked")
        letters = "".join(filter(str.isalpha, core))
        left = _SITE_WORDS.sub("", letters)
        if left != letters and len(left) < OTHER_LETTERS:
            raise ValidationError("This password is made of words of this site.", "site_words")
        known = [*SITE_WORDS, *([user.username] if user and user.username else [])]
        is_short = len(password) <= ESTIMATED
        if is_short and zxcvbn(password, user_inputs=known)["guesses"] < FEWEST_GUESSES:
            raise ValidationError(
                "This password is easy to guess. Make it longer, with words that don't belong"
                " together.",
                "few_guesses",
            )

    def get_help_text(self) -> str:
        """The rule, for a form."""
        return "Not a common password with digits around it, and not only words of this site."


def _unrepeated(text: str) -> str:
    """The shortest piece that the text repeats: "abc" of "abcabc"; else the whole text."""
    match = re.fullmatch(r"(.+?)\1+", text, re.DOTALL) if len(text) <= LONGEST else None
    return match[1] if match else text


@cache
def _common_passwords() -> frozenset[str]:
    return frozenset(CommonPasswordValidator().passwords)
