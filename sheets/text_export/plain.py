"""The sheet as plain text, narrow and compact: for chat or play-by-post."""

from collections.abc import Iterator

from rules.sheet.sections import Attacks, Figures, Prose, Section, Sheet, Things, Track, Traits
from sheets.text_export import lines as text_lines
from sheets.text_export.lines import padded, width, wrapped

WIDTH = 72
WIDEST_NAME = 28
# The width of most codes.
CODE = 4


def as_plain(sheet: Sheet) -> str:
    """The whole sheet, 72 cells wide unless a word is longer."""
    parts = ["\n".join(_head(sheet))]
    for section in sheet.sections:
        if body := "\n".join(_body(section)):
            parts.append(f"{text_lines.one_line(section.name).upper()}\n{body}")
    parts.append("\n".join(wrapped(text_lines.one_line(sheet.credit), to=WIDTH)))
    return "\n\n".join(parts) + "\n"


def _head(sheet: Sheet) -> Iterator[str]:
    yield text_lines.one_line(sheet.name)
    if facts := text_lines.facts(sheet):
        yield " · ".join(facts)
    if concept := text_lines.one_line(sheet.concept):
        yield from wrapped(concept, to=WIDTH)


def _body(section: Section) -> Iterator[str]:
    match section:
        case Figures():
            yield from _figures(section)
        case Traits():
            yield from _traits(section)
        case Attacks():
            yield from _attacks(section)
        case Track():
            yield from _track(section)
        case Things():
            yield from _things(section)
        case Prose():
            yield from _prose(section)


def _figures(section: Figures) -> Iterator[str]:
    """Side by side if none has a note, else one per line."""
    figures = text_lines.figures(section)
    if any(line.note for line in section.lines):
        yield from _aligned(figures)
    elif figures:
        yield from wrapped(" | ".join(f"{name} {code}" for name, code in figures), to=WIDTH)


def _traits(section: Traits) -> Iterator[str]:
    heads, columns = [], text_lines.columns(section)
    across = max((width(code) for _, code, _ in columns), default=0)
    for name, code, lines in columns:
        own = ", ".join(f"{skill} {pool}" for skill, pool in lines)
        heads.append((name, f"{padded(code, max(across, CODE))} {own}".rstrip()))
    yield from _aligned(heads)


def _attacks(section: Attacks) -> Iterator[str]:
    names = [text_lines.with_quantity(row.name, row.quantity) for row in section.rows]
    across, codes = _across(names), [text_lines.codes(row) for row in section.rows]
    wide = max((width(hit) for hit, _ in codes), default=0)
    for name, row, (hit, damage) in zip(names, section.rows, codes, strict=True):
        yield f"{padded(name, across)}  {padded(hit, max(wide, CODE))} damage {damage}"
        if remarks := text_lines.remarks(row):
            yield from wrapped(remarks, to=WIDTH, indent="    ")


def _track(section: Track) -> Iterator[str]:
    if section.note:
        yield from wrapped(f"{text_lines.one_line(section.note)}:", to=WIDTH)
    reaches = [level.reach for level in section.levels]
    across = max(map(width, reaches), default=0)
    for reach, level in zip(reaches, section.levels, strict=True):
        boxes = text_lines.boxes(level, section)
        name = text_lines.one_line(level.name) + (f" {boxes}" if boxes else "")
        effect = f": {text_lines.one_line(level.effect)}" if level.effect else ""
        yield from _hanging(f"{padded(reach, across)}  ", f"{name}{effect}")


def _things(section: Things) -> Iterator[str]:
    for thing in section.things:
        name, does = text_lines.item(thing)
        yield from _hanging("- ", f"{name}: {does}" if does else name)
    if section.purse:
        yield f"- {text_lines.one_line(section.purse.label)} {section.purse.code}"


def _prose(section: Prose) -> Iterator[str]:
    for passage in section.passages:
        head, text = (
            text_lines.heading(passage.label, passage.name),
            text_lines.one_line(passage.text),
        )
        yield from wrapped(f"{head} {text}" if text else head, to=WIDTH)
        for line in text_lines.split_lines(passage.own_words):
            yield from wrapped(line, to=WIDTH, indent="    ") if line else [""]


def _aligned(rows: list[tuple[str, str]]) -> Iterator[str]:
    across = _across([name for name, _ in rows])
    for name, rest in rows:
        yield from _hanging(f"{padded(name, across)}  ", rest)


def _hanging(label: str, text: str) -> Iterator[str]:
    """A text after a label, wrapped with a hanging indent."""
    indent = " " * width(label)
    lines = list(wrapped(text, to=WIDTH, indent=indent))
    yield (label + lines[0].removeprefix(indent)) if lines else label.rstrip()
    yield from lines[1:]


def _across(names: list[str]) -> int:
    """The width of a column of names; a few very long ones do not widen it."""
    return max((w for name in names if (w := width(name)) <= WIDEST_NAME), default=0)
