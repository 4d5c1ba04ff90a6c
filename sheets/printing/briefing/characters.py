"""The characters on a brief: a row of figures each, and below it what else there is to say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil

from sheets.printing.briefing.content import Boxes, Briefing, Hook, Who
from sheets.printing.briefing.text import SAFE, cut, line, listed
from sheets.printing.sheet.head import NAMELESS
from sheets.printing.styles import Styles
from sheets.printing.type.fonts import BOLD, TEXT
from sheets.printing.type.measure import count_lines, shorten, width

# More figures than that stand smaller; more than the other have no place.
MANY_FIGURES, MOST_FIGURES, MOST_BOXES = 9, 12, 10


@dataclass(frozen=True)
class Density:
    """How large, and how much: `step` is the class of the sizes; so many hooks and so many lines
    for each, so many lines for what changed, so many pools. `tight` puts a name on one line,
    `joined` all hooks on one; `bare` leaves out the pools that nobody has dice of their own in.
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
class Marks:
    """Boxes to mark, True where one is; `told` says the same in words. With their name they are so
    many millimetres `wide`, and `kept` on a line where they go on one.
    """

    name: str
    boxes: tuple[bool, ...]
    told: str
    wide: float = 0
    kept: bool = False


@dataclass(frozen=True)
class Person:
    """A character in its place. A figure stands with the class of its size, a hook as its name, its
    label and its words.
    """

    name: str
    about: str
    figures: tuple[tuple[str, str], ...]
    state: str
    marks: tuple[Marks, ...]
    hooks: tuple[Hook, ...]
    changes: str
    height: float


def person(who: Who, look: Styles, density: Density, *, since: str) -> Person:
    """A character with as much of it as the density leaves room for."""
    name = line(who.name) or NAMELESS
    own, about = _name(name, (line(who.about), line(who.player)), look, tight=density.tight)
    marks = tuple(_kept(_marks(one), look) for one in who.boxes)
    state, lines = _state(who.state, marks, look, tight=density.tight)
    hooks, hook_lines = _hooks(who.hooks, look, density)
    changes, change_lines = _changes(who.changes, look, density, since=since)
    top = max(
        look.number("who-tight" if density.tight else "who-row"),
        lines * look.number("state-line"),
    )
    text = look.number(f"said-{density.step}-line")
    return Person(
        name=own,
        about=about,
        figures=_figures(who.figures[:MOST_FIGURES]),
        state=state,
        marks=marks,
        hooks=hooks,
        changes=changes,
        height=top + (hook_lines + change_lines) * text + look.number("who-air"),
    )


def heads(briefing: Briefing) -> tuple[str, ...]:
    """The names above the figures."""
    return tuple(line(head) for head in briefing.heads[:MOST_FIGURES])


def _name(name: str, about: tuple[str, str], look: Styles, *, tight: bool) -> tuple[str, str]:
    """The name, and below it what and whose that is; or beside it, if there is room, whose."""
    measure = look.number("who-name") * SAFE - 1
    size, small = look.number("who-size"), look.number("who-small")
    name = shorten(name, size, measure, BOLD)
    if not tight:
        return name, shorten(" · ".join(filter(None, about)), small, measure, TEXT)
    room = measure - width(f"{name} ", size, BOLD) - 1
    return name, about[1] if width(about[1], small, TEXT) <= room else ""


def _figures(codes: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """The numbers, each by how much room it needs."""
    usual = "long" if len(codes) > MANY_FIGURES else ""
    return tuple(
        (code[:14], usual if len(code) <= 4 else "long" if len(code) <= 8 else "longer")
        for code in codes
    )


def _marks(boxes: Boxes) -> Marks:
    if boxes.count > MOST_BOXES:
        return Marks(line(boxes.name), (), f"{boxes.marked:,} of {boxes.count:,}")
    told = f"{boxes.marked} of {boxes.count}" if boxes.marked else ""
    marked = tuple(place < boxes.marked for place in range(boxes.count))
    return Marks(line(boxes.name), marked, told)


def _kept(marks: Marks, look: Styles) -> Marks:
    """The same with the room that they need, and whether they can be kept on one line."""
    wide = width(f"{marks.name} {marks.told} · ", look.number("state-size"))
    wide += len(marks.boxes) * look.number("state-box")
    kept = wide <= look.number("state-measure") * SAFE * SAFE
    return replace(marks, wide=wide, kept=kept)


def _state(
    state: Sequence[str], marks: Sequence[Marks], look: Styles, *, tight: bool
) -> tuple[str, int]:
    """How somebody stands in words, after its boxes, and the lines that both take. The boxes of a
    level stay together on a line.
    """
    measure, size = look.number("state-measure") * SAFE, look.number("state-size")
    wide = 0.0
    for one in marks:
        left = measure - wide % measure
        wide += left + one.wide if one.kept and one.wide > left else one.wide
    said, room = "; ".join(map(line, state)), (1 if tight else 3) * measure - wide
    said = shorten(said, size, room) if said and room > 0 else ""
    return said, max(1, ceil((wide + width(said, size)) / (measure * SAFE)))


def _hooks(hooks: Sequence[Hook], look: Styles, density: Density) -> tuple[tuple[Hook, ...], int]:
    """What somebody can be pulled by, each cut to its lines, and how many lines that are in all."""
    size, measure = look.number(f"said-{density.step}-size"), look.number("said-measure")
    chosen, found, lines = hooks[: density.hooks], [], 0
    if density.joined:
        measure /= max(1, len(chosen))
    for hook in chosen:
        name = shorten(line(hook.name), size, measure / 3, BOLD)
        label = shorten(line(hook.label), size, measure / 6)
        lead = f"{name} {label} "
        whole = cut(lead + line(hook.words), size=size, measure=measure, lines=density.hook_lines)
        found.append(Hook(name, label, whole[len(lead) :]))
        lines += count_lines(whole, size, measure * SAFE)
    return tuple(found), min(1, lines) if density.joined else lines


def _changes(
    changes: Sequence[str], look: Styles, density: Density, *, since: str
) -> tuple[str, int]:
    """What changed, with a count of what has no place, and the lines that it takes."""
    if not changes:
        return "", 0
    size = look.number(f"said-{density.step}-size")
    measure = look.number("said-measure") - width(f"{since} ", size, BOLD)
    told = [line(one) for one in changes]
    said = listed(told, size=size, measure=measure, lines=density.change_lines)
    return said, max(1, count_lines(said, size, measure * SAFE))
