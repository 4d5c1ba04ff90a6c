"""All that passes between two characters through the stash of their party, in every game."""

from typing import Any

import msgspec
import pytest

from rules import document as documents
from rules import registry
from rules.character import Character
from rules.kit.stash import Portable, StashRules
from rules.problems import RuleViolation
from tests.rules.contract.systems import SYSTEMS, samples

# The games whose gear changes hands, with samples of items and of all that can be said of one.
GAMES = tuple(game.slug for game in SYSTEMS if game.stash and samples(game).gained)
GAINED = {slug: samples(registry.get(slug)).gained for slug in GAMES}
LEARNED = {slug: samples(registry.get(slug)).learned for slug in GAMES}
FEATURE = {"kind": "upgrade", "item": "blaster-pistol", "aspect": "feature"}
# Those that have an item three times.
SEVERAL = tuple(slug for slug in GAMES if any(one.get("quantity") == 3 for one in GAINED[slug]))
# Those whose weapons are used with a skill of the player's own.
CODED = tuple(slug for slug in GAMES if LEARNED[slug])


def somebody(slug: str, *ledger: dict[str, Any]) -> Character:
    game = registry.get(slug)
    plain = {**documents.write(game.empty()), "ledger": list(ledger)}
    return Character(game, game.read(msgspec.json.encode(plain)))


def rules(character: Character) -> StashRules[Any]:
    stash = character.system.stash
    assert stash
    return stash


def handed_over(giver: Character, taker: Character, thing: Portable, quantity: int) -> Character:
    """The taker with what the giver put in, after a way through JSON."""
    stash = rules(giver)
    giver.enter(stash.put(thing, quantity))
    stored = msgspec.json.decode(msgspec.json.encode(thing.gives))
    gives = msgspec.convert(stored, giver.system.entry_type)
    return taker.enter(stash.take(taker.state, gives, quantity))


def gear(character: Character) -> list[tuple[str, int, Any]]:
    """Everything carried: its name, how many, and the entry that tells all of it."""
    return [(one.name, one.quantity, one.gives) for one in character.portables if not one.unit]


def several(character: Character) -> Portable:
    """The item that somebody has three of."""
    return next(one for one in character.portables if one.quantity == 3 and not one.unit)


def carrier(slug: str, *ledger: dict[str, Any]) -> Character:
    """Somebody who has learned what the game's items need."""
    return somebody(slug, *LEARNED[slug], *ledger)


@pytest.mark.parametrize("slug", GAMES)
def test_everything_carried_comes_out_of_the_stash_as_it_went_in(slug: str) -> None:
    giver, taker = carrier(slug, *GAINED[slug]), carrier(slug)
    for thing in giver.portables:
        taker = handed_over(giver, taker, thing, thing.quantity)
    assert len(gear(giver)) == len(GAINED[slug])
    assert gear(taker) == gear(giver)


@pytest.mark.parametrize("slug", CODED)
def test_who_lacks_the_skill_of_a_weapon_uses_its_attribute(slug: str) -> None:
    giver = carrier(slug, *GAINED[slug])
    (skill,) = LEARNED[slug]
    name_of = next(one["name"] for one in GAINED[slug] if one.get("skill") == skill["trait"])
    club = next(thing for thing in giver.portables if thing.name == name_of)
    after = handed_over(giver, somebody(slug), club, 1)
    ((name, quantity, entry),) = gear(after)
    assert (name, quantity, entry.skill) == (club.name, 1, club.gives.attribute)
    assert entry.skill in after.numbers["attributes"]
    if slug in registry.built_in():
        assert (name, entry.skill) == ("Club", "DEX")
    assert after.problems == somebody(slug).problems


@pytest.mark.parametrize("slug", SEVERAL)
def test_what_is_put_in_is_gone_from_the_gear(slug: str) -> None:
    giver = carrier(slug, *GAINED[slug])
    medpacs = several(giver)
    left = giver.enter(rules(giver).put(medpacs, 2))
    assert [one.quantity for one in left.portables if one.name == medpacs.name] == [1]
    none = giver.enter(rules(giver).put(medpacs, 3))
    assert [one for one in none.portables if one.name == medpacs.name] == []
    with pytest.raises(RuleViolation):
        giver.enter(rules(giver).put(medpacs, 4))


