"""Powers in the form of an opponent: the codes of their skills, and the powers, each as a text. A
power says its difficulty and its skills, and after a colon and up to the end of its line what it
does: "Concentration Easy (control): Shuts out the noise."
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from rules import plain_text
from rules.declared.powers.document import LINE, Power, PowerRules
from rules.dice import codes
from rules.kit.typed import extras
from rules.kit.typed.extras import Extra
from rules.phrases import capitalized
from rules.problems import InvalidDocument


def power_extras(
    rules: PowerRules, name: str, *, skills_like: str, powers_like: str
) -> tuple[Extra, Extra]:
    """Both texts; `name` is that of the powers, and each has an example."""
    ids = {plain_text.folded(full): id for id, full in rules.names.items()}

    def skills(text: str) -> dict[str, object]:
        return {
            rules.member: {
                extras.named(name, ids, skills_like): codes.written(*codes.read(code))
                for name, code in extras.valued(text, skills_like)
            }
        }

    def powers(text: str) -> dict[str, object]:
        lines = plain_text.plain(text).splitlines()
        return {"powers": tuple(row for line in lines for row in _powers(line, powers_like))}

    def written_skills(build: msgspec.Struct) -> str:
        codes_of = getattr(build, rules.member)
        return ", ".join(f"{rules.names.get(id, id)} {code}" for id, code in codes_of.items())

    return (
        Extra(rules.member, capitalized(rules.called), skills, written_skills, skills_like),
        Extra("powers", name, powers, _written_powers, powers_like, lines=2),
    )


def _powers(line: str, example: str) -> list[Power]:
    """The powers of a line, the last with what it does."""
    heads, _, does = line.partition("):")
    found = []
    for part in extras.parts(f"{heads})" if does else line):
        head, _, joined = part.partition("(")
        power, _, difficulty = head.rstrip().rpartition(" ")
        if not power or not joined.endswith(")") or "(" in joined or ")" in joined[:-1]:
            message = f"“{part[:40]}” can't be read. Write it like this: {example}"
            raise InvalidDocument(message)
        joined = joined[:-1].replace(" ", "").casefold()
        found.append(Power(name=power.strip(), skills=joined, difficulty=difficulty))
    return [*found[:-1], *(replace(row, does=does.strip()[:LINE]) for row in found[-1:])]


def _written_powers(build: Any) -> str:
    lines = (
        f"{row.name} {row.difficulty} ({row.skills}){f': {row.does}' if row.does else ''}"
        for row in build.powers
    )
    return "\n".join(lines)
