"""The sheet as Markdown (CommonMark, plus GitHub's tables)."""

import re
from collections.abc import Iterator

from rules.sheet.sections import Attacks, Figures, Prose, Section, Sheet, Things, Track, Traits
from sheets.text_export import lines as text_lines

# Characters with a meaning anywhere in a line (a dot between letters makes a link), and the
# number that begins a list.
_SPECIAL = re.compile(r"[\\`*_{}\[\]<>#|~&!=@$]|:(?=//)|(?<=\w)\.(?=\w)")
_NUMBERED = re.compile(r"^(\d+)([.)])")


def as_markdown(sheet: Sheet) -> str:
    """The whole sheet as Markdown. Text from players is escaped."""
    parts = [f"# {escape(sheet.name)}", _head(sheet)]
    for section in sheet.sections:
        if body := "\n".join(_body(section)):
            parts.append(f"## {escape(section.name)}\n\n{body}")
    parts.append(f"---\n\n{escape(sheet.credit)}")
    return "\n\n".join(part for part in parts if part) + "\n"


def escape(text: str) -> str:
    """The text as one line of Markdown without markup, wherever it stands."""
    escape = _SPECIAL.sub(lambda found: "\\" + found[0], text_lines.one_line(text))
    escape = _NUMBERED.sub(r"\1\\\2", escape)
    return f"\\{escape}" if escape[:1] in ("-", "+") else escape


def _head(sheet: Sheet) -> str:
    facts = " · ".join(escape(fact) for fact in text_lines.facts(sheet))
    return "\n\n".join(part for part in (facts, _italic(sheet.concept)) if part)


def _italic(text: str) -> str:
    return f"*{escape(text)}*" if text_lines.one_line(text) else ""


def _body(section: Section) -> Iterator[str]:
    match section:
        case Figures():
            figures = text_lines.figures(section)
            yield " · ".join(f"**{escape(name)}** {escape(code)}" for name, code in figures)
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
        own = ", ".join(f"{escape(skill)} {escape(pool)}" for skill, pool in lines)
        yield f"- **{escape(name)}{f' {code}' if code else ''}**" + (f": {own}" if own else "")


def _attacks(section: Attacks) -> Iterator[str]:
    if not section.rows:
        return
    yield "| Weapon | To hit | Damage | Remarks |"
    yield "|:--|--:|--:|:--|"
    for row in section.rows:
        name = escape(text_lines.with_quantity(row.name, row.quantity))
        hit, damage = text_lines.codes(row)
        remarks = escape(text_lines.remarks(row))
        yield f"| {name} | {hit} | {damage} | {remarks} |"


def _track(section: Track) -> Iterator[str]:
    if section.note:
        yield f"{escape(section.note)}:\n"
    for level in section.levels:
        boxes = text_lines.boxes(level, section)
        name = f"**{escape(level.name)}**" + (f" {boxes}" if boxes else "")
        effect = f": {escape(level.effect)}" if level.effect else ""
        yield f"- {level.reach} {name}{effect}"


def _things(section: Things) -> Iterator[str]:
    for item in section.things:
        name, does = text_lines.item(item)
        yield f"- {escape(name)}" + (f": {escape(does)}" if does else "")
    if section.purse:
        yield f"- **{escape(section.purse.label)}** {section.purse.code}"


def _prose(section: Prose) -> Iterator[str]:
    for position, passage in enumerate(section.passages):
        if position:
            yield ""
        text = f" {escape(passage.text)}" if passage.text else ""
        yield f"**{escape(text_lines.heading(passage.label, passage.name))}**{text}"
        if own := text_lines.split_lines(passage.own_words):
            yield ""
            yield from (f"> {escape(line)}".rstrip() for line in own)
