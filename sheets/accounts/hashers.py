"""Hashes of passwords, which are read as they look: a pasted one is the same as a typed one."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.hashers import BasePasswordHasher, PBKDF2PasswordHasher

from rules import plain_text


class AsItLooks(BasePasswordHasher):
    """A hasher whose passwords have the digits, spaces, dashes and quotes of a keyboard. A hash of
    another spelling, which was made elsewhere, opens with that spelling.
    """

    def encode(self, password: str, *arguments: Any, **named: Any) -> str:
        """The hash of a password."""
        return super().encode(plain_text.straight(password), *arguments, **named)

    def verify(self, password: str, encoded: str) -> bool:
        """True for the password of a hash."""
        return super().verify(password, encoded) or (
            plain_text.straight(password) != password and self._is_as_typed(password, encoded)
        )

    def _is_as_typed(self, password: str, encoded: str) -> bool:
        return self.as_typed().verify(password, encoded)

    as_typed: type[BasePasswordHasher]


class PBKDF2(AsItLooks, PBKDF2PasswordHasher):
    """Django's own hasher, of passwords as they look."""

    as_typed = PBKDF2PasswordHasher
