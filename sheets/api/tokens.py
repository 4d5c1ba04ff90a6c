"""Tokens: made, found by what a request sends, revoked, and how much each may ask for.

A token is shown once. The database has its digest, keyed with the site's secret: a copy of the
database opens nothing.
"""

import hmac
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
from sheets.rate_limits import Rate, RateLimited
from sheets.writes import Form, Mine, write

READS, WRITES = "api_read", "api_write"
PREFIXES = {False: "hs_r_", True: "hs_w_"}
LETTERS = string.ascii_letters + string.digits
LENGTH, SHOWN = 32, 9
MOST = 50
# How long a token may last, by the answer of the form; None for no end.
LASTING = {"month": 30, "year": 365, "never": None}
TOO_MANY = f"An account can have {MOST} tokens. Revoke some that you no longer need."
_UNTIL = {READS: "reads_until", WRITES: "writes_until"}


def digest(token: str, secret: str) -> str:
    """What a token is found by."""
    return hmac.new(secret.encode(), f"sheets.api:{token}".encode(), "sha256").hexdigest()


def create(
    owner: Owner,
    *,
    name: str,
    can_write: bool,
    lasts: str,
    character: Character | None,
    key: str,
) -> str:
    """A new token, to be shown now; "" where this form has made one before. Refused where there are
    too many.
    """
    letters = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    text = f"{PREFIXES[can_write]}{letters}"
    days = LASTING[lasts]

    def change(owner: Owner) -> str:
        if owner.api_tokens.count() >= MOST:
            raise Refused({"name": TOO_MANY})
        ApiToken.objects.create(
            owner=owner,
            character=character,
            name=name,
            start=text[:SHOWN],
            digest=digest(text, settings.SECRET_KEY),
            can_write=can_write,
            expires_at=timezone.now() + timedelta(days=days) if days else None,
        )
        return text[:SHOWN]

    reach = str(character.public_id) if character else ""
    content = ("create a token", name, str(can_write), lasts, reach)
    start = write(Mine(owner).read, change, form=Form(key, content))
    return text if start == text[:SHOWN] else ""


def revoke(owner: Owner, *, token: int, key: str) -> None:
    """Ends a token of the owner's; of one that has ended already, nothing is left to do."""

    def change(owner: Owner) -> None:
        owner.api_tokens.filter(pk=token).delete()

    write(Mine(owner).read, change, form=Form(key, ("revoke a token", str(token))))


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
    rows = ApiToken.objects.select_related("owner__user", "character")
    token = rows.filter(digest__in=digests, owner__user__is_active=True).first()
    if token is None or (token.expires_at and token.expires_at <= timezone.now()):
        return None
    return token


def spend(token: ApiToken, action: str) -> None:
    """Counts a request, and notes the day; RateLimited, uncounted, where the token has asked for
    too much.

    The allowance fills up evenly: 60 in a minute are 60 at once, or one each second. One UPDATE
    does all of it, so requests at the same moment count each.
    """
    field, at = _UNTIL[action], time.time()
    rate = next((Rate(*values) for values in settings.RATES[action]), None)
    if rate is None:
        ApiToken.objects.filter(pk=token.pk).update(used_on=timezone.now().date())
        return
    step = rate.seconds / rate.amount
    latest = at + rate.seconds - step
    now = Value(at, output_field=FloatField())
    counted = ApiToken.objects.filter(pk=token.pk, **{f"{field}__lte": latest}).update(
        **{field: Greatest(F(field), now) + step, "used_on": timezone.now().date()}
    )
    if not counted:
        raise RateLimited(action, rate, max(1, math.ceil(getattr(token, field) - latest)))
