"""The figures of creation, advancement and play, what chance draws from and what a party may
decide, as frozen structs.
"""

from __future__ import annotations

import msgspec

from rules.houses import Making


class Creation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The figures of making a character."""

    credits: int
    picks: int
    pick_dice: int
    focus_dice: int
    character_points: int
    least_force_points: int
    own_species_start: int
    own_species_points: int
    own_species_most: int
    own_species_force: int
    own_profession_points: int
    own_force_profession_points: int
    own_profession_most: int
    own_force_profession_least: int
    sources: dict[str, str]
    rulings: dict[str, str]


class Advancement(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What improvements cost in Character Points, and how many a session usually gives.

    `notes` are remarks on what can be done, `occasions` what an award may be for.
    """

    skill: int
    attribute: int
    gear: int
    unlock_force: int
    session_least: int
    session_most: int
    sources: dict[str, str]
    rulings: dict[str, str]
    notes: dict[str, str]
    occasions: dict[str, tuple[str, ...]]


class Play(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What adds dice to a roll or takes them away, or multiplies them; what shelter adds to a
    defense, how far one moves for nothing, how many targets an attack has, what heals, and up to
    which face of the daily die a burden is felt.

    `destiny` is what the Destiny Die asks, by its face; `quickplay` are the figures of that way to
    play.
    """

    dice: dict[str, int]
    times: dict[str, int]
    shelter: dict[str, int]
    moving: dict[str, int]
    targets: dict[str, int]
    healing: dict[str, int]
    daily: dict[str, int]
    destiny: dict[str, str]
    quickplay: dict[str, int]
    sources: dict[str, str]
    rulings: dict[str, str]


class Chance(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a character made by chance draws from: all of it ours.

    `names` by species id ("" for everybody else): first parts and last parts; an empty last part
    leaves the name single. `concepts`, `appearances`, `personalities` are whole texts;
    `skills` are what a profession leans to, by its id; `notes` by edge or burden id;
    `own_species` and `own_professions` are names for what a player makes up.
    """

    names: dict[str, tuple[tuple[str, ...], tuple[str, ...]]]
    concepts: dict[str, tuple[str, ...]]
    appearances: tuple[str, ...]
    droid_appearances: tuple[str, ...]
    personalities: tuple[str, ...]
    pronouns: tuple[str, ...]
    own_species: tuple[str, ...]
    own_professions: tuple[str, ...]
    skills: dict[str, tuple[str, ...]]
    notes: dict[str, tuple[str, ...]]


class Switch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A rule that a party turns on or off; its id is the member of `house` that says so."""

    id: str
    name: str
    does: str
    source: str
    ruling: str = ""


class QuickRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Attributes begin with `start` dice; one has `plus_two` more, so many others `plus_one`.

    `does` says what the target number and the two levels of harm do.
    """

    start: int
    plus_two: int
    plus_one: int
    plus_one_count: int
    does: dict[str, str]


class Party(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a party may decide. `eras` are suggestions."""

    eras: tuple[str, ...]
    switches: tuple[Switch, ...]
    makings: tuple[Making, ...]
    quickplay: QuickRules
    sources: dict[str, str]
    rulings: dict[str, str]
