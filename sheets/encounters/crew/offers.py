"""The actions at a station as a page shows them, with the last roll there and the game master's
requests.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.utils import timezone

from rules.craft import ATTACK, FACING, CrewAction
from rules.figures import Figure
from rules.forms.fields import Choice, Field
from rules.kit.play.questions import CHOOSE
from rules.phrases import counted
from rules.play import Outcome, RollForm
from sheets import storage
from sheets.models import Party, PlayLogEntry
from sheets.parties.roll_requests.queries import Answer, waiting_answers_of
from sheets.play_log import storage as log_storage

# The fields of a check that a page of its own shows first.
LEADING = ("ladder",)
# The newest lines of a fight in which a person's last action is looked for.
MOST_LINES = 80


@dataclass(frozen=True)
class Offer:
    """An action at a station: its pool now, its chance, and the choices before it."""

    action: CrewAction
    form: RollForm
    barred: str = ""
    says: tuple[str, ...] = ()
    leading: tuple[Field, ...] = ()
    fields: tuple[Field, ...] = ()
    errors: dict[str, str] = field(default_factory=dict)
    asked: Answer | None = None
    is_folded: bool = False

    @property
    def asks_first(self) -> bool:
        """True if a folded offer is opened before it is done: what it does is chosen, or shared
        out, and not rolled; or a choice is still to be made.
        """
        menus = (one for one in self.leading if isinstance(one, Choice))
        now = (option.name for menu in menus for option in menu.options if option.chosen)
        return self.action.adds_up or (bool(self.leading) and not self.pool) or CHOOSE in now

    @property
    def brief(self) -> str:
        """Its effect in a line: the first sentence about it."""
        return _sentences(self.action)[0]

    @property
    def in_short(self) -> str:
        """The same without the sign that a target would follow: "Damage 4D"."""
        return self.brief.rstrip(",.")

    @property
    def how(self) -> str:
        """The rest, on demand: what follows that sentence, the number of a shot by its terms, and
        our ruling.
        """
        number = self.form.target if self.is_shot else None
        terms = f"{number.why}." if number and len(number.terms) > 1 else ""
        return " ".join(filter(None, (_sentences(self.action)[1], terms, self.action.ruling)))

    @property
    def pool(self) -> Figure | None:
        """The dice that would be rolled."""
        return self.form.pool

    @property
    def chance(self) -> str:
        """The exact chance, "" where nothing is known to reach."""
        return self.form.chance

    @property
    def odds(self) -> str:
        """The chance, else the dice; "" for what is not rolled."""
        return self.chance or (self.pool.code if self.pool else "")

    @property
    def takes(self) -> str:
        """Its share of the turn: "2nd action, −1D", "1 action", "Reaction, free"."""
        share = self.form.takes or _cost(self.action.takes)
        if self.action.cost == "reaction":
            return f"Reaction: {share[:1].lower()}{share[1:]}"
        return f"{share[:1].upper()}{share[1:]}"

    @property
    def is_action(self) -> bool:
        """True if it takes an action of the turn: no reaction, move, or roll for the order."""
        return self.action.cost != "reaction" and self.action.takes > 0

    @property
    def is_shot(self) -> bool:
        """True if it needs a target."""
        return self.action.needs == ATTACK

    @property
    def is_maneuver(self) -> bool:
        """True if it is against another craft."""
        return self.action.needs == FACING


def _sentences(action: CrewAction) -> tuple[str, str]:
    """The first sentence about an action, and the rest, "" for none."""
    first, dot, rest = action.about.partition(". ")
    return (f"{first}.", rest) if dot else (first, "")


def _cost(actions: int) -> str:
    """Its cost where no rounds are played."""
    return counted(actions, "action") if actions else "no action"


@dataclass(frozen=True)
class OtherStation:
    """An empty station of which somebody does the work, folded away unless it `is_open`."""

    name: str
    offers: tuple[Offer, ...]
    is_open: bool

    @property
    def told(self) -> str:
        """The actions possible there now: "Fire Quad Laser 24%, Scan 5D"; else why none is."""
        able = [offer for offer in self.offers if not offer.barred]
        if not able:
            return self.offers[0].barred
        return ", ".join(f"{offer.action.name} {offer.odds}".strip() for offer in able)


class Offered:
    """The page of a station: what is offered there, and which of it was chosen (`wanted`)."""

    offers: tuple[Offer, ...]
    wanted: str

    @property
    def usual(self) -> list[Offer]:
        """The offers shown at once: the usual ones of one's own station, each in a line but for the
        first action, and for what is chosen, asked for, or an answer to a hit.
        """
        usual = [offer for offer in self._own if not offer.action.rare]
        first = next((offer for offer in usual if offer.is_action and not offer.barred), None)
        return [
            offer
            if offer is first or self._is_sought(offer) or (offer.says and not offer.is_shot)
            else replace(offer, is_folded=True)
            for offer in usual
        ]

    @property
    def rare(self) -> list[Offer]:
        """The offers folded away."""
        return [offer for offer in self._own if offer.action.rare]

    @property
    def _own(self) -> list[Offer]:
        return [offer for offer in self.offers if not offer.action.stands_in]

    @property
    def others(self) -> list[OtherStation]:
        """The empty stations for which one stands in, each with what is offered there."""
        found: dict[str, list[Offer]] = {}
        for offer in self.offers:
            if offer.action.stands_in:
                found.setdefault(offer.action.stands_in, []).append(offer)
        return [
            OtherStation(name, tuple(offers), any(map(self._is_sought, offers)))
            for name, offers in found.items()
        ]

    @property
    def explains(self) -> list[Offer]:
        """The offers of which there is more to say than their line."""
        return [offer for offer in self.offers if offer.how]

    @property
    def rare_is_open(self) -> bool:
        """True if an offer that is folded away is chosen, or asked for."""
        return any(map(self._is_sought, self.rare))

    def _is_sought(self, offer: Offer) -> bool:
        return offer.action.id == self.wanted or offer.asked is not None


def offer_of(
    action: CrewAction,
    form: RollForm,
    *,
    errors: dict[str, str],
    says: tuple[str, ...] = (),
    asked: Answer | None = None,
    decided: Collection[str] = (),
    barred: str = "",
) -> Offer:
    """An action with the fields that nothing decides: neither the craft, nor a target, nor the
    game master. `decided` are those that follow from a target.
    """
    fixed = ("target", "opposed", "ladder") if action.needs or asked else ()
    hidden = {*action.values, *fixed, *decided, *(("difficulty",) if asked else ())}
    fields = [field for field in form.fields if field.id not in hidden]
    first = (*LEADING, *action.first)
    return Offer(
        action=action,
        form=form,
        barred=action.barred or barred or form.barred,
        says=says,
        leading=tuple(field for field in fields if field.id in first),
        fields=tuple(field for field in fields if field.id not in first),
        errors=errors,
        asked=asked,
    )


@dataclass(frozen=True)
class Recent:
    """The last entries of people aboard and of their craft, the newest first, and the requests open
    to these people, by the rows of characters: requests by the action that answers them.
    """

    lines: dict[int, list[PlayLogEntry]] = field(default_factory=dict)
    asked: dict[int, dict[str, Answer]] = field(default_factory=dict)

    def last(self, person: int, craft: int, actions: Iterable[CrewAction]) -> Outcome | None:
        """The outcome of the last thing that a person did, themselves or, among these actions, with
        the craft; None for nothing.
        """
        own = {action.action for action in actions if action.by_craft}
        found = [
            next(self._outcomes(person), None),
            next((pair for pair in self._outcomes(craft) if own and pair[1].action in own), None),
        ]
        known = [pair for pair in found if pair]
        return max(known, key=lambda pair: pair[0])[1] if known else None

    def _outcomes(self, id: int) -> Iterator[tuple[int, Outcome]]:
        for line in self.lines.get(id, ()):
            with suppress(storage.CorruptRow):
                yield line.pk, log_storage.outcome(line)


def recent(
    party: Party,
    ids: Sequence[int],
    since: datetime | None,
    *,
    craft: Collection[int] = (),
    after: int = 0,
) -> Recent:
    """The entries of these people and craft since then and `after` an entry, by row id, and the
    requests open to the people, in two queries.
    """
    if not ids:
        return Recent()
    found = Recent({}, {id: {} for id in ids})
    lines = PlayLogEntry.objects.filter(
        character__in=(*ids, *craft), at__gte=since or timezone.now(), pk__gt=after
    )
    undone: set[tuple[int, int]] = set()
    for line in lines.exclude(kind="note").order_by("-pk")[:MOST_LINES]:
        id = line.character_id
        if line.takes_back is not None:
            undone.add((id, line.takes_back))
        elif (id, line.number) not in undone:
            found.lines.setdefault(id, []).append(line)
    for answer in waiting_answers_of(party, ids):
        found.asked[answer.row.character_id][answer.row.action] = answer
    return found