@pytest.mark.parametrize("slug", SEVERAL)
def test_a_player_undoes_neither_way_in_the_history(slug: str) -> None:
    giver = carrier(slug, *GAINED[slug])
    medpacs = several(giver)
    put = giver.enter(rules(giver).put(medpacs, 1))
    taken = handed_over(giver, somebody(slug), medpacs, 1)
    assert put.undo(-1 + len(put.document.ledger)).refusal
    assert taken.undo(0).refusal
    assert (put.history()[-1].kind_name, put.history()[-1].title) == ("To the stash", medpacs.name)
    assert (taken.history()[-1].kind_name, taken.history()[-1].title) == (
        "From the stash",
        medpacs.name,
    )
    assert taken.withdraw(0).refusal == ""
    assert put.withdraw(-1 + len(put.document.ledger)).refusal == ""


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("kind", ["stash", "take"])
def test_no_form_of_a_player_makes_such_an_entry(slug: str, kind: str) -> None:
    with pytest.raises(RuleViolation, match="An entry is one of"):
        registry.get(slug).ledger_rules.entry({"kind": kind, "item": "medpac", "name": "Medpac"})


def typed(slug: str, name: str) -> list[dict[str, Any]]:
    """The items of a game's samples that a player typed with this name."""
    return [entry for entry in GAINED[slug] if entry["kind"] == "gain" and entry["name"] == name]


@pytest.mark.parametrize("slug", [slug for slug in GAMES if typed(slug, "Vest")])
def test_an_item_whose_name_is_taken_gets_a_number(slug: str) -> None:
    (vest,) = typed(slug, "Vest")
    giver = somebody(slug, vest)
    taker = somebody(slug, {"kind": "gain", "what": "thing", "name": "vest"})
    after = handed_over(giver, taker, giver.portables[0], 1)
    assert [one.name for one in after.portables] == ["vest", "Vest 2"]
    again = handed_over(giver, after, giver.portables[0], 1)
    assert [(one.name, one.quantity) for one in again.portables] == [("vest", 1), ("Vest 2", 2)]


def test_upgrades_features_and_a_custom_name_come_along() -> None:
    slug = "hyperspace-d6"
    giver = somebody(
        slug,
        {"kind": "award", "cp": 200},
        {"kind": "grant", "item": "blaster-pistol"},
        {"kind": "upgrade", "item": "blaster-pistol", "aspect": "damage"},
        {
            "kind": "upgrade",
            "item": "blaster-pistol",
            "aspect": "feature",
            "feature": "Auto-Fire",
            "cp": 6,
        },
        {"kind": "name", "item": "blaster-pistol", "as": "Old Friend"},
    )
    (friend,) = (thing for thing in giver.portables if thing.name == "Old Friend")
    owner = somebody(slug, {"kind": "grant", "item": "blaster-pistol"})
    taker = handed_over(giver, owner, friend, 1)
    assert [one.name for one in taker.portables if not one.unit] == [
        "Blaster Pistol",
        "Old Friend",
    ]
    assert gear(taker)[1] == gear(giver)[0]
    assert gear(taker)[1][2].added == ("Auto-Fire",)
    assert gear(taker)[1][2].upgrades == 1
    assert taker.history()[-1].title == "Old Friend"


def test_credits_pass_through_the_stash() -> None:
    giver = somebody("hyperspace-d6", {"kind": "award", "credits": 400})
    (money,) = (thing for thing in giver.portables if thing.unit)
    before = money.quantity
    stash = rules(giver)
    assert (money.name, money.unit) == ("credits", "credit")
    poorer = giver.enter(stash.put(money, 250))
    assert [one.quantity for one in poorer.portables if one.unit] == [before - 250]
    richer = handed_over(giver, giver, money, 250)
    assert [one.quantity for one in richer.portables if one.unit] == [before + 250]
    assert richer.history()[-1].title == "250 credits"
    with pytest.raises(RuleViolation):
        giver.enter(stash.put(money, before + 1))


def test_a_homebrew_item_that_is_gone_comes_out_by_its_name() -> None:
    taker = somebody("hyperspace-d6")
    stash = rules(taker)
    gone = msgspec.convert({"kind": "take", "item": "spore-launcher"}, taker.system.entry_type)
    after = taker.enter(stash.take(taker.state, gone, 1))
    assert [one.name for one in after.portables if not one.unit] == ["Spore launcher"]
