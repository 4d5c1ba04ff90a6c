"""Leaving something to chance while a build is made, and undoing that.

Chance fills what is empty. It takes the place of what is there only once it was asked for that
with `instead_of`: the digest of what was shown with the question.
"""

import hashlib
import json
from collections.abc import Mapping
from random import SystemRandom
from typing import Any

import msgspec

from rules import document as documents
from rules.character import Character as OpenCharacter
from rules.document import Document
from rules.game import Game
from rules.problems import RuleViolation
from sheets import form_data, storage
from sheets.creation.operations import (
    EVERY_STEP,
    BuildOperation,
    fill_build,
    named_step,
    set_fields,
    with_aside,
)
from sheets.errors import Conflict, NoSuchStep, Refused
from sheets.form_data import SentField
from sheets.models import Character, Surprise

CHANGED = "Not undone: something has changed since. Nothing is lost."
TRIES = 20
TYPED = "Not undone: what you typed since is saved instead."


class Fill(BuildOperation[str]):
    """Saves what a form sent along, and lets chance decide what is empty in a step, or (EVERY_STEP)
    in all of them; the key under which that can be undone.

    "" where nothing is empty, or what `instead_of` names is not there any more: then it has to be
    asked first. Raises what `creation.SaveFields` does.
    """

    step: str
    sent: Mapping[str, SentField]
    instead_of: str = ""

    @property
    def content(self) -> tuple[str, ...]:
        """Without what was sent along."""
        return ("surprise", self.step, self.instead_of, *self.access.receipt_id)

    def build(self, before: OpenCharacter) -> None:
        if self.step != EVERY_STEP and not named_step(before, self.step).can_surprise:
            raise NoSuchStep
        anew = bool(self.instead_of)
        stale = anew and self.instead_of != digest(self.row, before.document)
        document = set_fields(self.row, before, self.sent)
        self.decided = None
        if not stale:
            self.decided = _decided(
                self.row, before.system, document, step=self.step, anew=anew, key=self.key
            )

    def save(self) -> str:
        if self.decided:
            Surprise.objects.update_or_create(character=self.row, defaults=self.decided)
        self.save_build()
        return self.decided["key"] if self.decided else ""


class Undo(BuildOperation[str]):
    """Puts back exactly what was there before chance decided; why that was not done, "" if it was.

    What a form sent along is saved, and then nothing is undone. Conflict if something has
    changed since.
    """

    surprise: str
    sent: Mapping[str, SentField]

    @property
    def content(self) -> tuple[str, ...]:
        """Without what was sent along."""
        return ("undo a surprise", self.surprise, *self.access.receipt_id)

    def build(self, before: OpenCharacter) -> None:
        self.undone = None
        if set_fields(self.row, before, self.sent) != before.document:
            return
        self.undone = current(self.row, self.surprise)
        if self.undone is None:
            raise Conflict(CHANGED)
        earlier = self.undone.before
        build = documents.convert(earlier["build"], before.system.build_type, where="build")
        named = {"name": earlier["name"], "player": earlier["player"]}
        document = msgspec.structs.replace(before.document, build=build, **named)
        fill_build(self.row, document, aside=earlier["aside"])

    def save(self) -> str:
        if self.undone:
            self.undone.delete()
        self.save_build()
        return "" if self.undone else TYPED


def current(character: Character, key: str) -> Surprise | None:
    """The surprise of that key, where it can still be undone."""
    newest = Surprise.objects.filter(character=character, key=key).first() if key else None
    if newest is None or not character.is_open:
        return None
    document = storage.open_being_built(character).document
    return newest if newest.after == digest(character, document) else None


def digest(character: Character, document: Document) -> str:
    """A hash of a build, and of what is set aside of it."""
    content = json.dumps(_kept(character, document), sort_keys=True)
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()


def _decided(
    character: Character,
    system: Game,
    document: Document,
    *,
    step: str,
    anew: bool,
    key: str,
) -> dict[str, Any] | None:
    """The random choices, unsaved, as their row stores them; None if no choice is open."""
    only = "" if step == EVERY_STEP else step
    before = _kept(character, document)
    try:
        for _ in range(TRIES if anew else 1):  # chance may well hit on what is there
            decided = system.random(SystemRandom(), document, step=only, anew=anew)
            if decided != document:
                break
    except RuleViolation as error:
        raise Refused(problems=error.problems) from None
    if decided == document:
        return None
    fill_build(character, decided, aside=with_aside(character, system, document, decided))
    return {
        "key": key or form_data.new_key(),
        "step": step,
        "replaced": anew,
        "before": before,
        "after": digest(character, decided),
    }


def _kept(character: Character, document: Document) -> dict[str, object]:
    """The name, the player, the build, and the set-aside values: all that the wizard changes."""
    plain = documents.write(document)
    members = {name: plain.get(name, "") for name in ("name", "player", "build")}
    return {**members, "aside": dict(character.aside)}
