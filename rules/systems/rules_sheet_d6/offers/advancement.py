"""Offers of advancement: traits raised at the preset's prices or set for free, and what happened in
play.

`gear.py` has the offers of gear.
"""

from __future__ import annotations

from rules.figures import Figure
from rules.forms.fields import Change, Choice, Field, Option, Text
from rules.kit.currency import handed_out, session_offer
from rules.ledger.entries import LINE
from rules.ledger.offers import Offer, OfferGroup
from rules.systems.rules_sheet_d6 import document as entries
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.document import AnyEntry
from rules.systems.rules_sheet_d6.ledger import kinds, prices
from rules.systems.rules_sheet_d6.offers import gear
from rules.systems.rules_sheet_d6.rulebook import ATTRIBUTES, book

CODE = 20
LIKE = "3D, 3D+1, 3D+2"


def advance(character: Character) -> tuple[OfferGroup, ...]:
    """Attributes with their skills: pips by the preset's prices, or codes set anew."""
    return tuple(_trait_group(character, id) for id in ATTRIBUTES)


def _trait_group(character: Character, id: str) -> OfferGroup:
    made = _raise if prices.is_priced(character) else _set_anew
    under = [key for key, skill in character.skills.items() if skill.attribute == id]
    found = tuple(made(character, trait) for trait in (id, *under))
    return OfferGroup(id, _name(id), found, figure=figures.attribute(character, id))


def _name(id: str) -> str:
    return book().traits.attributes[id].name


def _about(character: Character, trait: str) -> tuple[str, str]:
    """The name of a trait, and what it is good for."""
    if trait in ATTRIBUTES:
        return _name(trait), book().traits.attributes[trait].does
    row = book().traits.skills.get(trait)
    return character.skills[trait].name, row.does if row else ""


def _raise(character: Character, trait: str) -> Offer:
    """One pip more, with all that it moves."""
    name, does = _about(character, trait)
    entry = entries.Raise(trait=trait if trait in ATTRIBUTES else name)
    before = _rests_on(character, trait)
    after = _rests_on(character.raising(trait), trait)
    cost, refused = prices.price(character, entry), kinds.refusal(character, entry)
    return Offer(
        id=f"raise.{trait}",
        entry=entry,
        name=name,
        act=f"Raise to {after[name].code}",
        price=cost,
        currency=prices.POINTS.name,
        changes=_changes(before, after),
        barred=refused.message if refused else "",
        short=refused.short if refused else 0,
        detail=does,
        source=cost.source,
        ruling=cost.ruling,
    )


def _changes(before: dict[str, Figure], after: dict[str, Figure]) -> tuple[Change, ...]:
    return tuple(
        Change(label, was.code, after[label].code, after[label].weight > was.weight)
        for label, was in before.items()
        if after[label].code != was.code
    )


def _rests_on(character: Character, trait: str) -> dict[str, Figure]:
    """The figures that a trait moves: itself, its skills, Defense, the four numbers, the marks a
    box takes, damage.
    """
    rules = book().defense
    found = {_about(character, trait)[0]: figures.trait(character, trait)}
    if trait in ATTRIBUTES:
        for key, skill in character.skills.items():
            if skill.attribute == trait:
                found[skill.name] = figures.skill(character, key)
    dodge = character.skills[rules.defense_skill]
    if trait in (dodge.key, dodge.attribute):
        found["Defense"] = figures.defense(character)
    if trait == rules.harm_attribute:
        for row in rules.levels.values():
            if row.times:
                found[f"{row.name} from"] = figures.threshold(character, row.id)
        found["Marks a box takes"] = figures.boxes(character)
        found |= _damages(character)
    return found


def _damages(character: Character) -> dict[str, Figure]:
    """What weapons do to which Strength is added."""
    found = {}
    for held in character.carried:
        if held.item.damage and held.item.damage.with_strength:
            damage = figures.damage(character, held.item)
            if damage:
                found[f"{held.item.name} damage"] = damage
    return found


def _set_anew(character: Character, trait: str) -> Offer:
    """The code of a trait typed anew, for nothing."""
    name, does = _about(character, trait)
    now = figures.trait(character, trait)
    return _correction(
        f"correct.{trait}",
        entries.Correct(trait=trait if trait in ATTRIBUTES else name, code=""),
        name=name,
        act="Set its code anew",
        fields=(_code("New code", now.code),),
        detail=does,
        note=f"{now.code} now. A new code costs nothing.",
    )


def _correction(
    id: str,
    entry: AnyEntry,
    *,
    name: str,
    act: str,
    fields: tuple[Field, ...],
    detail: str = "",
    note: str = "",
) -> Offer:
    """An offer to type a code, which nothing bars and nothing is paid for."""
    rules = book().advancement
    return Offer(
        id=id,
        entry=entry,
        name=name,
        act=act,
        fields=(*fields, Text("reason", "Why", ("",), limit=LINE)),
        detail=detail,
        note=note,
        source=rules.sources["correct"],
        ruling=rules.rulings["correct"],
    )


def _code(label: str, now: str = "") -> Text:
    return Text("code", label, (now,), LIKE, limit=CODE)


def table(character: Character) -> tuple[OfferGroup, ...]:
    """After a session: what was gained, learned, put right; and that a new one begins."""
    rules = book().advancement
    session = session_offer(ruling=rules.rulings["session"])
    found = [_award("Take the award"), session, _learn(), prices.ACCOUNTS.correction_offer()]
    if prices.is_priced(character):
        found.insert(3, _correct(character))
    return (OfferGroup("table", "At the table", tuple(found)),)


def _learn() -> Offer:
    """A skill that one has not got, with its whole code."""
    menu = (Option("", "Where it stands"), *(Option(id, _name(id)) for id in ATTRIBUTES))
    return _correction(
        "learn",
        entries.Correct(trait="", code=""),
        name="A new skill",
        act="Learn it",
        fields=(
            Text("trait", "Skill", ("",), limit=LINE),
            Choice("attribute", "Attribute", ("",), menu, look="menu"),
            _code("Its whole code, the attribute included"),
        ),
        note="Costs nothing.",
    )


def _correct(character: Character) -> Offer:
    """Any code set anew, where pips are bought otherwise."""
    traits = (*ATTRIBUTES, *character.skills)
    known = tuple(
        Option(
            trait if trait in ATTRIBUTES else character.skills[trait].name,
            f"{_about(character, trait)[0]} {figures.trait(character, trait).code}",
        )
        for trait in traits
    )
    menu = (Option("", "Which"), *known)
    return _correction(
        "correct",
        entries.Correct(trait="", code=""),
        name="A code put right",
        act="Set it anew",
        fields=(
            Choice("trait", "Attribute or skill", ("",), menu, look="menu"),
            _code("New code"),
        ),
        note="Costs nothing. What was bought before is in the new code.",
    )


def _award(act: str) -> Offer:
    return prices.ACCOUNTS.award_offer(act, source=book().advancement.sources["award"])


def given(character: Character) -> tuple[OfferGroup, ...]:
    """What a game master hands out: points, things, a correction."""
    found = (_award("Hand out"), *gear.found(character, "Give"), prices.ACCOUNTS.correction_offer())
    return (OfferGroup("given", "Hand out", handed_out(found)),)


PARTS = {
    "advance": advance,
    "carried": gear.carried,
    "market": gear.market,
    "table": table,
    "given": given,
}
