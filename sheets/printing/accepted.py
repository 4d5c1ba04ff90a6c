"""What a game master accepted, on paper: a sheet that deviates says so, and why."""

from __future__ import annotations

from dataclasses import replace

import msgspec
from django.utils.html import format_html, format_html_join

from rules.sheet import Passage, Prose, Sheet
from sheets.printing.edition import Extras, Note

NAME = "Accepted by the GM"


def with_accepted(sheet: Sheet, extras: Extras, *, apart: bool) -> tuple[Sheet, Extras]:
    """The sheet with what was accepted among its last texts; `apart`, the extras with a note."""
    if not extras.accepted:
        return sheet, extras
    if apart:
        items = format_html_join("", "<li>{}</li>", ((_line(*one),) for one in extras.accepted))
        note = Note(NAME, format_html("<ul>{}</ul>", items) + "")  # a plain text again
        return sheet, replace(extras, notes=(note, *extras.notes))
    passages = tuple(Passage(NAME, _line(*one)) for one in extras.accepted)
    return _ending_with(sheet, passages), extras


def _line(message: str, reason: str) -> str:
    return f"{message} “{reason}”" if reason else message


def _ending_with(sheet: Sheet, passages: tuple[Passage, ...]) -> Sheet:
    """The sheet with these among its last texts; as it is where the game has none."""
    sections = list(sheet.sections)
    for place, section in reversed(list(enumerate(sections))):
        if isinstance(section, Prose):
            texts = (*section.passages, *passages)
            sections[place] = msgspec.structs.replace(section, passages=texts)
            break
    return msgspec.structs.replace(sheet, sections=tuple(sections))
