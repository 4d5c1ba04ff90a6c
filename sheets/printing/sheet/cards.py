"""Weapons, gear, powers, and traits as cards to cut out, in rows; what does not fit on one
in small letters continues on another. Places that are left have what one looks up in play, and
cards to write on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from rules.sheet.sections import Attacks, Passage, Prose, Sheet, Things
from sheets.printing.sheet import details, play_cards
from sheets.printing.sheet.card_pools import Number, named_in, pools
from sheets.printing.sheet.details import AttackDetail, ItemDetail
from sheets.printing.sheet.stations import PrintedStation
from sheets.printing.sheet.view_models import fixed_spaces
from sheets.printing.styles import Styles, page_height, page_rule
from sheets.printing.type.fonts import BOLD, TEXT
from sheets.printing.type.glyphs import bound, one_line, printable, with_minus
from sheets.printing.type.measure import RAGGED, count_fitting, count_lines, shorten

# Cards in a row of an upright page and of a turned one; millimeters of a card, as of one to play
# with, and of how much wider three of them are than the text of a page.
UPRIGHT, TURNED = 3, 4
CARD_WIDTH, ROW_HEIGHT, WIDER = 63.0, 88.0, 3.0
# A trifle says at most so much, and no number.
MAX_TRIFLE = 90
# So many lines of a text stay together after another, rather than go on on a further card.
MAX_WHOLE = 5
# The most boxes to tick off.
MAX_BOXES = 12
NO_TEXTS: Mapping[str, str] = {}
# More characters than fit on any card, so a very long text is not measured whole.
MAX_TEXT = 2500
# The card for things of which there is little to say.
ALSO = "Also carried"
# What the card of a station leaves to fill in.
STATION, ASKS = "Station", ("Player", "Skill and pool")
# A card for what one looks up in play, and one to write on.
PLAY = "In play"
OPEN, OPEN_ASKS = "Card", ("Name",)
# The most numbers side by side.
MAX_NUMBERS = 2
# The sizes of texts as CSS classes, the largest first; one that takes several cards has the usual.
LETTERS = LARGE, USUAL, SMALL = "large", "usual", "small"
# Safety factor for our estimate of line breaks.
SAFETY = 0.96
# The size of the owner's name: points, millimeters.
OWNER_SIZE, OWNER_MEASURE = 7, 30


@dataclass(frozen=True)
class Card:
    """One card. `numbers` are side by side, `room` is the free height to write on in millimeters; a
    continued one says which `part` of how many it is. `lead` is set large, and `asks` name lines to
    fill in. `letters` is the CSS class of the size of its texts.
    """

    label: str
    owner: str
    name: str
    count: str
    size: str = ""
    lead: str = ""
    numbers: tuple[Number, ...] = ()
    boxes: range = range(0)
    said: list[str] = field(default_factory=list)
    room: float = 0
    part: str = ""
    asks: tuple[str, ...] = ()
    letters: str = ""


@dataclass(frozen=True)
class Side:
    """One side of a page of cards: their faces, or their backs in such an order that each lies
    behind its face when the paper is turned over its long edge; of a turned page they stand on
    their heads there, so that each is upright behind its face.
    """

    rows: list[list[Card | None]]
    is_back: bool = False

    @property
    def is_turned(self) -> bool:
        """True for the side of a turned page."""
        return len(self.rows[0]) == TURNED


def sides(
    sheet: Sheet,
    styles: Styles,
    *,
    paper: str,
    backs: bool,
    stations: Sequence[PrintedStation] = (),
    texts: Mapping[str, str] = NO_TEXTS,
) -> list[Side]:
    """All pages of cards, each followed by that of its backs if it has some."""
    in_row, in_column = places(styles, paper=paper)
    cards = all_cards(sheet, styles, stations, texts=texts)
    if cards:
        left = -len(cards) % (in_row * in_column)
        cards += _spare_cards(sheet, cards[0].owner, styles, left=left)
    rows = [cards[place : place + in_row] for place in range(0, len(cards), in_row)]
    pages = [rows[place : place + in_column] for place in range(0, len(rows), in_column)]
    found = []
    for page in pages:
        found.append(Side([[*row] for row in page]))
        if backs:
            found.append(Side(_behind(page, in_row, in_column), is_back=True))
    return found


def places(styles: Styles, *, paper: str) -> tuple[int, int]:
    """The cards in a row and in a column of a page, which is turned if that has room for more."""
    head = styles.number("cards-head")
    upright, turned = (
        (in_row, int((page_height(paper, is_turned=in_row == TURNED) - head) / ROW_HEIGHT))
        for in_row in (UPRIGHT, TURNED)
    )
    return max(upright, turned, key=lambda grid: grid[0] * grid[1])


def cards_rule(styles: Styles, *, paper: str) -> str:
    """The @page rule of a page of cards, which are a little wider than the text of a page."""
    in_row, _ = places(styles, paper=paper)
    return page_rule(paper, measure=in_row * CARD_WIDTH - WIDER, is_turned=in_row == TURNED)


def _spare_cards(sheet: Sheet, owner: str, styles: Styles, *, left: int) -> list[Card]:
    """Cards for the places that are left: what one looks up, as far as it fits, and open ones."""
    found: list[Card] = []
    for name, said in play_cards.looked_up(sheet):
        cards = _cut(Card(PLAY, owner, name, "", said=said), styles)
        found += cards if len(found) + len(cards) <= left else []
    (open_card,) = _cut(Card(OPEN, owner, "", "", asks=OPEN_ASKS), styles)
    return found + [open_card] * (left - len(found))


def _behind(page: Sequence[Sequence[Card]], in_row: int, in_column: int) -> list[list[Card | None]]:
    """The places behind those of a page that is turned over its long edge: of an upright one from
    right to left, of a turned one from the foot up. Empty places stay empty.
    """
    empty: list[Card | None] = [None] * in_row
    rows = [[*row, *empty[len(row) :]] for row in page]
    if in_row == UPRIGHT:
        return [row[::-1] for row in rows]
    return [empty] * (in_column - len(rows)) + rows[::-1]


def all_cards(
    sheet: Sheet,
    styles: Styles,
    stations: Sequence[PrintedStation] = (),
    *,
    texts: Mapping[str, str] = NO_TEXTS,
) -> list[Card]:
    """All cards: those of the stations in a craft with a crew. `texts` are what the rules say of
    things that say nothing themselves, by their keys.
    """
    owner = fixed_spaces(shorten(one_line(sheet.name), OWNER_SIZE, OWNER_MEASURE))
    # A gunner's card has the weapons of a craft already.
    wholes = _station_cards(stations, owner) if stations else _cards(sheet, owner, styles, texts)
    return [card for whole in wholes for card in _cut(whole, styles)]


def _cards(sheet: Sheet, owner: str, styles: Styles, texts: Mapping[str, str]) -> Iterator[Card]:
    """The cards for each item, however long its text."""
    known, arms = pools(sheet), list(details.attack_details(sheet))
    for section in sheet.sections:
        label = fixed_spaces(section.name)
        if isinstance(section, Attacks):
            yield from (_attack_card(arm, label, owner) for arm in arms)
        elif isinstance(section, Things):
            cards = [
                _item_card(ware, Card(label, owner, "", ""), known, styles=styles)
                for ware in (details.item_detail(it, texts) for it in section.things)
                if not any(_is_thrown(ware, arm) for arm in arms)
            ]
            trifles = [card for card in cards if _is_trifle(card)]
            grouped = len(trifles) > 1
            yield from (card for card in cards if not (grouped and card in trifles))
            if grouped:
                said = [": ".join((_counted(card), *card.said)) for card in trifles]
                yield Card(label, owner, ALSO, "", said=said)
        elif isinstance(section, Prose):
            used = (passage for passage in section.passages if is_used(passage))
            yield from (_text_card(passage, label, owner, known) for passage in used)


def _is_thrown(ware: ItemDetail, arm: AttackDetail) -> bool:
    """True for a carried item of which the card of the attack says all: a grenade."""
    texts = filter(None, (ware.detail, ware.state))
    return (ware.name, ware.count) == (arm.name, arm.count) and {*texts} <= {*arm.said}


def is_used(passage: Passage) -> bool:
    """True for a text of the rules: a power, a merit, an edge. A player's own has no other label
    than its name.
    """
    return bool(passage.label) and passage.label != passage.name


def _text_card(passage: Passage, label: str, owner: str, known: Mapping[str, Number]) -> Card:
    """A power, merit, or edge, with the pools that its label names, else under its label with
    those that its text says to roll.
    """
    labels = tuple(known[name] for name in passage.label.split(", ") if name in known)
    numbers = (labels or named_in(passage.text, known))[:MAX_NUMBERS]
    said = [printable(text).strip() for text in (passage.text, passage.own_words)]
    return Card(
        label if labels else fixed_spaces(printable(passage.label)),
        owner,
        printable(passage.name).strip(),
        "",
        numbers=numbers,
        said=[text for text in said if text],
    )


def _station_cards(stations: Sequence[PrintedStation], owner: str) -> Iterator[Card]:
    """A card for each place at each station, with lines for who is there."""
    for station in stations:
        numbers = tuple(
            Number(line.name, with_minus(line.figure.code), "", "") for line in station.lines
        )
        card = Card(STATION, owner, station.name, "", numbers=numbers, said=[*station.said])
        yield from [replace(card, asks=ASKS)] * station.places


def _is_trifle(card: Card) -> bool:
    """True for an item without a number worth a card: such items share one."""
    text = " ".join(card.said)
    is_short = len(text) <= MAX_TRIFLE and not any(char.isdigit() for char in text)
    return is_short and not (card.lead or card.numbers) and not (card.said and card.boxes)


def _counted(card: Card) -> str:
    return f"{card.name} {card.count}".strip()


def _attack_card(arm: AttackDetail, label: str, owner: str) -> Card:
    """An attack with its damage, if it does some; a grenade that only stuns does none."""
    damage = Number("Damage", arm.damage, "", bound(arm.damage_why))
    numbers = (
        Number("Attack", arm.pool, arm.skill, bound(arm.why)),
        *((damage,) if arm.does_damage else ()),
    )
    card = Card(label, owner, arm.name, arm.count, numbers=numbers, said=list(arm.said))
    return replace(card, boxes=_boxes(arm.count))


def _item_card(
    ware: ItemDetail, card: Card, known: Mapping[str, Number], *, styles: Styles
) -> Card:
    """An effect that is a number and few words is set large: "Soak +2". Others have the pools that
    they say to roll.
    """
    sentences = [text for text in (ware.detail, _sentence(ware.state)) if text]
    lead, measure = "", styles.number("card-measure") * SAFETY
    numbers = named_in(ware.detail, known)[:MAX_NUMBERS]
    number = not numbers and any(char.isdigit() for char in ware.detail)
    if number and count_lines(ware.detail, styles.number("card-lead-size"), measure, BOLD) == 1:
        lead = _sentence(sentences.pop(0))
    card = replace(card, name=ware.name, count=ware.count, said=sentences, lead=lead)
    return replace(card, numbers=numbers, boxes=_boxes(ware.count))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _boxes(count: str) -> range:
    number = count.removeprefix("×")
    return range(int(number) if number.isdigit() and int(number) <= MAX_BOXES else 0)


def _cut(card: Card, styles: Styles) -> list[Card]:
    """The card in the largest letters in which all is on it, or as many as its text takes."""
    in_sizes = (_parts(replace(card, letters=letters), styles) for letters in LETTERS)
    whole = next((cards for cards in in_sizes if len(cards) == 1), None)
    return whole or _parts(replace(card, letters=USUAL), styles)


def _parts(card: Card, styles: Styles) -> list[Card]:
    """The cards of a text; each one after the first begins where the last one ended."""
    size, line = (styles.number(f"card-{part}-{card.letters}") for part in ("said", "line"))
    measure = styles.number("card-measure") * SAFETY
    name, rest = _name(card.name, styles)
    numbers, texts = _numbers(card.numbers, styles)
    pending = [*([rest] if rest else []), *texts, *card.said]
    first = replace(card, name=name, numbers=numbers, size=_size(f"{name} {card.count}", styles))
    cards: list[Card] = []
    while pending or not cards:
        this = first if not cards else replace(first, numbers=(), boxes=range(0), lead="", asks=())
        room = styles.number("card-room") - _above(this, styles)
        text, pending, left = _fill(
            pending, styles.having(card_said=size, card_line=line), room=room, measure=measure
        )
        cards.append(replace(this, said=text, room=_lines(left, styles)))
    if len(cards) == 1:
        return cards
    return [
        replace(card, part=fixed_spaces(f"{place} of {len(cards)}"))
        for place, card in enumerate(cards, 1)
    ]


def _name(name: str, styles: Styles) -> tuple[str, str]:
    """The part of a name that fits, and the rest."""
    size, most = styles.number("card-name-small"), int(styles.number("card-name-lines"))
    placed = count_fitting(name, size, styles.number("card-measure") * SAFETY, room=most, face=BOLD)
    return name[:placed].rstrip(), name[placed:].strip()


def _size(name: str, styles: Styles) -> str:
    measure = styles.number("card-measure") * SAFETY
    return "" if count_lines(name, styles.number("card-name"), measure, BOLD) <= 1 else "small-name"


def _numbers(numbers: Sequence[Number], styles: Styles) -> tuple[tuple[Number, ...], list[str]]:
    """The numbers, and the explanations that are too long to stand below them."""
    size, measure = styles.number("card-small"), _number_measure(numbers, styles)
    kept, texts = [], []
    for number in numbers:
        reason = number.why
        if count_lines(reason, size, measure, TEXT) > styles.number("card-why-lines"):
            texts.append(f"{number.label}: {reason}")
            reason = ""
        kept.append(replace(number, why=reason))
    return tuple(kept), texts


def _number_measure(numbers: Sequence[Number], styles: Styles) -> float:
    """Millimeters of a number: one alone is as wide as the card."""
    return styles.number("card-measure" if len(numbers) == 1 else "card-half") * SAFETY


def _above(card: Card, styles: Styles) -> float:
    """Millimeters above the texts: name, numbers, boxes."""
    size, line = (
        ("card-name-small", "card-name-small-line")
        if card.size
        else ("card-name", "card-name-line")
    )
    measure = styles.number("card-measure") * SAFETY
    name = f"{card.name} {card.count}"
    high = count_lines(name.strip(), styles.number(size), measure, BOLD) * styles.number(line)
    if card.name and not card.numbers and not card.lead:
        high += styles.number("card-rule")
    if card.numbers:
        wide, small = _number_measure(card.numbers, styles), styles.number("card-small")
        high += styles.number("card-number") + max(
            count_lines(number.with_, styles.number("card-with"), wide, BOLD)
            * styles.number("card-with-line")
            + count_lines(number.why, small, wide, TEXT) * styles.number("card-small-line")
            for number in card.numbers
        )
    high += styles.number("card-lead") if card.lead else 0
    high += styles.number("card-ask") * len(card.asks)
    return high + (styles.number("card-boxes") if card.boxes else 0)


def _fill(
    texts: Sequence[str], styles: Styles, *, room: float, measure: float
) -> tuple[list[str], list[str], float]:
    """(the texts that fit, the rest, the millimeters left). With room for a line, something is
    always taken, so the loop ends.
    """
    size, line = styles.number("card-said"), styles.number("card-line")
    air, kept = styles.number("card-air"), []
    for place, text in enumerate(texts):
        lines = int((room - air) / line)
        is_short = len(text) <= MAX_TEXT
        high = count_lines(text, size, measure, ragged=RAGGED) if is_short else inf
        if high <= lines:
            kept.append(text)
            room -= air + line * high
            continue
        if lines < 1 or (kept and high <= MAX_WHOLE):
            return kept, [*texts[place:]], 0
        placed = count_fitting(text[:MAX_TEXT], size, measure, room=lines)
        here, there = text[:placed].rstrip(), text[placed:].lstrip()
        left = [there, *texts[place + 1 :]] if there else [*texts[place + 1 :]]
        return [*kept, here] if here else kept, left, 0
    return kept, [], room


def _lines(left: float, styles: Styles) -> float:
    """The millimeters to write on, in whole lines; 0 for few of them."""
    pitch = styles.number("card-pitch")
    rows = int((left - styles.number("card-air")) / pitch)
    return round(rows * pitch, 2) if rows > 1 else 0
