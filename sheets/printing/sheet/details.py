"""The details of a character in full: the pages after the first page of a full sheet, and the texts
of cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from rules.figures import Figure
from rules.sheet.sections import Attack, Attacks, Passage, Prose, Sheet, Thing, Things
from sheets.printing.options import Extras, Note
from sheets.printing.sheet import notes, row_heights
from sheets.printing.sheet.sections import UNEXPLAINED, run_in
from sheets.printing.styles import MEASURE
from sheets.printing.type.fonts import BOLD
from sheets.printing.type.glyphs import one_line, printable, with_minus
from sheets.printing.type.measure import count_lines, shorten, width

# Carried items that are not divided between two pages; of more, two rows stay together.
MAX_SHORT_LIST = 4
# Letters of a name and a text that together stand on a line of a column.
MAX_BRIEF = 44
# Letters of a note that is long, with its marks; more would be columns of several pages, which
# are hard to read, and to make.
MIN_LONG, MAX_LONG = 420, 6_000
# As many carried items stand one below the other beside a portrait.
MAX_BESIDE = 6
# Millimeters of the portrait, of the heading of a chapter and a text, and of a line; the points and
# millimeters of a column of texts.
PORTRAIT, CHAPTER_HEAD, ENTRY_HEAD, ENTRY_LINE, BESIDE = 58.6, 9.0, 8.0, 4.5, (8.75, 64.0)
# The points of the head of a further page, and the most millimeters of the name in it.
HEAD_SIZE, MOST_NAME = 13, 130


@dataclass(frozen=True)
class AttackDetail:
    """A way to attack: its pool and damage with their explanations, and its notes."""

    name: str
    count: str
    pool: str
    skill: str
    why: str
    damage: str
    damage_why: str
    said: tuple[str, ...]
    does_damage: bool = True


@dataclass(frozen=True)
class ItemDetail:
    """A carried item: its quantity, its state, its effect."""

    name: str
    count: str
    state: str
    detail: str


@dataclass(frozen=True)
class Chapter:
    """Texts under one heading, `beside` the portrait or as wide as the page."""

    name: str
    passages: tuple[Passage, ...]
    beside: bool = False

    @property
    def entries(self) -> list[tuple[Passage, bool]]:
        """The texts, and whether each is so short that it stands on the line of its name."""
        return [(passage, _is_brief(passage)) for passage in self.passages]


@dataclass(frozen=True)
class PurseDetail:
    """The money, with its explanation."""

    name: str
    code: str
    why: str


@dataclass(frozen=True)
class DetailPages:
    """The pages after the first. `alt` is the alternative text of the portrait; where there is a
    `timeline`, the lines left to write on are for notes alone. `used` are the millimeters of the
    texts beside the portrait, and `room` those at the head of a page for what goes on there.
    `arms_name` and `wares_name` are the headings of the attacks and of what is carried.
    """

    chapters: tuple[Chapter, ...]
    notes: tuple[Note, ...]
    portrait: bool
    alt: str
    arms: tuple[AttackDetail, ...]
    wares: tuple[ItemDetail, ...]
    purse: PurseDetail | None
    arms_name: str
    wares_name: str
    timeline: tuple[Note, ...] = ()
    used: float = 0
    room: float = MEASURE

    @property
    def short(self) -> bool:
        """True if the carried items are too few to be divided between two pages."""
        return len(self.wares) <= MAX_SHORT_LIST

    @property
    def beside(self) -> bool:
        """True if the carried items are few enough for a column beside the portrait, and begin
        above its foot.
        """
        begins = self.used + CHAPTER_HEAD < PORTRAIT
        return self.portrait and len(self.wares) <= MAX_BESIDE and begins

    @property
    def told(self) -> list[tuple[Note, str, str]]:
        """The notes with their CSS class: "long" where two columns read better, "whole" if short
        enough to stay on one page; and with the name at the head of a page on which they go on.
        """
        return [
            (note, _length(note.html), shorten(note.name, HEAD_SIZE, self.room, BOLD))
            for note in self.notes
        ]


def detail_pages(sheet: Sheet, extras: Extras) -> DetailPages | None:
    """The details; None if the first page has everything. Attacks alone make no second page: their
    table on the first page is complete.
    """
    told = tuple(chapters(sheet))
    name = shorten(one_line(sheet.name), HEAD_SIZE, MOST_NAME, BOLD)
    pages = DetailPages(
        chapters=tuple(_beside_portrait(told)) if extras.portrait else told,
        used=sum(map(_chapter_height, told)),
        notes=tuple(notes.all_for_paper(note for note in extras.notes if note.html.strip())),
        portrait=bool(extras.portrait),
        alt=printable(extras.portrait_alt).strip() or f"Portrait of {printable(sheet.name)}",
        arms=tuple(attack_details(sheet)),
        wares=tuple(item_details(sheet)),
        purse=purse(sheet),
        arms_name=_name(sheet, Attacks),
        wares_name=_name(sheet, Things),
        timeline=tuple(notes.all_for_paper(extras.timeline)),
        room=MEASURE - width(f"{name} · , continued", HEAD_SIZE, BOLD),
    )
    has_texts = pages.chapters or pages.notes or pages.timeline
    return pages if has_texts or pages.portrait or pages.wares else None


def chapters(sheet: Sheet) -> Iterator[Chapter]:
    """The texts, under the names of their sections, without empty ones."""
    for section in sheet.sections:
        if isinstance(section, Prose) and section.passages:
            yield Chapter(section.name, tuple(_passage(passage) for passage in section.passages))


def _beside_portrait(told: Iterable[Chapter]) -> Iterator[Chapter]:
    """The chapters, of which so many stand beside the portrait as begin above its foot."""
    used = 0.0
    for chapter in told:
        yield replace(chapter, beside=used < PORTRAIT)
        used += _chapter_height(chapter)


def _chapter_height(chapter: Chapter) -> float:
    columns = row_heights.split_columns(chapter.passages, _height)
    return CHAPTER_HEAD + max(sum(map(_height, column)) for column in columns)


def _height(passage: Passage) -> float:
    """About the millimeters of a text in a column beside the portrait."""
    lines = (count_lines(text, *BESIDE) for text in (passage.text, passage.own_words) if text)
    return ENTRY_HEAD + ENTRY_LINE * sum(lines)


def _is_long(html: str) -> bool:
    """True for a note of many letters, unless it has what needs the width of a page."""
    return MIN_LONG < len(html) < MAX_LONG and not any(
        f"<{tag}" in html for tag in ("table", "pre")
    )


def _length(html: str) -> str:
    if len(html) <= MIN_LONG:
        return "whole"
    return "long" if _is_long(html) else ""


def _is_brief(passage: Passage) -> bool:
    length = len(passage.name) + len(passage.text) + len(passage.own_words)
    return not passage.label and length <= MAX_BRIEF


def _name(sheet: Sheet, kind: type[Attacks | Things]) -> str:
    """The name of the first section of a kind; "" if there is none."""
    return next((one.name for one in sheet.sections if isinstance(one, kind)), "")


def attack_details(sheet: Sheet) -> Iterator[AttackDetail]:
    """Every way to attack."""
    for section in sheet.sections:
        if isinstance(section, Attacks):
            yield from map(_attack_detail, section.rows)


def item_details(sheet: Sheet) -> Iterator[ItemDetail]:
    """Everything carried."""
    for section in sheet.sections:
        if isinstance(section, Things):
            yield from map(item_detail, section.things)


def purse(sheet: Sheet) -> PurseDetail | None:
    """The money, in games that count it."""
    for section in sheet.sections:
        if isinstance(section, Things) and section.purse:
            purse = section.purse
            return PurseDetail(purse.label, with_minus(purse.code), why(purse))
    return None


def why(figure: Figure | None) -> str:
    """The explanation of a number: "DEX 4D + Blasters 1D"; "" if there is none."""
    if figure is None or figure.op in UNEXPLAINED or figure.why.isdigit():
        return ""
    return with_minus(printable(figure.why))


def _attack_detail(attack: Attack) -> AttackDetail:
    remarks = (printable(text).strip() for text in (*attack.special, attack.note))
    said = tuple(run_in(filter(None, remarks)))
    return AttackDetail(
        name=printable(attack.name).strip(),
        count=_count(attack.quantity),
        pool=with_minus(attack.attack.code),
        skill=printable(attack.skill),
        why=why(attack.attack),
        damage=with_minus(attack.damage.code) if attack.damage else "–",
        damage_why=_damage_why(attack),
        said=said,
        does_damage=attack.damage is not None,
    )


def _damage_why(attack: Attack) -> str:
    """The explanation of the damage; "" if it is the weapon's own, whose name is beside it."""
    own = f"{attack.name} {attack.damage.code}" if attack.damage else ""
    return "" if attack.damage and attack.damage.why == own else why(attack.damage)


def item_detail(thing: Thing, rules: Mapping[str, str] | None = None) -> ItemDetail:
    """A carried item, with what the rules say of its key if it says nothing itself."""
    texts = (thing.name, thing.state, thing.detail or (rules or {}).get(thing.key, ""))
    name, state, detail = (printable(text).strip() for text in texts)
    return ItemDetail(name, _count(thing.quantity), state, detail)


def _passage(passage: Passage) -> Passage:
    texts = (passage.name, passage.text, passage.label, passage.own_words)
    name, text, label, own_words = (printable(text).strip() for text in texts)
    return Passage(name, text, "" if label == name else label, own_words)


def _count(quantity: int) -> str:
    return f"×{quantity:,}" if quantity != 1 else ""
