"""The context of the page of a ship's upgrades: the offers, the payers, and the payments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.craft import Upgrade
from rules.figures import Figure
from rules.forms.parsing import FormValues
from rules.ledger.rules import LedgerState
from rules.problems import RuleViolation
from sheets import form_data, storage
from sheets.errors import Refused
from sheets.models import Character, Member, ShipUpgrade
from sheets.ships.operations import payers, upgrade_rules

MOST_SHOWN = 50
SHARE = "share-"


@dataclass(frozen=True)
class Payer:
    """Somebody who can pay: the points they have, and what was typed for them."""

    row: Character
    name: str
    points: Figure
    typed: str
    error: str

    @property
    def field(self) -> str:
        """The name of its field."""
        return f"{SHARE}{self.row.public_id}"


@dataclass(frozen=True)
class Bill:
    """The cost of a chosen upgrade, the sum paid, and the pool; `missing` is negative if too much
    is paid.
    """

    price: str
    paid: str
    pool: str
    missing: int
    missing_text: str


def context(
    membership: Member, ship: Character, sent: FormValues, refused: Refused | None = None
) -> dict[str, object]:
    """The page of the upgrades of a ship; CorruptRow for one that cannot be read."""
    rules = upgrade_rules(membership.party)
    opened = storage.load(ship).opened
    errors = dict(refused.errors) if refused else {}
    wanted, chosen = "".join(sent.get("upgrade", ())), None
    offers = rules.offers(opened.state)
    if wanted in {offer.id for offer in offers}:
        try:
            chosen = rules.chosen(opened.state, wanted, sent)
        except RuleViolation as violation:
            errors |= {problem.where: problem.message for problem in violation.problems}
            chosen = next(offer for offer in offers if offer.id == wanted)
    people = _payers(membership, sent, errors)
    paid = sum(_points(person.typed) for person in people)
    known = {person.field for person in people} | {
        field.id for offer in offers for field in offer.fields
    }
    return {
        "membership": membership,
        "ship": ship,
        "sheet": opened.summary,
        "pool": rules.pool(opened.state),
        "offers": offers,
        "chosen": chosen,
        "bill": _bill(membership, opened.state, chosen, paid),
        "payers": people,
        "errors": errors,
        "wrong": " ".join(
            dict.fromkeys(text for name, text in errors.items() if name not in known)
        ),
        "made": _made(membership, ship),
        "key": form_data.new_key,
    }


def shares(sent: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """The share typed for each payer, by id."""
    return {
        name.removeprefix(SHARE): "".join(typed)
        for name, typed in sent.items()
        if name.startswith(SHARE)
    }


def _payers(membership: Member, sent: FormValues, errors: Mapping[str, str]) -> list[Payer]:
    rules, typed = upgrade_rules(membership.party), shares(sent)
    found = []
    for row in payers(membership).whole():
        try:
            points = rules.points(storage.load(row).opened.state)
        except storage.CorruptRow:
            continue
        id, name = str(row.public_id), row.name or "Unnamed character"
        found.append(Payer(row, name, points, typed.get(id, ""), errors.get(f"{SHARE}{id}", "")))
    return found


def _points(typed: str) -> int:
    return max(0, form_data.number(typed) or 0)


def _bill(membership: Member, craft: LedgerState, chosen: Upgrade | None, paid: int) -> Bill | None:
    rules = upgrade_rules(membership.party)
    if chosen is None or chosen.price is None:
        return None
    pool, price = rules.pool(craft).value, chosen.price.value
    missing = price - pool - paid
    return Bill(
        rules.unit(price), rules.unit(paid), rules.unit(pool), missing, rules.unit(abs(missing))
    )


def _made(membership: Member, ship: Character) -> list[tuple[ShipUpgrade, bool]]:
    """The upgrades paid, the newest first, each with True if this member may undo it."""
    rows = ShipUpgrade.objects.filter(ship=ship).order_by("-pk")[:MOST_SHOWN]
    return [
        (row, row.undone_at is None and (membership.leads or row.author_id == membership.owner_id))
        for row in rows
    ]
