"""What the pages of a party's characters load: the rows of the board, of who is best at what."""

import uuid
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from urllib.parse import quote

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import Truncator

from rules.sheet.sections import Level, Line, Track
from sheets.parties.board.board import Board, Column
from sheets.parties.board.characters import PartyCharacter
from sheets.parties.board.skill_matrix import Matrix, SkillCell, SkillRow
from sheets.ui.components import code, icon, printed, shown, slot
from sheets.ui.roll_links import pips_now
from sheets.ui.sections import boxes, is_boxed

register = template.Library()


def board_row(board: Board, row: PartyCharacter) -> SafeString:
    """Who it is, every number in its column, how it stands, what it is best at, what is done."""
    there = Places(row)
    chosen = [(board.chosen, "num chosen")] if board.chosen else []
    leading = [(column, "num lead") for column in board.leading]
    others = [(one, "num points-left" if one.points else "num") for one in board.others]
    cells = (
        _who(there),
        *(_figure(there, column, looks) for column, looks in (*leading, *chosen)),
        f'<td class="state">{state(there)}{_more(there)}</td>',
        f'<td class="best">{_best(there)}</td>',
        *(_figure(there, column, looks) for column, looks in others),
        f'<td class="member-deeds">{_deeds(there) if row.plays else ""}</td>',
    )
    looks = f"member{' mine' if row.mine else ''}{' out' if row.out else ''}"
    return mark_safe(  # noqa: S308 (every text is escaped where it is put in)
        f'<tr class="{looks}" id="{row.slot}">{"".join(cells)}</tr>'
    )


register.simple_tag(board_row)


def matrix_rows(
    matrix: Matrix, rows: Sequence[PartyCharacter], board: str, calls: str, leads: bool
) -> SafeString:
    """A line for each trait, with everybody's dice: each says why, the best are marked.

    The name of a trait leads to the `board` ordered by it; who leads the party calls for it.
    """
    there = {row.slot: Places(row) for row in rows}
    lines = []
    for trait in matrix.traits:
        name = _matrix_name(trait, board, calls if leads else "")
        cells = "".join(_matrix_cell(there[cell.row.slot], trait, cell) for cell in trait.cells)
        looks = ' class="heads"' if trait.heads else ""
        lines.append(f'<tr{looks}><th scope="row">{name}</th>{cells}</tr>')
    return mark_safe("".join(lines))  # noqa: S308 (escaped)


register.simple_tag(matrix_rows)


@register.filter
def way(board: Board, column: Column | str) -> str:
    """Which way the board is ordered by a column, "" where it is not the one."""
    return board.sort.way(column if isinstance(column, str) else column.key)


@register.filter
def pressed(board: Board, column: Column | str) -> str:
    """The order that pressing a column's heading asks for."""
    return quote(board.sort.pressed(column if isinstance(column, str) else column.key), safe="-")


LONGEST_NAME, LONGEST_PLAYER = 60, 40


class Places:
    """Knows the addresses of one character, whose parts have ids that begin with its own."""

    def __init__(self, row: PartyCharacter) -> None:
        self.row = row
        self.keys = {id(figure): key for key, figure in row.sheet.figures.items()}
        self.id = str(row.character.public_id)
        self.base_why = self.address("character_why", _KEY).removesuffix(f"{_KEY}/")
        self.base_panel = self.address("character_table_panel", _KEY).removesuffix(f"{_KEY}/")

    def address(self, name: str, *more: str) -> str:
        """Where one of the character's pages is."""
        return self.id.join(_around(name, *more))

    def why(self, key: str, words: str, name: str = "") -> str:
        """Words that lead to how a number comes about as it is just now."""
        return (
            f'<a class="explains" id="{self.row.slot}-{name or slot(key)}"'
            f' href="{self.base_why}{quote(key, safe="")}/?now=1" data-why>{words}</a>'
        )

    def roll(self, line: Line, name: str = "roll") -> str:
        """A dice code as it is just now: one to press, where whoever looks plays the character."""
        now = self.row.stands(line)
        inner = f"{pips_now(line.figure, now)}{code(now)}"
        if not self.row.plays:
            return f'<span class="dice still">{inner}</span>'
        address = self.panel(line.key)
        said = escape(f"Roll {line.name} for {self.row.sheet.name}: {shown(now.code)}")
        return (
            f'<a class="rolls dice" id="{self.row.slot}-{name}-{slot(line.key)}" href="{address}"'
            f' hx-get="{address}" aria-label="{said}">{inner}</a>'
        )

    def panel(self, action: str) -> str:
        """Where what comes before an action is decided."""
        return f"{self.base_panel}{quote(action, safe='')}/"


def _who(there: Places) -> str:
    row = there.row
    address = there.address("character")
    name = escape(Truncator(row.sheet.name).chars(LONGEST_NAME))
    player = Truncator(row.character.player).chars(LONGEST_PLAYER)
    kind = escape(", ".join(filter(None, (row.sheet.kind, player))))
    out = f' <b class="out-of-it harm">{escape(row.out)}</b>' if row.out else ""
    return (
        f'<th scope="row" class="who-is"><a class="member-name" id="{row.slot}-name"'
        f' href="{address}">{name}</a>{out}<span class="soft member-kind">{kind}</span></th>'
    )


def _figure(there: Places, column: Column, looks: str) -> str:
    """One number in its column, as it is just now."""
    return f'<td class="{looks}">{number(there, column)}</td>'


