"""Recovery codes: one of them replaces the password or the second factor, once.

They are stored as digests, in allauth's row for them: reading the database does not reveal one. A
code has 140 bits, so it cannot be guessed. Older ones of 16 letters still work.
"""

import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from allauth.mfa.models import Authenticator
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from sheets import secret_codes
from sheets.accounts import usernames

CODE_COUNT = 10
LENGTH = 28
_TYPE = Authenticator.Type.RECOVERY_CODES


def create(user: User) -> tuple[str, ...]:
    """New codes that replace all earlier ones. They are shown now and never again."""
    codes = tuple(_new_code() for _ in range(CODE_COUNT))
    digests = [_digest(user.pk, code) for code in codes]
    # allauth sees a row of its own kind with no codes.
    data = {"digests": digests, "migrated_codes": []}
    defaults = {"data": data, "created_at": timezone.now(), "last_used_at": None}
    with transaction.atomic():
        Authenticator.objects.update_or_create(user=user, type=_TYPE, defaults=defaults)
    return tuple(secret_codes.grouped(code) for code in codes)


def remaining(user: User) -> int:
    """The number of unused codes."""
    row = Authenticator.objects.filter(user=user, type=_TYPE).first()
    return len(row.data["digests"]) if row else 0


def are_valid(user: User, codes: Iterable[str]) -> bool:
    """True if all of these are unused codes of the user. False for no codes."""
    row = Authenticator.objects.filter(user=user, type=_TYPE).first()
    digests = [_digest(user.pk, code) for code in codes]
    return row is not None and bool(digests) and set(digests) <= set(row.data["digests"])


def redeem(user: User, code: str) -> Authenticator | None:
    """Uses up a code; its row if it was valid, else None."""
    with transaction.atomic(durable=True):
        row = _lock(user.username)
        return row if row and _redeem(row, code) else None


def remove_factors(user: User) -> int:
    """Removes all second factors but the recovery codes; returns how many."""
    with transaction.atomic():
        rows = Authenticator.objects.filter(user=user).exclude(type=_TYPE)
        count = rows.count()
        rows.delete()
        return count


@contextmanager
def preserved(user: User) -> Iterator[None]:
    """Keeps the codes even if the block deletes them; all in one transaction."""
    with transaction.atomic():
        row = _lock(user.username)
        yield
        if row and not Authenticator.objects.filter(pk=row.pk).exists():
            row.save(force_insert=True)


def reset_password(*, name: str, code: str, password: str) -> User | None:
    """Sets a new password with a recovery code; the user, or None if name and code do not match.

    The password is hashed in any case, so both answers take the same time.
    """
    hashed = make_password(password)
    with transaction.atomic(durable=True):
        row = _lock(usernames.meant(name))
        if row is None or not _redeem(row, code):
            return None
        user: User = row.user
        user.password = hashed
        user.save(update_fields=["password"])
        return user


def _lock(name: str) -> Authenticator | None:
    """The locked recovery codes of an active account."""
    rows = Authenticator.objects.select_for_update(of=("self",)).select_related("user")
    return rows.filter(type=_TYPE, user__username=name, user__is_active=True).first()


def _redeem(row: Authenticator, code: str) -> bool:
    digest = _digest(row.user_id, code)
    if digest not in row.data["digests"]:
        return False
    row.data["digests"].remove(digest)
    row.last_used_at = timezone.now()
    row.save(update_fields=["data", "last_used_at"])
    return True


def _new_code() -> str:
    return "".join(secrets.choice(secret_codes.LETTERS) for _ in range(LENGTH))


def _digest(user: int, code: str) -> str:
    return secret_codes.digest(secret_codes.CodeKind(f"sheets.recovery.{user}", LENGTH), code)
