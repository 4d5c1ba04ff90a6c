"""Template tags for the board and the skill matrix."""

import uuid
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from urllib.parse import quote

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import Truncator

from rules.fight import UNHURT
from rules.sheet.sections import Level, Line, Track
from sheets.parties.board.board import Board, Column
from sheets.parties.board.characters import PartyCharacter
from sheets.parties.board.skill_matrix import SkillCell, SkillMatrix, SkillRow
from sheets.ui.busts import bust
from sheets.ui.components import code, icon, printed, shown, slot
from sheets.ui.roll_links import pips_now
from sheets.ui.sections import boxes, is_boxed

register = template.Library()


def board_row(board: Board, row: PartyCharacter) -> SafeString:
    """One row of the board: name, figures, wounds, best traits, and actions. It is kept for each
    kind of viewer until the character, its portrait, or the columns change, or its player comes or
    goes.
    """
    portrait = getattr(row.character, "portrait", None)
    likeness = (portrait.digest, portrait.alt) if portrait else None
    gives = board.points is not None
    key = (board.columns, board.chosen, gives, row.mine, row.playable, row.here, likeness)
    drawn = row.drawn.get(key)
    if drawn is None:
        drawn = _board_row(board, row)
        if len(row.drawn) >= MOST_DRAWN:
            row.drawn.clear()
        if len(drawn) <= LONGEST_DRAWN:
            row.drawn[key] = drawn
    return mark_safe(drawn)  # noqa: S308 (every text is escaped where it is put in)


def _board_row(board: Board, row: PartyCharacter) -> str:
    links = CharacterLinks(row)
    chosen = [(board.chosen, "num chosen")] if board.chosen else []
    leading = [(column, "num lead") for column in board.leading]
    others = [
        (currency, "num points-left" if currency.secondary else "num") for currency in board.others
    ]
    actions = _actions(links, gives=board.points is not None) if row.playable else ""
    cells = (
        _name_cell(links),
        *(_figure_cell(links, column, looks) for column, looks in (*leading, *chosen)),
        f'<td class="state">{state_html(links)}{_details(links)}</td>',
        f'<td class="best">{_best_traits(links)}</td>',
        *(_figure_cell(links, column, looks) for column, looks in others),
        f'<td class="member-deeds">{actions}</td>',
    )
    looks = f"member{' mine' if row.mine else ''}{' out' if row.incapacitated else ''}"
    return f'<tr class="{looks}" id="{row.slot}">{"".join(cells)}</tr>'


register.simple_tag(board_row)


def matrix_rows(
    matrix: SkillMatrix, rows: Sequence[PartyCharacter], board: str, calls: str, leads: bool
) -> SafeString:
    """The rows of the skill matrix. Each code links to its explanation, and the best are marked.

    The name of a trait links to the `board` sorted by it. GMs also get a link that requests a roll.
    """
    links = {row.slot: CharacterLinks(row) for row in rows}
    lines = []
    for trait in matrix.traits:
        name = _matrix_name(trait, board, calls if leads else "")
        cells = "".join(
            _matrix_cell(links[cell.character.slot], trait, cell) for cell in trait.cells
        )
        looks = ' class="heads"' if trait.is_head else ""
        lines.append(f'<tr{looks}><th scope="row">{name}</th>{cells}</tr>')
    return mark_safe("".join(lines))  # noqa: S308 (escaped)


register.simple_tag(matrix_rows)


@register.filter("way")
def direction(board: Board, column: Column | str) -> str:
    """The `aria-sort` value of a column; "" where the board is sorted by another one."""
    return board.sort.direction(column if isinstance(column, str) else column.key)


@register.filter("pressed")
def heading_order(board: Board, column: Column | str) -> str:
    """The `sort` parameter that a column heading links to."""
    return quote(board.sort.toggled(column if isinstance(column, str) else column.key), safe="-")


@register.simple_tag
def column_heading(board: Board, column: Column) -> SafeString:
    """The heading of a column, which sorts the board by it."""
    way = board.sort.direction(column.key)
    sorts = f' aria-sort="{way}"' if way else ""
    return mark_safe(  # noqa: S308 (escaped)
        f'\n<th scope="col" class="num"{sorts}>\n<a id="by-{slot(column.key)}"'
        f' href="?sort={heading_order(board, column)}">{escape(column.name)}</a></th>\n'
    )


@register.simple_tag
def column_headings(board: Board, columns: Sequence[Column]) -> SafeString:
    """The headings of several columns."""
    return SafeString("".join(column_heading(board, column) for column in columns))


