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
from rules.document import Document
from rules.problems import RuleViolation
from rules.system import GameSystem
from sheets import form_data, storage
from sheets.access import CharacterAccess
from sheets.creation.operations import (
    EVERY_STEP,
    fill_build,
    named_step,
    open_build,
    saved,
    set_fields,
    with_aside,
)
from sheets.errors import Conflict, NoSuchStep, Refused
from sheets.form_data import SentField
from sheets.models import Character, Surprise
from sheets.writes import Form, Keep, write_prepared

CHANGED = "Not undone: something has changed since. Nothing is lost."
TRIES = 20
TYPED = "Not undone: what you typed since is saved instead."


def surprise(
    character_access: CharacterAccess,
    *,
    step: str,
    sent: Mapping[str, SentField],
    key: str,
    instead_of: str = "",
) -> str:
    """Saves what a form sent along, and lets chance decide what is empty in a step, or (EVERY_STEP)
    in all of them; the key under which that can be undone.

    "" where nothing is empty, or what `instead_of` names is not there any more: then it has to be
    asked first. Raises what `creation.save_fields` does.
    """
    only = "" if step == EVERY_STEP else step

    def prepare(character: Character) -> Keep[str]:
        system, document = open_build(character)
        version = character.version
        if only and not named_step(system, document, only).can_surprise:
            raise NoSuchStep
        anew = bool(instead_of)
        stale = anew and instead_of != digest(character, document)
        document = set_fields(character, system, document, sent)
        decided = None
        if not stale:
            decided = _decided(character, system, document, step=step, anew=anew, key=key)
        keep = saved(character, decided["key"] if decided else "", version=version)

        def surprised() -> str:
            if decided:
                Surprise.objects.update_or_create(character=character, defaults=decided)
            return keep()

        return surprised

    content = ("surprise", step, instead_of, str(character_access.id))
    return write_prepared(character_access, prepare, form=Form(key, content))


def undo(
    character_access: CharacterAccess, *, surprise: str, sent: Mapping[str, SentField], key: str
) -> str:
    """Puts back exactly what was there before chance decided; why that was not done, "" if it was.

    What a form sent along is saved, and then nothing is undone. Conflict where something has
    changed since.
    """

    def prepare(character: Character) -> Keep[str]:
        system, document = open_build(character)
        version = character.version
        after = set_fields(character, system, document, sent)
        if after != document:
            return saved(character, TYPED, version=version)
        undone = current(character, surprise)
        if undone is None:
            raise Conflict(CHANGED)
        earlier = undone.before
        build = documents.convert(earlier["build"], system.build_type, where="build")
        named = {"name": earlier["name"], "player": earlier["player"]}
        before: Document = msgspec.structs.replace(document, build=build, **named)
        fill_build(character, before, aside=earlier["aside"])
        keep = saved(character, "", version=version)

        def put_back() -> str:
            undone.delete()
            return keep()

        return put_back

    form = Form(key, ("undo a surprise", surprise, str(character_access.id)))
    return write_prepared(character_access, prepare, form=form)


def current(character: Character, key: str) -> Surprise | None:
    """The surprise of that key, where it can still be undone."""
    newest = Surprise.objects.filter(character=character, key=key).first() if key else None
    if newest is None or not character.is_open:
        return None
    _, document = storage.being_built(character)
    return newest if newest.after == digest(character, document) else None


def digest(character: Character, document: Document) -> str:
    """A hash of a build, and of what is set aside of it."""
    content = json.dumps(_kept(character, document), sort_keys=True)
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()


def _decided(
    character: Character,
    system: GameSystem,
    document: Document,
    *,
    step: str,
    anew: bool,
    key: str,
) -> dict[str, Any] | None:
    """What chance decided, unsaved, as its row keeps it; None where nothing is empty."""
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


def _kept(character: Character, document: Document) -> dict[str, Any]:
    """What the steps of creation decide, and what is set aside of it."""
    plain = documents.write(document)
    members = {name: plain.get(name, "") for name in ("name", "player", "build")}
    return {**members, "aside": dict(character.aside)}
