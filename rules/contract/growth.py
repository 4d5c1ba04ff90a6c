"""The gains and spendings of a character: entries, offers, undo."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.character import Character
from rules.contract.subject import Check, Subject
from rules.ledger.offers import PARTS, Offer
from rules.problems import RuleViolation
from rules.sheet.diff import differences
from rules.sheet.sections import Figures

PRONOUNS = {"it", "its", "one", "them"}


def offers_have_ids_of_their_own(subject: Subject) -> Iterator[str]:
    """A button is found by its offer's id, and names what it does."""
    for document in subject.grown:
        offers = subject.offers(document)
        ids = [offer.id for offer in offers]
        yield from (f"two offers have the id {id}" for id in {*ids} if ids.count(id) > 1)
        for offer in offers:
            if PRONOUNS & set(offer.act.split()):
                yield f"offer {offer.id}: name the thing on the button {offer.act!r}, no pronoun"


def an_open_offer_can_be_entered(subject: Subject) -> Iterator[str]:
    """And costs what it says; a blocked one is refused with what it says."""
    for document in subject.grown:
        character = subject.opened(document)
        for offer in subject.offers(document, "advance", "market"):
            if offer.fields and not offer.id.startswith("buy."):
                continue
            yield from _entered(character, offer)


def _entered(character: Character, offer: Offer) -> Iterator[str]:
    try:
        after = character.enter(offer.entry).document
    except RuleViolation as refused:
        told = refused.problems[0].message
        if offer.open:
            yield f"offer {offer.id} is open, and entering it is refused: {told}"
        elif told != offer.barred:
            yield f"offer {offer.id} is blocked because {offer.barred!r}, and refused with {told!r}"
        return
    if not offer.open:
        yield f"offer {offer.id} is blocked, and can be entered: {offer.barred}"
    elif offer.price is None or after.ledger[-1].paid != offer.price.value:
        yield f"offer {offer.id} costs another sum than it says"


def an_offer_says_what_it_changes(subject: Subject) -> Iterator[str]:
    """Every important number that moves is among its changes."""
    for document in subject.grown:
        character = subject.opened(document)
        before = character.sheet
        shown = {one.name for one in before.sections if isinstance(one, Figures)}
        for offer in subject.offers(document, "advance"):
            if not offer.open or offer.fields:
                continue
            after = character.enter(offer.entry)
            said = {(one.label, one.before, one.after) for one in offer.changes}
            after_sheet = subject.opened(after.document).sheet
            for one in differences(before, after_sheet):
                told = (one.label, one.before, one.after)
                if (
                    one.section in shown
                    and one.label.casefold() != offer.currency.casefold()
                    and told not in said
                ):
                    moved = f"{one.label} from {one.before} to {one.after}"
                    yield f"offer {offer.id} moves {moved}: name it among its changes"


def the_members_of_an_offer_make_it(subject: Subject) -> Iterator[str]:
    """A form sends them as texts."""
    for document in subject.grown[-1:]:
        for offer in subject.offers(document, *PARTS):
            if offer.fields:
                continue
            members = msgspec.to_builtins(offer.entry)
            sent = {name: "" if value is None else str(value) for name, value in members.items()}
            if subject.game.ledger_rules.entry(sent) != offer.entry:
                yield f"offer {offer.id}: its members make another entry"


def what_a_player_does_can_be_undone(subject: Subject) -> Iterator[str]:
    """And leaves nothing behind."""
    for document in subject.grown:
        character = subject.opened(document)
        before = character.sheet
        for offer in subject.offers(document, "advance", "carried"):
            if not offer.open or offer.fields:
                continue
            after = character.enter(offer.entry)
            back = after.undo(len(document.ledger))
            if subject.opened(back.document).sheet != before:
                yield f"offer {offer.id}: undone, it leaves something on the sheet"


def a_wish_costs_what_its_offer_says(subject: Subject) -> Iterator[str]:
    """A plan is as dear as its parts."""
    for document in subject.grown[-1:]:
        for offer in subject.offers(document, "advance"):
            if not offer.open or offer.fields or offer.price is None:
                continue
            (wish,) = subject.opened(document).estimate((offer.entry,)).wishes
            if wish.price is None or wish.price.value != offer.price.value or wish.barred:
                yield f"offer {offer.id}: planned, it costs another sum or is blocked"


def samples_can_be_gained_and_lost(subject: Subject) -> Iterator[str]:
    """Every item of the samples is carried once it is gained."""
    samples, game = subject.samples, subject.game
    ledger = [*samples.learned, *samples.gained]
    document = game.empty()
    read = msgspec.convert(ledger, list[game.entry_type])  # type: ignore[name-defined]
    document = msgspec.structs.replace(document, ledger=tuple(read))
    character = subject.opened(document)
    carried = len([one for one in character.portables if not one.unit])
    if game.stash and carried != len(samples.gained):
        yield f"samples.toml, gained: {carried} of {len(samples.gained)} can be handed on"
    for problem in character.problems:
        if problem.where.startswith("ledger"):
            yield f"samples.toml, gained: {problem.message}"


def _earns(subject: Subject) -> bool:
    return subject.earns and bool(subject.game.offers)


CHECKS = (
    Check(
        "Offers have ids of their own and name what they do.", offers_have_ids_of_their_own, _earns
    ),
    Check(
        "An open offer can be entered, a blocked one says why.",
        an_open_offer_can_be_entered,
        _earns,
    ),
    Check("An offer says what it changes.", an_offer_says_what_it_changes, _earns),
    Check("The members of an offer make its entry.", the_members_of_an_offer_make_it, _earns),
    Check("Undone, an offer leaves nothing behind.", what_a_player_does_can_be_undone, _earns),
    Check("A wish costs what its offer says.", a_wish_costs_what_its_offer_says, _earns),
    Check(
        "Items of its samples can be gained and handed on.",
        samples_can_be_gained_and_lost,
        lambda subject: bool(subject.samples.gained),
    ),
)
