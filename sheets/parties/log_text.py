"""The log of a party as text, Markdown, and JSON, oldest first."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from django.utils import timezone

from sheets.models import Party
from sheets.parties.log import PartyLogEntry
from sheets.play_log import text
from sheets.text_export import lines
from sheets.text_export.markdown import escape

Entries = Iterable[PartyLogEntry]
UNDATED = "Before the first session"


def as_text(party: Party, entries: Entries) -> Iterator[str]:
    """Every entry with its dice, under its session, each with who it happened to."""
    yield text.heading(party.name)
    kinds: dict[str, None] = {}
    for entry, heading in _with_headings(entries):
        if heading:
            yield f"{lines.one_line(heading)}\n{'-' * 40}\n\n"
        kinds |= dict.fromkeys(die.kind for die in entry.line.outcome.dice)
        yield f"{lines.one_line(entry.who)}, {text.as_plain_line(entry.line)}"
    yield text.legend(kinds)


def as_markdown(party: Party, entries: Entries) -> Iterator[str]:
    """A line for each entry: who, what, against what, and the result."""
    yield f"# {escape(party.name)}: log\n"
    for entry, heading in _with_headings(entries):
        if heading:
            yield f"\n## {escape(heading)}\n\n"
        brief = text.brief(entry.line)
        sentence = escape(f"{brief.what}: {brief.result}" if brief.result else brief.what)
        time = f"{timezone.localtime(entry.line.at):%Y-%m-%d %H:%M}"
        yield (
            f"- {time} **{escape(entry.who)}** "
            + (sentence if entry.line.stands else f"~~{sentence}~~")
            + "\n"
        )


def as_json(party: Party, entries: Entries) -> Iterator[str]:
    """The entries as they are stored, with their characters and sessions."""
    head = json.dumps({"party": party.name, "system": party.system}, ensure_ascii=False)
    yield f'{{"format": "hyperspace-party-log/1", {head[1:-1]}, "lines": ['
    separator = "\n"
    for entry in entries:
        who = {"character": entry.who, "character_id": str(entry.character.public_id)}
        session = {"session": entry.session.number} if entry.session else {}
        plain = {**who, **session, **entry.line.plain()}
        yield separator + json.dumps(plain, ensure_ascii=False)
        separator = ",\n"
    yield "\n]}\n"


def _with_headings(entries: Entries) -> Iterator[tuple[PartyLogEntry, str]]:
    """Each entry, with the heading of its session if it is the first in it."""
    before: str | None = None
    for entry in entries:
        heading = entry.session.heading if entry.session else UNDATED
        yield entry, "" if heading == before else heading
        before = heading


@dataclass(frozen=True)
class Format:
    """A file format: its media type, and what writes it."""

    kind: str
    write: Callable[[Party, Entries], Iterator[str]]


FORMATS = {
    "txt": Format("text/plain; charset=utf-8", as_text),
    "md": Format("text/markdown; charset=utf-8", as_markdown),
    "json": Format("application/json", as_json),
}
