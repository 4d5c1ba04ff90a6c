"""The characters of a GM briefing: a row of figures each, and details below it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil

from sheets.printing.briefing.content import Briefing, BriefingCharacter, Hook, TrackBoxes
from sheets.printing.briefing.text import SAFETY, fit_list, fit_text
from sheets.printing.sheet.first_page import share_height
from sheets.printing.sheet.head import NAMELESS
from sheets.printing.styles import Styles
from sheets.printing.type.fonts import BOLD, TEXT
from sheets.printing.type.glyphs import one_line, with_minus
from sheets.printing.type.measure import count_lines, shorten, width

# Above MAX_WIDE_FIGURES figures are set smaller, without those that nobody has; above MAX_FIGURES
# they are dropped.
MAX_WIDE_FIGURES, MAX_FIGURES, MAX_BOXES = 9, 12, 10
NOTHING = ("", "0", "–")
# Millimeters between columns of figures, the least of one, and the air beside the condition.
GAP, LEAST, BEFORE_STATE = 1.3, 5.6, 4
# A column of figures is no wider than that where its heads and codes are not: the condition is.
USUAL = 14.0
# The points of a code, by the CSS class of its width.
CODE_SIZES = {"": 11.5, "long": 8.0, "longer": 7.0}


@dataclass(frozen=True)
class Density:
    """The density of the page: `step` is the CSS class of the text sizes, then the number of hooks,
    lines per hook, lines of changes, and pools. `tight` puts a name on one line, `joined` sets
    hooks one after the other, with so many lines for all; `bare` drops pools in which nobody has
    dice of their own.
    """

    step: int
    hooks: int
    hook_lines: int
    change_lines: int
    tight: bool = False
    joined: bool = False
    bare: bool = False
    pools: int = 1000


@dataclass(frozen=True)
class BoxRow:
    """The boxes of one wound level, True if marked, and the same in words; its width in
    millimeters, and whether it fits on one line.
    """

    name: str
    boxes: tuple[bool, ...]
    text: str
    wide: float = 0
    kept: bool = False


@dataclass(frozen=True)
class FigureColumn:
    """A column of figures: its place among a character's figures, its head, and millimeters."""

    place: int
    head: str
    wide: float


@dataclass(frozen=True)
class CharacterRow:
    """A laid-out character: the name and its points, figures with their CSS class, boxes, hooks,
    changes, and the height in millimeters.
    """

    name: str
    size: float
    about: str
    figures: tuple[tuple[str, str], ...]
    state: str
    marks: tuple[BoxRow, ...]
    hooks: tuple[Hook, ...]
    changes: str
    height: float


def character_row(
    character: BriefingCharacter,
    columns: Sequence[FigureColumn],
    look: Styles,
    density: Density,
    *,
    since: str,
) -> CharacterRow:
    """A character with as much detail as the density allows. The condition has the width that the
    figures leave.
    """
    look = look.having(state_measure=_beside_names(look) - sum(it.wide for it in columns))
    name = one_line(character.name) or NAMELESS
    short_name, name_size, about = _name(
        name, (one_line(character.about), one_line(character.player)), look, tight=density.tight
    )
    marks = tuple(_measured(_box_row(one), look) for one in character.boxes)
    state, lines = _state(character.state, marks, look, tight=density.tight)
    hooks, hook_lines = _hooks(character.hooks, look, density)
    changes, change_lines = _changes(character.changes, look, density, since=since)
    top = max(
        look.number("who-tight" if density.tight else "who-row"),
        lines * look.number("state-line"),
    )
    text = look.number(f"said-{density.step}-line")
    return CharacterRow(
        name=short_name,
        size=name_size,
        about=about,
        figures=_figures([character.figures[column.place] for column in columns]),
        state=state,
        marks=marks,
        hooks=hooks,
        changes=changes,
        height=top + (hook_lines + change_lines) * text + look.number("who-air"),
    )


def figure_columns(briefing: Briefing, look: Styles) -> tuple[FigureColumn, ...]:
    """The columns of figures, as wide as each other if each word of their heads and each code fits,
    or else each as wide as that. Words are shortened only where even that is too wide.
    """
    places = list(range(len(briefing.heads)))
    if len(places) > MAX_WIDE_FIGURES:
        places = [place for place in places if _is_had(briefing, place)]
    shown = {place: one_line(briefing.heads[place]) for place in places[:MAX_FIGURES]}
    if not shown:
        return ()
    size, whole = look.number("people-head-size"), _beside_names(look)
    even = (whole - look.number("state-measure")) / len(shown)
    wide = {
        place: max(LEAST, _code_width(briefing, list(shown), place), _word_width(head, size))
        for place, head in shown.items()
    }
    if max(wide.values()) <= even:
        wide = dict.fromkeys(shown, min(even, max(USUAL, *wide.values())))
    elif (least := whole - look.number("state-least")) < sum(wide.values()):
        wide = dict.fromkeys(shown, least / len(shown))
        shown = {
            place: " ".join(shorten(word, size, wide[place] - GAP) for word in head.split())
            for place, head in shown.items()
        }
    return tuple(FigureColumn(place, shown[place], round(wide[place], 2)) for place in shown)


def _word_width(head: str, size: float) -> float:
    """The millimeters of the longest word of a head."""
    return max((width(word, size) for word in head.split()), default=0) + GAP