LONGEST_NAME, LONGEST_PLAYER = 60, 40
# Beside the name of a character whose player is here.
HERE = ' <span class="is-here" title="Here now"><span class="unseen">here now</span></span>'
# So many looks of a row are kept for each character: of players, its own and game masters.
MOST_DRAWN = 8
# More letters than the row of a character has whose notes are short.
LONGEST_DRAWN = 16_384


class CharacterLinks:
    """The addresses of one character's pages. Ids of elements begin with the character's slot."""

    def __init__(self, row: PartyCharacter) -> None:
        self.row = row
        self.figure_keys = {id(figure): key for key, figure in row.sheet.figures.items()}
        self.id = str(row.character.public_id)
        self.base_why = self.address("character_why", _KEY).removesuffix(f"{_KEY}/")
        self.base_roll_form = self.address("character_table_panel", _KEY).removesuffix(f"{_KEY}/")

    def address(self, name: str, *arguments: str) -> str:
        """The address of one of the character's pages."""
        return self.id.join(_address_parts(name, *arguments))

    def explain(self, key: str, words: str, name: str = "") -> str:
        """A link from `words` to the explanation of the current figure."""
        return (
            f'<a class="explains" id="{self.row.slot}-{name or slot(key)}"'
            f' href="{self.base_why}{quote(key, safe="")}/?now=1" data-why>{words}</a>'
        )

    def roll(self, line: Line, name: str = "roll") -> str:
        """A current dice code; a link to its roll form where the viewer plays the character."""
        figure = self.row.current(line)
        inner = f"{pips_now(line.figure, figure)}{code(figure)}"
        if not self.row.playable:
            return f'<span class="dice still">{inner}</span>'
        address = self.roll_form(line.key)
        label = escape(f"Roll {line.name} for {self.row.sheet.name}: {shown(figure.code)}")
        return (
            f'<a class="rolls dice" id="{self.row.slot}-{name}-{slot(line.key)}" href="{address}"'
            f' hx-get="{address}" aria-label="{label}">{inner}</a>'
        )

    def roll_form(self, action: str) -> str:
        """The address of an action's roll form."""
        return f"{self.base_roll_form}{quote(action, safe='')}/"


def _name_cell(links: CharacterLinks) -> str:
    row = links.row
    address = links.address("character")
    name = escape(Truncator(row.sheet.name).chars(LONGEST_NAME))
    player = Truncator(row.character.player).chars(LONGEST_PLAYER)
    kind = escape(", ".join(filter(None, (row.sheet.kind, player))))
    out = f' <b class="out-of-it harm">{escape(row.incapacitated)}</b>' if row.incapacitated else ""
    here = HERE if row.here else ""
    return (
        f'<th scope="row" class="who-is"><span class="who">{bust(row.character, row.sheet)}<span>'
        f'<a class="member-name" id="{row.slot}-name" href="{address}">{name}</a>{here}{out}'
        f'<span class="soft member-kind">{kind}</span></span></span></th>'
    )


def _figure_cell(links: CharacterLinks, column: Column, css: str) -> str:
    """A table cell with one current figure."""
    return f'<td class="{css}">{figure_html(links, column)}</td>'


def figure_html(links: CharacterLinks, column: Column) -> str:
    """A current figure with its name, linked to its explanation."""
    line = links.row.line(column.key)
    if line is None:
        return NO_FIGURE
    label = f'<span class="label">{escape(line.name)}</span> '
    if line.key in links.row.traits and links.row.playable:
        return label + links.roll(line, "chosen")
    figure = links.row.current(line)
    harm = " harm" if figure.value < 0 else ""
    return links.explain(line.key, f'{label}<span class="value{harm}">{printed(figure)}</span>')


def _best_traits(links: CharacterLinks) -> str:
    """A character's best traits: each name links to its explanation, each code to its roll form."""
    lines = "".join(
        f"<li><span>{links.explain(line.key, escape(line.name), f'best-{slot(line.key)}')}</span>"
        f"{links.roll(line)}</li>"
        for line in links.row.best
    )
    return f'<ul class="bests">{lines}</ul>'


def state_html(links: CharacterLinks) -> str:
    """The marked levels of the tracks, and the current penalties."""
    tracks = "".join(_track(track) for track in links.row.tracks)
    remarks = "".join(f"<li>{escape(shown(words))}</li>" for words in links.row.state.remarks)
    return tracks + (f'<ul class="remarks harm">{remarks}</ul>' if remarks else "")


def _details(links: CharacterLinks) -> str:
    """Edges, burdens and wound levels, folded away below their names."""
    row = links.row
    names = ", ".join(passage.name for passage in row.passages) or "More"
    inner = "".join(_detail_terms(links))
    return (
        f'<details class="more-of" id="{row.slot}-more"><summary>{escape(names)}'
        f" {icon('chevron-down')}</summary><dl>{inner}</dl></details>"
    )


