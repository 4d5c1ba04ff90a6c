"""Kinds of addresses, by whom each lets in: what the rows of `access_table` are made of."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

# A character that is not there.
NOBODY_S = "00000000-0000-4000-8000-000000000000"
READ, WRITE, BOTH = {"GET", "HEAD"}, {"POST"}, {"GET", "HEAD", "POST"}

EVERYBODY = frozenset(
    {
        "nobody",
        "visitor",
        "owner",
        "fellow",
        "guest",
        "gm",
        "co-gm",
        "another gm",
        "ex-member",
        "holder",
        "staff",
    }
)
SIGNED_IN = EVERYBODY - {"nobody", "visitor", "holder", "guest"}
LEADING = frozenset({"gm", "co-gm"})
PARTY = LEADING | {"owner", "fellow", "guest"}


# The combatant that a fight is tried on: no number that the database will give another one.
FIGHTER = 1_000_000


@dataclass(frozen=True)
class Row:
    """One address. `get` and `post` are what those get who are let in; `turned_away` what they do
    who only see what it is about. An address that `is_api` is for programs: with a token of whoever
    has an account; PUT is as POST. `on` names the fixture of what it is tried on; `got` and
    `posted` are what some of those who are let in get otherwise.
    """

    methods: set[str]
    let_in: frozenset[str] = EVERYBODY
    turned_away: frozenset[str] = frozenset()
    get: int = 200
    post: int = 302
    on: str = ""
    arguments: Mapping[str, Any] = field(default_factory=dict)
    refused: int = 403
    is_api: bool = False
    got: Mapping[str, int] = field(default_factory=dict)
    posted: Mapping[str, int] = field(default_factory=dict)


def open_to_all(methods: set[str], get: int = 200, post: int = 302, **arguments: Any) -> Row:
    """Nobody's in particular."""
    return Row(methods, get=get, post=post, arguments=arguments)


def of_account(methods: set[str], get: int = 200, post: int = 302, **arguments: Any) -> Row:
    """For who is signed in; everybody else is led to where one signs in."""
    return Row(methods, SIGNED_IN, EVERYBODY - SIGNED_IN, get, post, "", arguments, refused=302)


def entrance(methods: set[str], get: int, post: int, inside: int, **arguments: Any) -> Row:
    """For who is not signed in; who is gets `inside`, and is led on where they would send it."""
    got = dict.fromkeys(SIGNED_IN, inside)
    posted = dict.fromkeys(SIGNED_IN, 302 if inside == 302 else post)
    return Row(methods, get=get, post=post, arguments=arguments, got=got, posted=posted)


def seen(methods: set[str], on: str = "finished", get: int = 200, **arguments: Any) -> Row:
    """For the owner of a character and the members of its party."""
    return Row(methods, PARTY, get=get, on=on, arguments=arguments)


def owned(
    methods: set[str], on: str = "finished", get: int = 200, post: int = 302, **arguments: Any
) -> Row:
    """For the owner of a character; the members of its party see that it is there."""
    return Row(methods, frozenset({"owner"}), PARTY - {"owner"}, get, post, on, arguments)


def played(
    methods: set[str], on: str = "finished", get: int = 200, post: int = 302, **arguments: Any
) -> Row:
    """For the owner of a character and whoever leads its party; a fellow sees that it is there."""
    return Row(
        methods, LEADING | {"owner"}, frozenset({"fellow", "guest"}), get, post, on, arguments
    )


def discussed(
    methods: set[str], on: str = "finished", get: int = 200, post: int = 302, **arguments: Any
) -> Row:
    """For the owner of a character and whoever leads its party; nobody else knows of it."""
    return Row(methods, LEADING | {"owner"}, get=get, post=post, on=on, arguments=arguments)


def of_party(methods: set[str], get: int = 200, post: int = 302, **arguments: Any) -> Row:
    """For the members of a party."""
    return Row(methods, PARTY, get=get, post=post, on="party", arguments=arguments)


def led(
    methods: set[str], get: int = 200, post: int = 302, on: str = "party", **arguments: Any
) -> Row:
    """For whoever leads a party."""
    return Row(methods, LEADING, get=get, post=post, on=on, arguments=arguments)


def fought(methods: set[str], get: int = 200, post: int = 302, **arguments: Any) -> Row:
    """About a combatant in a fight, for its owner and whoever leads the party."""
    let_in = LEADING | {"owner"}
    return Row(methods, let_in, get=get, post=post, on="battle", arguments=arguments)


def chaired(methods: set[str], get: int = 200, post: int = 302, **arguments: Any) -> Row:
    """For the game master alone."""
    return Row(methods, frozenset({"gm"}), get=get, post=post, on="party", arguments=arguments)


def for_programs(
    methods: set[str],
    let_in: frozenset[str] = PARTY,
    writers: frozenset[str] = frozenset(),
    *,
    get: int = 200,
    post: int = 302,
    on: str = "finished",
    **arguments: Any,
) -> Row:
    """For programs of those who are let in; of these only the writers change anything."""
    posted = dict.fromkeys(let_in - writers, 403)
    return Row(
        methods, let_in, get=get, post=post, on=on, arguments=arguments, is_api=True, posted=posted
    )