def _code_width(briefing: Briefing, places: Sequence[int], place: int) -> float:
    """The millimeters of the longest code in a column among these."""
    rows = (_figures([who.figures[it] for it in places]) for who in briefing.people)
    cells = (row[places.index(place)] for row in rows)
    return max((width(code, CODE_SIZES[look], BOLD) for code, look in cells), default=0) + GAP


def _is_had(briefing: Briefing, place: int) -> bool:
    return any(who.figures[place] not in NOTHING for who in briefing.people)


def _beside_names(look: Styles) -> float:
    """The millimeters of figures and condition."""
    return look.number("measure") - look.number("who-name") - BEFORE_STATE


def _name(
    name: str, about: tuple[str, str], look: Styles, *, tight: bool
) -> tuple[str, float, str]:
    """The name and its points: a long name shrinks in steps, and one that is longer still is cut.
    Below it the description and player; in tight layouts, the player beside it if there is room.
    """
    measure = look.number("who-name") * SAFETY - 1
    small, sizes = look.number("who-small"), [float(size) for size in look.words("who-sizes")]
    size = next((size for size in sizes if width(name, size, BOLD) <= measure), sizes[-1])
    name = shorten(name, size, measure, BOLD)
    if not tight:
        return name, size, shorten(" · ".join(filter(None, about)), small, measure, TEXT)
    room = measure - width(f"{name} ", size, BOLD) - 1
    return name, size, about[1] if width(about[1], small, TEXT) <= room else ""


def _figures(codes: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """The figures, each with the CSS class of its width."""
    usual = "long" if len(codes) > MAX_WIDE_FIGURES else ""
    return tuple(
        (with_minus(code[:14]), usual if len(code) <= 4 else "long" if len(code) <= 8 else "longer")
        for code in codes
    )


def _box_row(boxes: TrackBoxes) -> BoxRow:
    if boxes.count > MAX_BOXES:
        return BoxRow(one_line(boxes.name), (), f"{boxes.marked:,} of {boxes.count:,}")
    text = f"{boxes.marked} of {boxes.count}" if boxes.marked else ""
    marked = tuple(place < boxes.marked for place in range(boxes.count))
    return BoxRow(one_line(boxes.name), marked, text)


def _measured(marks: BoxRow, look: Styles) -> BoxRow:
    """The boxes with their width, and whether they fit on one line."""
    wide = width(f"{marks.name} {marks.text}, ", look.number("state-size"))
    wide += len(marks.boxes) * look.number("state-box")
    kept = wide <= look.number("state-measure") * SAFETY * SAFETY
    return replace(marks, wide=wide, kept=kept)


def _state(
    state: Sequence[str], marks: Sequence[BoxRow], look: Styles, *, tight: bool
) -> tuple[str, int]:
    """The character's state in words after its boxes, and the lines that both take. A level's boxes
    stay on one line.
    """
    measure, size = look.number("state-measure") * SAFETY, look.number("state-size")
    wide = 0.0
    for one in marks:
        left = measure - wide % measure
        wide += left + one.wide if one.kept and one.wide > left else one.wide
    text, room = "; ".join(map(one_line, state)), (1 if tight else 3) * measure - wide
    text = shorten(text, size, room) if text and room > 0 else ""
    wide += width(text, size)
    return text, 1 if wide <= measure else ceil(wide / (measure * SAFETY))


def _hooks(hooks: Sequence[Hook], look: Styles, density: Density) -> tuple[tuple[Hook, ...], int]:
    """The hooks, each cut to its lines, and the number of lines. Joined hooks share theirs: what
    short ones leave goes to the others.
    """
    size, measure = look.number(f"said-{density.step}-size"), look.number("said-measure")
    chosen, shortened, lines = hooks[: density.hooks], [], 0
    if not chosen:
        return (), 0
    even, rooms = measure, [measure] * len(chosen)
    if density.joined:
        wide = [
            width(f"{one.name} {one.label} {one.words} ", size, BOLD) / SAFETY for one in chosen
        ]
        even = measure * density.hook_lines / len(chosen)
        rooms = share_height(wide, [even] * len(chosen), even * len(chosen))
    most = 1 if density.joined else density.hook_lines
    for hook, room in zip(chosen, rooms, strict=True):
        name = shorten(one_line(hook.name), size, even / 3, BOLD)
        label = shorten(one_line(hook.label), size, even / 6)
        lead = f"{name} {label} "
        whole = fit_text(lead + one_line(hook.words), size=size, measure=room, lines=most)
        shortened.append(Hook(name, label, whole[len(lead) :]))
        lines += count_lines(whole, size, room * SAFETY)
    if density.joined:
        said = " ".join(f"{one.name} {one.label} {one.words}" for one in shortened)
        lines = count_lines(said, size, measure)  # each of them was cut on the safe side
    return tuple(shortened), lines


def _changes(
    changes: Sequence[str], look: Styles, density: Density, *, since: str
) -> tuple[str, int]:
    """The changes that fit, with a count of the others, and the number of lines."""
    if not changes:
        return "", 0
    size = look.number(f"said-{density.step}-size")
    measure = look.number("said-measure") - width(f"{since} ", size, BOLD)
    lines = [one_line(change) for change in changes]
    text = fit_list(lines, size=size, measure=measure, lines=density.change_lines)
    return text, max(1, count_lines(text, size, measure * SAFETY))