def _detail_terms(links: CharacterLinks) -> Iterator[str]:
    for passage in links.row.passages:
        yield _term(passage.name, passage.label) + f"<dd>{escape(shown(passage.text))}</dd>"
    for track in links.row.tracks:
        reaches = "".join(
            f"<li>{escape(level.name)}"
            f" {_reach_html(links, level, f'{slot(track.id)}-{place}')}</li>"
            for place, level in enumerate(track.levels)
        )
        yield _term(track.name, track.note) + f'<dd><ul class="reaches">{reaches}</ul></dd>'


def _term(name: str, label: str) -> str:
    return f'<dt>{escape(name)} <span class="label">{escape(label)}</span></dt>'


# The form above the board that says how many points a press gives.
POINTS_FORM = "give-points"


def _actions(links: CharacterLinks, *, gives: bool) -> str:
    """A link to the play page, one for each action that marks a track, and for whoever `gives`
    points a button of their form.
    """
    row = links.row
    address = links.address("character_table")
    name = f'<span class="unseen"> {escape(row.sheet.name)}</span>'
    play = (
        f'<a class="quiet bare" id="{row.slot}-play" href="{address}">{icon("dices")}'
        f" Play{name}</a>"
    )
    actions = play + "".join(
        f'<a class="quiet bare of-harm" id="{row.slot}-does-{slot(action.id)}"'
        f' href="{links.roll_form(action.id)}" hx-get="{links.roll_form(action.id)}">'
        f'{escape(action.name)}<span class="unseen"> to</span>{name}</a>'
        for action in row.damage_actions
    )
    if not gives:
        return actions
    return actions + (
        f'<button type="submit" class="quiet bare once" id="{row.slot}-points"'
        f' form="{POINTS_FORM}" name="to" value="{links.id}">'
        f'Give points<span class="unseen"> to</span>{name}</button>'
    )


def _track(track: Track) -> str:
    """A track on one line: its boxes and every marked level, or the word of fights for who has
    none marked. A row of boxes shows marked ones only.
    """
    always = not is_boxed(track)
    levels = "".join(
        _level(track, level) for level in track.levels if level.marked or (always and level.boxes)
    )
    is_hurt = any(level.marked for level in track.levels)
    note = "" if is_hurt else f' <span class="soft">{UNHURT.lower()}</span>'
    label = f'<span class="label">{escape(track.name)}</span> '
    return f'<p class="track-now">{label}{levels}{note}</p>'


def _level(track: Track, level: Level) -> str:
    drawn = boxes(level) if level.boxes else "■"
    if track.kinds and level.ticked:
        worse = min(level.worse, level.ticked)
        drawn = "×" * worse + "/" * (level.ticked - worse)
    hurt = " harm" if level.marked else ""
    count = track.told(level) if level.boxes else "yes"
    name = f"{escape(level.name)} " if level.marked else ""
    spoken = f'<span class="unseen">{count if level.marked else ""} </span>'
    return f'<span class="level-now{hurt}">{name}{spoken}<i aria-hidden="true">{drawn}</i></span> '


def _reach_html(links: CharacterLinks, level: Level, name: str) -> str:
    key = links.figure_keys.get(id(level.figure))
    reach = escape(level.reach)
    return links.explain(key, reach, name) if key else reach


def _matrix_name(trait: SkillRow, board: str, calls: str) -> str:
    key, words = quote(trait.key, safe=""), escape(trait.name)
    name = f'<a href="{board}?sort={key}">{words}</a>'
    if not calls:
        return f"<span>{name}</span>"
    call = f'Request<span class="unseen"> a roll of {words}</span>'
    return f'<span>{name}<a class="quiet bare" href="{calls}?roll={key}">{call}</a></span>'


def _matrix_cell(links: CharacterLinks, trait: SkillRow, cell: SkillCell) -> str:
    if cell.figure is None:
        return f"<td>{NO_FIGURE}</td>"
    css = "" if cell.trained or trait.is_head else " untrained"
    best = " best-of-all" if cell.best else ""
    mark = '<span class="best-mark" aria-hidden="true">✓</span><span class="unseen">best, </span>'
    words = f'{mark if cell.best else ""}<span class="code">{printed(cell.figure)}</span>'
    return f'<td class="matrix-cell{css}{best}">{links.explain(trait.key, words)}</td>'


_ANY_CHARACTER, _KEY = uuid.UUID(int=0), "KEY"
NO_FIGURE = '<span class="soft none-such">–</span>'


@cache
def _address_parts(name: str, *arguments: str) -> tuple[str, str]:
    """The parts of an address before and after the character's id."""
    before, _, after = reverse(name, args=[_ANY_CHARACTER, *arguments]).partition(
        str(_ANY_CHARACTER)
    )
    return before, after
