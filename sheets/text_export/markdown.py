"""A sheet as Markdown (CommonMark, with one table as GitHub and most others have it)."""

import re
from collections.abc import Iterator

from rules.sheet.sections import Attacks, Figures, Prose, Section, Sheet, Things, Track, Traits
from sheets.text_export import lines as text_lines

# What begins or ends something anywhere in a line (a dot between letters: an address), and the
# number that begins a list.
_MARKS = re.compile(r"[\\`*_{}\[\]<>#|~&!=@$]|:(?=//)|(?<=\w)\.(?=\w)")
_NUMBERED = re.compile(r"^(\d+)([.)])")


def as_markdown(sheet: Sheet) -> str:
    """The whole sheet. Nothing that a player wrote is more in it than words."""
    parts = [f"# {escaped(sheet.name)}", _head(sheet)]
    for section in sheet.sections:
        if body := "\n".join(_body(section)):
            parts.append(f"## {escaped(section.name)}\n\n{body}")
    parts.append(f"---\n\n{escaped(sheet.credit)}")
    return "\n\n".join(part for part in parts if part) + "\n"


def escaped(words: str) -> str:
    """Words as one line of Markdown that means only itself, wherever it stands."""
    said = _MARKS.sub(lambda found: "\\" + found[0], text_lines.line(words))
    said = _NUMBERED.sub(r"\1\\\2", said)
    return f"\\{said}" if said[:1] in ("-", "+") else said


def _head(sheet: Sheet) -> str:
    facts = " · ".join(escaped(fact) for fact in text_lines.facts(sheet))
    return "\n\n".join(part for part in (facts, _slanted(sheet.concept)) if part)


def _slanted(words: str) -> str:
    return f"*{escaped(words)}*" if text_lines.line(words) else ""


def _body(section: Section) -> Iterator[str]:
    match section:
        case Figures():
            found = text_lines.figures(section)
            yield " · ".join(f"**{escaped(name)}** {escaped(code)}" for name, code in found)
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


def _traits(section: Traits) -> Iterator[str]:
    for name, code, lines in text_lines.columns(section):
        own = ", ".join(f"{escaped(skill)} {escaped(pool)}" for skill, pool in lines)
        yield f"- **{escaped(name)}{f' {code}' if code else ''}**" + (f": {own}" if own else "")


def _attacks(section: Attacks) -> Iterator[str]:
    if not section.rows:
        return
    yield "| Weapon | To hit | Damage | Remarks |"
    yield "|:--|--:|--:|:--|"
    for row in section.rows:
        name = escaped(text_lines.counted(row.name, row.quantity))
        hit, damage = text_lines.codes(row)
        remarks = escaped(text_lines.remarks(row))
        yield f"| {name} | {hit} | {damage} | {remarks} |"


def _track(section: Track) -> Iterator[str]:
    if section.note:
        yield f"{escaped(section.note)}:\n"
    for level in section.levels:
        boxes = text_lines.boxes(level, section)
        name = f"**{escaped(level.name)}**" + (f" {boxes}" if boxes else "")
        effect = f": {escaped(level.effect)}" if level.effect else ""
        yield f"- {level.reach} {name}{effect}"


def _things(section: Things) -> Iterator[str]:
    for one in section.things:
        name, does = text_lines.thing(one)
        yield f"- {escaped(name)}" + (f": {escaped(does)}" if does else "")
    if section.purse:
        yield f"- **{escaped(section.purse.label)}** {section.purse.code}"


def _prose(section: Prose) -> Iterator[str]:
    for position, passage in enumerate(section.passages):
        if position:
            yield ""
        text = f" {escaped(passage.text)}" if passage.text else ""
        yield f"**{escaped(text_lines.head(passage.label, passage.name))}**{text}"
        if own := text_lines.lines(passage.own_words):
            yield ""
            yield from (f"> {escaped(line)}".rstrip() for line in own)