def number(there: Places, column: Column) -> str:
    """One number with its name, as it is just now; it leads to how it comes about."""
    line = there.row.line(column.key)
    if line is None:
        return NOTHING
    label = f'<span class="label">{escape(line.name)}</span> '
    if line.key in there.row.traits and there.row.plays:
        return label + there.roll(line, "chosen")
    now = there.row.stands(line)
    harm = " harm" if now.value < 0 else ""
    return there.why(line.key, f'{label}<span class="value{harm}">{printed(now)}</span>')


def _best(there: Places) -> str:
    """What somebody is best at: names that explain, codes that roll."""
    lines = "".join(
        f"<li><span>{there.why(line.key, escape(line.name), f'best-{slot(line.key)}')}</span>"
        f"{there.roll(line)}</li>"
        for line in there.row.best
    )
    return f'<ul class="bests">{lines}</ul>'


def state(there: Places) -> str:
    """What is marked on the tracks, and what weighs on everything."""
    tracks = "".join(_track(track) for track in there.row.tracks)
    remarks = "".join(f"<li>{escape(shown(words))}</li>" for words in there.row.now.remarks)
    return tracks + (f'<ul class="remarks harm">{remarks}</ul>' if remarks else "")


def _more(there: Places) -> str:
    """What there is to know besides, folded away below its names: passages, levels."""
    row = there.row
    names = ", ".join(passage.name for passage in row.passages) or "More"
    inner = "".join(_told(there))
    return (
        f'<details class="more-of" id="{row.slot}-more"><summary>{escape(names)}'
        f" {icon('chevron-down')}</summary><dl>{inner}</dl></details>"
    )


def _told(there: Places) -> Iterator[str]:
    for passage in there.row.passages:
        yield _term(passage.name, passage.label) + f"<dd>{escape(shown(passage.text))}</dd>"
    for track in there.row.tracks:
        reaches = "".join(
            f"<li>{escape(level.name)} {_reach(there, level, f'{slot(track.id)}-{place}')}</li>"
            for place, level in enumerate(track.levels)
        )
        yield _term(track.name, track.note) + f'<dd><ul class="reaches">{reaches}</ul></dd>'


def _term(name: str, label: str) -> str:
    return f'<dt>{escape(name)} <span class="label">{escape(label)}</span></dt>'


def _deeds(there: Places) -> str:
    """The way to the table, and what marks a track, each in one press."""
    row = there.row
    address = there.address("character_table")
    name = f'<span class="unseen"> {escape(row.sheet.name)}</span>'
    play = (
        f'<a class="quiet bare" id="{row.slot}-play" href="{address}">{icon("dices")}'
        f" Play{name}</a>"
    )
    return play + "".join(
        f'<a class="quiet bare of-harm" id="{row.slot}-does-{slot(action.id)}"'
        f' href="{there.panel(action.id)}" hx-get="{there.panel(action.id)}">'
        f'{escape(action.name)}<span class="unseen"> to</span>{name}</a>'
        for action in row.suffers
    )


def _track(track: Track) -> str:
    """A track in one line: its boxes, and every level that is marked. Of a row of boxes those that
    are marked.
    """
    always = not is_boxed(track)
    levels = "".join(
        _level(track, level) for level in track.levels if level.marked or (always and level.boxes)
    )
    calm = "" if any(level.marked for level in track.levels) else f"no {track.name.lower()}"
    said = f' <span class="soft">{escape(calm)}</span>' if calm else ""
    label = f'<span class="label">{escape(track.name)}</span> '
    return f'<p class="track-now">{label}{levels}{said}</p>'


def _level(track: Track, level: Level) -> str:
    drawn = boxes(level) if level.boxes else "■"
    if track.kinds and level.ticked:
        worse = min(level.worse, level.ticked)
        drawn = "×" * worse + "/" * (level.ticked - worse)
    hurt = " harm" if level.marked else ""
    count = track.told(level) if level.boxes else "yes"
    name = f"{escape(level.name)} " if level.marked else ""
    heard = f'<span class="unseen">{count if level.marked else ""} </span>'
    return f'<span class="level-now{hurt}">{name}{heard}<i aria-hidden="true">{drawn}</i></span> '


def _reach(there: Places, level: Level, name: str) -> str:
    key = there.keys.get(id(level.figure))
    reach = escape(level.reach)
    return there.why(key, reach, name) if key else reach


def _matrix_name(trait: SkillRow, board: str, calls: str) -> str:
    key, words = quote(trait.key, safe=""), escape(trait.name)
    name = f'<a href="{board}?sort={key}">{words}</a>'
    if not calls:
        return f"<span>{name}</span>"
    call = f'Call<span class="unseen"> for {words}</span>'
    return f'<span>{name}<a class="quiet bare" href="{calls}?roll={key}">{call}</a></span>'


def _matrix_cell(there: Places, trait: SkillRow, cell: SkillCell) -> str:
    if cell.figure is None:
        return f"<td>{NOTHING}</td>"
    own = "" if cell.own or trait.heads else " untrained"
    best = " best-of-all" if cell.best else ""
    mark = '<span class="best-mark" aria-hidden="true">✓</span><span class="unseen">best, </span>'
    words = f'{mark if cell.best else ""}<span class="code">{printed(cell.figure)}</span>'
    return f'<td class="matrix-cell{own}{best}">{there.why(trait.key, words)}</td>'


_ANYBODY, _KEY = uuid.UUID(int=0), "KEY"
NOTHING = '<span class="soft none-such">–</span>'


@cache
def _around(name: str, *more: str) -> tuple[str, str]:
    """What stands before and after the character in an address."""
    before, _, after = reverse(name, args=[_ANYBODY, *more]).partition(str(_ANYBODY))
    return before, after
