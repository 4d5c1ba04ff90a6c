"""Tokens: made, found by what a request sends, revoked, and how much each may ask for.

A token is shown once. The database has its digest, keyed with the site's secret: a copy of the
database opens nothing.
"""

import math
import secrets
import string
import time
from datetime import timedelta

from django.conf import settings
from django.db.models import F, FloatField, Value
from django.db.models.functions import Greatest
from django.http import HttpRequest
from django.utils import timezone

from sheets.errors import Refused
from sheets.models import ApiToken, Character, Owner
from sheets.models.api_token import digest
from sheets.rate_limits import Rate, RateLimited
from sheets.writes import Operation

READS, WRITES = "api_read", "api_write"
PREFIXES = {False: "hs_r_", True: "hs_w_"}
LETTERS = string.ascii_letters + string.digits
LENGTH, SHOWN = 32, 9
MOST = 50
# How long a token may last, by the answer of the form; None for no end.
LASTING = {"month": 30, "year": 365, "never": None}
TOO_MANY = f"An account can have {MOST} tokens. Revoke some that you no longer need."
# Accounts and characters of tokens, by the token, each for so many seconds.
REMEMBERED, MOST_REMEMBERED = 30, 1000
_ACCOUNTS: dict[str, tuple[float, Owner, Character | None]] = {}
# How many requests of a token this process has not counted for all yet, and since when.
_UNCOUNTED: dict[tuple[str, str], tuple[int, float]] = {}
_UNTIL = {READS: "reads_until", WRITES: "writes_until"}


class Create(Operation[Owner, str]):
    """Makes a token, to be shown now; "" where this form has made one before. Refused if there
    are too many.
    """

    name: str
    can_write: bool
    lasts: str
    character: Character | None

    @property
    def content(self) -> tuple[str, ...]:
        reach = str(self.character.public_id) if self.character else ""
        return ("create a token", self.name, str(self.can_write), self.lasts, reach)

    def run(self) -> str:
        super().run()
        return self.text if self.is_saved else ""

    def save(self) -> str:
        if self.row.api_tokens.count() >= MOST:
            raise Refused({"name": TOO_MANY})
        letters = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        self.text, days = f"{PREFIXES[self.can_write]}{letters}", LASTING[self.lasts]
        token = self.row.api_tokens.create(
            character=self.character,
            name=self.name,
            start=self.text[:SHOWN],
            digest=digest(self.text, settings.SECRET_KEY),
            can_write=self.can_write,
            expires_at=timezone.now() + timedelta(days=days) if days else None,
        )
        return token.start


class Revoke(Operation[Owner, None]):
    """Ends a token of the owner's; of one that has ended already, nothing is left to do."""

    verb = "revoke a token"
    token: int

    def save(self) -> None:
        self.row.api_tokens.filter(pk=self.token).delete()


def find(request: HttpRequest) -> ApiToken | None:
    """The token that the request sends in its Authorization header, with its account; None without
    a valid one.
    """
    scheme, _, text = request.headers.get("Authorization", "").partition(" ")
    text = text.strip()
    if scheme.lower() != "bearer" or not text.startswith(tuple(PREFIXES.values())):
        return None
    secrets_of_site = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    digests = [digest(text, secret) for secret in secrets_of_site]
    token = next(iter(ApiToken.objects.filter(digest__in=digests)[:1]), None)
    if token is None or (token.expires_at and token.expires_at <= timezone.now()):
        return None
    token.owner, token.character = _account(token)
    return token if token.owner.user and token.owner.user.is_active else None


def _account(token: ApiToken) -> tuple[Owner, Character | None]:
    """The owner with the account, and the character of a token, as they were read lately. That a
    token was revoked is seen at once: it goes with its account and its character.
    """
    account = _ACCOUNTS.get(token.digest)
    if account is None or account[0] < time.monotonic():
        owner = Owner.objects.select_related("user").get(pk=token.owner_id)
        account = time.monotonic() + REMEMBERED, owner, token.character
        if len(_ACCOUNTS) >= MOST_REMEMBERED:
            _ACCOUNTS.clear()
        _ACCOUNTS[token.digest] = account
    return account[1:]


def spend(token: ApiToken, action: str) -> None:
    """Counts a request, and notes the day; RateLimited, uncounted, where the token has asked for
    too much.

    The allowance fills up evenly: 60 in a minute are 60 at once, or one each second. A write is
    counted at once, for all processes. Of reads, each process first counts some by itself, since a
    write to the disk takes longer than a whole answer: so a token may read a sixth of its allowance
    more for each process.
    """
    rate = next((Rate(*values) for values in settings.RATES[action]), None)
    if rate is None:
        return _note_day(token)
    now, step = time.time(), rate.seconds / rate.amount
    latest = now + rate.seconds - step
    uncounted, since = _UNCOUNTED.get((token.digest, action), (0, now))
    if now - since > rate.seconds:
        uncounted, since = 0, now
    until = max(getattr(token, _UNTIL[action]), since) + uncounted * step
    if until > latest:
        raise RateLimited(action, rate, max(1, math.ceil(until - latest)))
    at_once = 1 if action == WRITES else max(1, rate.amount // 6)
    if uncounted + 1 < at_once:
        _UNCOUNTED[token.digest, action] = uncounted + 1, since
        return _note_day(token)
    _UNCOUNTED.pop((token.digest, action), None)
    return _count(token, action, rate, requests=uncounted + 1)


def _count(token: ApiToken, action: str, rate: Rate, *, requests: int) -> None:
    """Counts so many requests for all processes. One UPDATE does it, so those at the same moment
    count each; RateLimited where others were quicker.
    """
    field, now, step = _UNTIL[action], time.time(), rate.seconds / rate.amount
    latest = now + rate.seconds - step
    at = Value(now, output_field=FloatField())
    counted = ApiToken.objects.filter(pk=token.pk, **{f"{field}__lte": latest}).update(
        **{field: Greatest(F(field), at) + requests * step, "used_on": timezone.now().date()}
    )
    if not counted:
        raise RateLimited(action, rate, max(1, math.ceil(step)))


def _note_day(token: ApiToken) -> None:
    """Notes that the token was used today, once a day."""
    today = timezone.now().date()
    if token.used_on != today:
        ApiToken.objects.filter(pk=token.pk).update(used_on=today)
