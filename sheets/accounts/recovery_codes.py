"""Recovery codes: made, and spent to get in without the password or without the second factor.

They are kept as digests, in the row that allauth has for them: whoever reads the database cannot
use one. A code has 80 bits, which nobody tries out.
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

HOW_MANY = 10
LENGTH = 16
_TYPE = Authenticator.Type.RECOVERY_CODES


def make(user: User) -> tuple[str, ...]:
    """New codes in the place of all earlier ones. They are told now, and never again."""
    codes = tuple(_new_code() for _ in range(HOW_MANY))
    digests = [_digest(user.pk, code) for code in codes]
    # To allauth these are codes of a kind it knows, and none of them.
    data = {"digests": digests, "migrated_codes": []}
    defaults = {"data": data, "created_at": timezone.now(), "last_used_at": None}
    with transaction.atomic():
        Authenticator.objects.update_or_create(user=user, type=_TYPE, defaults=defaults)
    return tuple(secret_codes.spaced(code) for code in codes)


def left(user: User) -> int:
    """How many codes are still good."""
    row = Authenticator.objects.filter(user=user, type=_TYPE).first()
    return len(row.data["digests"]) if row else 0


def are_good(user: User, codes: Iterable[str]) -> bool:
    """Whether all of these are codes of this user that are still good."""
    row = Authenticator.objects.filter(user=user, type=_TYPE).first()
    given = [_digest(user.pk, code) for code in codes]
    return row is not None and bool(given) and set(given) <= set(row.data["digests"])


def spend(user: User, code: str) -> Authenticator | None:
    """Uses up a code; its row if it was good, None if not."""
    with transaction.atomic(durable=True):
        row = _locked(user.username)
        return row if row and _spent(row, code) else None


def remove_factors(user: User) -> int:
    """Removes all that is asked for besides the password; how many that were. Codes stay."""
    with transaction.atomic():
        rows = Authenticator.objects.filter(user=user).exclude(type=_TYPE)
        count = rows.count()
        rows.delete()
        return count


@contextmanager
def kept(user: User) -> Iterator[None]:
    """Sees to it that the codes are still there after what is done meanwhile; all in one
    transaction."""
    with transaction.atomic():
        row = _locked(user.username)
        yield
        if row and not Authenticator.objects.filter(pk=row.pk).exists():
            row.save(force_insert=True)


def reset_password(*, name: str, code: str, password: str) -> User | None:
    """Gives the account of that name a new password, for a code; None where they do not belong
    together, whichever of the two is wrong.

    The password is hashed in any case, so that the answer takes as long either way.
    """
    hashed = make_password(password)
    with transaction.atomic(durable=True):
        row = _locked(usernames.kept(name))
        if row is None or not _spent(row, code):
            return None
        user: User = row.user
        user.password = hashed
        user.save(update_fields=["password"])
        return user


def _locked(name: str) -> Authenticator | None:
    """The codes of an account that may sign in, which nobody else spends meanwhile."""
    rows = Authenticator.objects.select_for_update(of=("self",)).select_related("user")
    return rows.filter(type=_TYPE, user__username=name, user__is_active=True).first()


def _spent(row: Authenticator, code: str) -> bool:
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
    return secret_codes.digest(secret_codes.Kind(f"sheets.recovery.{user}", LENGTH), code)
