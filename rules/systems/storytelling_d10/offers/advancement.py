"""Offers of advancement: dots, weapon skills, Force abilities, merits, languages; and what happened
in play. `gear.py` has the offers of gear.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from rules.figures import number
from rules.forms.fields import Change, Choice, Field, Number, Text, options
from rules.kit.advancement_offers import Named, changes, priced_offer
from rules.kit.currency import handed_out, session_offer
from rules.ledger.entries import LINE
from rules.ledger.offers import Offer, OfferGroup
from rules.systems.storytelling_d10 import document as entries
from rules.systems.storytelling_d10.character import catalog, figures
from rules.systems.storytelling_d10.character.character import STORY_TRAITS, WILLPOWER, Character
from rules.systems.storytelling_d10.character.dots import WEAPON_ABILITIES
from rules.systems.storytelling_d10.character.merits import RACE_KIND, details_of
from rules.systems.storytelling_d10.character.requirements import DROID, FORCE_SENSITIVITY
from rules.systems.storytelling_d10.document import NAME
from rules.systems.storytelling_d10.ledger.kinds import LEDGER_RULES
from rules.systems.storytelling_d10.ledger.prices import ACCOUNTS
from rules.systems.storytelling_d10.offers.gear import ITEMS
from rules.systems.storytelling_d10.reference.descriptions import force_text
from rules.systems.storytelling_d10.rulebook import Merit, rulebook
from rules.systems.storytelling_d10.sheet import layout

BOOK = rulebook()
OURS = BOOK.creation.prices["ability"].source
Groups = Callable[[Character], tuple[OfferGroup, ...]]


def _numbers(character: Character) -> list[Named]:
    """The numbers that stand first on the sheet, by their names."""
    sections = (layout.lead(character), layout.points(character))
    lines = [line for section in sections for line in section.lines if line.key != "experience"]
    return [(line.name, line.figure) for line in lines]


def _raise(character: Character, trait: str) -> Offer:
    """One dot more, with what it moves."""
    name, dots = character.trait_name(trait), figures.trait(character, trait).value
    after = character.with_dot(trait)
    moved = changes(_numbers(character), _numbers(after))
    if trait != WILLPOWER:
        moved = (*changes(_pools(character, trait), _pools(after, trait)), *moved)
    note = ""
    if trait in WEAPON_ABILITIES:
        note = "The dot also teaches a weapon skill: choose it afterwards, free."
    if trait in BOOK.force.force_knowledges:
        note = "The dot also brings a Force ability: choose it afterwards, free."
    rows = {**BOOK.traits.attributes, **character.abilities, **BOOK.force.force_knowledges}
    return priced_offer(
        LEDGER_RULES,
        character,
        f"raise.{trait}",
        entries.Raise(trait=trait),
        name=name,
        act=f"Raise to {dots + 1}",
        changes=moved,
        detail=rows[trait].does if trait in rows else "",
        note=note,
    )


def _pools(character: Character, trait: str) -> list[Named]:
    """The trait itself, and its pool."""
    pools = [(character.trait_name(trait), figures.trait(character, trait))]
    pool = None
    if trait in character.abilities:
        pool = figures.ability_pool(character, trait)
    elif trait in BOOK.force.force_knowledges:
        pool = figures.force_pool(character, trait)
    if trait not in BOOK.traits.attributes:
        pools.append((f"{character.trait_name(trait)}, pool", pool or number("", 0)))
    return pools


def advance(character: Character) -> tuple[OfferGroup, ...]:
    """Everything that experience buys."""
    return tuple(_advance(character))


def _advance(character: Character) -> Iterator[OfferGroup]:
    for id, group in BOOK.traits.attribute_groups.items():
        own = [row.id for row in BOOK.traits.attributes.values() if row.group == id]
        yield OfferGroup(id, group.name, tuple(_raise(character, one) for one in own))
    for id, ability_group in BOOK.traits.ability_groups.items():
        known = [one for one, row in character.abilities.items() if row.group == id]
        offers = [_raise(character, one) for one in known]
        if id == "knowledges":
            offers.append(_new_lore(character))
        yield OfferGroup(id, ability_group.name, tuple(offers))
    for ability in WEAPON_ABILITIES:
        left, name = character.open_skills(ability), BOOK.traits.abilities[ability].name
        note = f"{left} free to choose." if left else ""
        skills = tuple(_techniques(character, ability))
        yield OfferGroup(f"techniques-{ability}", f"{name}: weapon skills", skills, note)
    if character.has_merit(FORCE_SENSITIVITY):
        yield from _force(character)
    yield OfferGroup(WILLPOWER, "Willpower", (_raise(character, WILLPOWER),))
    yield from _merits(character)
    yield OfferGroup("languages", "Languages", tuple(_languages(character)))


def _new_lore(character: Character) -> Offer:
    return Offer(
        "raise.lore",
        entries.Raise(trait=""),
        "A Lore of your own",
        "Learn skill",
        fields=(Text("trait", "Lore", ("",), "For example: Lore: Hutts", limit=NAME),),
        note=f"{BOOK.creation.prices['ability'].points} Experience points.",
        barred=_no_room(character),
        source=OURS,
    )


def _no_room(character: Character) -> str:
    most = BOOK.creation.numbers["own-lores"].number
    full = len(character.own_lores) >= most
    return f"There is room for {most} Lores of your own." if full else ""


def _techniques(character: Character, ability: str) -> Iterator[Offer]:
    rows = BOOK.traits.skills_of(ability)
    had = character.weapon_skills(ability)
    for id, row in rows.items():
        if row.own or id in had:
            continue
        yield priced_offer(
            LEDGER_RULES,
            character,
            f"technique.{ability}.{id}",
            entries.Technique(ability=ability, skill=id),
            name=row.name,
            act="Learn skill",
            detail=row.does,
        )
    own = rows["special"]
    hint = "For example: special: flamethrower"
    yield Offer(
        f"technique.{ability}.special",
        entries.Technique(ability=ability, skill=""),
        own.name,
        "Learn skill",
        fields=(Text("skill", "Which", ("special: ",), hint, limit=NAME),),
        detail=own.does,
        source=own.source,
    )


def _force(character: Character) -> Iterator[OfferGroup]:
    """Each tree: its dots, and the abilities that are not known yet."""
    known = catalog.force_abilities(character.house)
    left = character.open_abilities()
    note = f"{left} free to choose." if left else ""
    for id, row in BOOK.force.force_knowledges.items():
        offers = [_raise(character, id)]
        for ability in known.values():
            if ability.knowledge != id or ability.id in character.force_abilities:
                continue
            offers.append(
                priced_offer(
                    LEDGER_RULES,
                    character,
                    f"learn.{ability.id}",
                    entries.Learn(ability=ability.id),
                    name=ability.name,
                    act="Learn skill",
                    detail=force_text(ability),
                    note=" · ".join(filter(None, (ability.required, ability.marks))),
                )
            )
        yield OfferGroup(f"force-{id}", f"The Force: {row.name}", tuple(offers), note)


def _merits(character: Character) -> Iterator[OfferGroup]:
    known = catalog.merits(character.house)
    for kind, row in BOOK.merits.kinds.items():
        offers = [
            _merit(character, merit)
            for merit in known.values()
            if merit.kind == kind
            and kind != RACE_KIND
            and merit.id != DROID
            and (merit.repeats or not character.has_merit(merit.id))
        ]
        if offers:
            yield OfferGroup(f"merits-{kind}", f"Merits: {row.name}", tuple(offers))


def _merit(character: Character, merit: Merit) -> Offer:
    entry = entries.GainMerit(merit=merit.id)
    fields = tuple(_merit_fields(merit))
    id, note = f"merit.{merit.id}", f"Needs {merit.required}." if merit.required else ""
    if not fields:
        return priced_offer(
            LEDGER_RULES,
            character,
            id,
            entry,
            name=merit.name,
            act="Buy it",
            changes=_merit_changes(character, entry),
            detail=merit.does,
            note=note,
        )
    price = BOOK.creation.prices["merit"]
    return Offer(
        id,
        entry,
        merit.name,
        "Buy it",
        fields=fields,
        detail=merit.does,
        note=f"{price.times} Experience points for each of its {merit.cost}. {note}".strip(),
        source=merit.source,
        ruling=merit.ruling,
    )


def _merit_changes(character: Character, entry: entries.GainMerit) -> tuple[Change, ...]:
    if LEDGER_RULES.refusal(character, entry):
        return ()
    after = character.copied()
    LEDGER_RULES.kinds[type(entry)].apply(after, entry)
    return changes(_numbers(character), _numbers(after))


def _merit_fields(merit: Merit) -> Iterator[Field]:
    if merit.high > merit.low:
        yield Number("points", "Points", (str(merit.low),), lowest=merit.low, highest=merit.high)
    known = details_of(merit)
    if known:
        details = options(known, none="Choose")
        yield Choice("detail", "Which", ("",), details, look="menu")
    elif merit.repeats:
        yield Text("detail", "Who or what", ("",), limit=NAME)


def _languages(character: Character) -> Iterator[Offer]:
    for form in ("spoken", "written"):
        row = BOOK.creation.prices[form]
        known = [one.name for one in character.languages if not getattr(one, form)]
        more = tuple(dict.fromkeys((*known, *BOOK.archetypes.languages)))
        yield Offer(
            f"language.{form}",
            entries.LearnLanguage(name="", form=form),
            row.name,
            "Learn skill",
            fields=(Text("name", "Language", ("",), limit=NAME, suggestions=more),),
            note=f"{row.points} Experience points.",
            source=row.source,
            ruling=row.ruling,
        )


# --- what happened


def _award(act: str) -> Offer:
    return ACCOUNTS.award_offer(act, source=OURS)


def table(_character: Character) -> tuple[OfferGroup, ...]:
    """After a session: what was gained, and that a new one begins."""
    offers = (_award("Take the award"), session_offer(), ACCOUNTS.correction_offer())
    return (OfferGroup("table", "At the table", offers),)


def handouts(character: Character) -> tuple[OfferGroup, ...]:
    """What a Storyteller hands out: points, things, what the story changed, flaws."""
    offers = (
        _award("Hand out"),
        *ITEMS.found(character, "Give"),
        _story(),
        _flaw(character),
        *_lifts(character),
        ACCOUNTS.correction_offer(),
    )
    return (OfferGroup("given", "Hand out", handed_out(offers)),)


def _story() -> Offer:
    power = BOOK.creation.numbers["power-most"].number
    return Offer(
        "story",
        entries.Story(),
        "What the story changed",
        "Write it down",
        fields=(
            *(
                Number(id, name, ("",), lowest=-power, highest=power)
                for id, name in STORY_TRAITS.items()
            ),
            Text("reason", "Why", ("",), limit=LINE),
        ),
        note="Use a minus sign to take away.",
    )


def _flaw(character: Character) -> Offer:
    flaws = options(catalog.flaws(character.house), none="Choose")
    return Offer(
        "flaw",
        entries.GainFlaw(flaw=""),
        "A flaw",
        "Give it",
        fields=(
            Choice("flaw", "Flaw", ("",), flaws, look="menu"),
            Text("detail", "Which", ("",), "Where it has to be said.", limit=NAME),
        ),
        note="Flaws of play bring no points.",
    )


def _lifts(character: Character) -> Iterable[Offer]:
    for one in (*character.merits, *character.flaws):
        yield Offer(
            f"lift.{one.row.id}.{one.detail or one.note}".rstrip("."),
            entries.Lift(trait=one.row.id, detail=one.detail),
            f"{one.name} is gone",
            "Take it away",
            fields=(Text("reason", "Why", ("",), limit=LINE),),
        )


PARTS: dict[str, Groups] = {
    "advance": advance,
    "carried": ITEMS.carried,
    "market": ITEMS.market,
    "table": table,
    "given": handouts,
}
