"""The identity of a game, and what its samples name."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.contract.subject import Check, Subject

SAID = {
    "name": "the game's name",
    "edition": "the edition of its rules, such as 1.0",
    "about": "what one plays, in a sentence for the page where characters begin",
    "credit": "whose rules these are, for the foot of every sheet",
}


def says_who_it_is(subject: Subject) -> Iterator[str]:
    """Name, edition, sentence and credit."""
    for member, what in SAID.items():
        if not str(getattr(subject.game, member)).strip():
            yield f"{member} is empty: write {what}"


def samples_are_of_this_game(subject: Subject) -> Iterator[str]:
    """Marks and entries of `samples.toml` are those of the game."""
    samples, game = subject.samples, subject.game
    known = set(msgspec.structs.asdict(game.empty().marks)) if game.empty().marks else set()
    for name, marks in (("hurt", samples.hurt), ("dead", samples.dead)):
        for mark in sorted(set(marks) - known):
            yield f"samples.toml, {name}: there is no mark {mark}; name one of {', '.join(known)}"
    entries = {name: getattr(samples, name) for name in ("gained", "learned", "repeated")}
    entries |= {name: [one] for name in ("award", "improved") if (one := getattr(samples, name))}
    for name, rows in entries.items():
        for row, members in enumerate(rows):
            try:
                msgspec.convert(members, game.entry_type)
            except msgspec.ValidationError as error:
                yield f"samples.toml, {name}, row {row + 1}: {error}"


CHECKS = (
    Check("It says who it is.", says_who_it_is),
    Check("Its samples name marks and entries that it has.", samples_are_of_this_game),
)
