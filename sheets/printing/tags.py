"""Template tags for printed sheets: `{% load printing %}`."""

from collections.abc import Iterable, Mapping, Sequence

from django import template
from django.template.base import FilterExpression, Node, NodeList, Parser, Token
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from rules.sheet.sections import Passage
from sheets.printing.sheet import row_heights
from sheets.printing.sheet.notes import turned
from sheets.printing.sheet.view_models import (
    DOTTED_IN_ROW,
    IN_ROW,
    FigureCell,
    PoolColumn,
    PrintSection,
    fixed_spaces,
)
from sheets.printing.type.direction import apart, by_line, direction_class
from sheets.printing.type.glyphs import bound, with_minus

register = template.Library()
register.filter("turn", direction_class)
register.filter("apart", apart)
register.filter("by_line", by_line)
register.filter("turned", turned)
register.filter("fixed", fixed_spaces)
register.filter("with_minus", with_minus)
register.filter("bound", bound)

SENTENCE_ENDS = ".!?…:”"
RULING_MARK = "Our ruling."
# Plates that go side by side, and the order of a page whose plates fit one row.
FIGURES_IN_ROW = 6
ORDER = ("track", "traits", "attacks", "things", "prose")
# So many pieces of HTML a part keeps; then it forgets all.
MOST_KEPT = 2_000


class KeptNode(Node):
    """`{% kept name other=value %} … {% endkept %}`."""

    def __init__(self, nodelist: NodeList, values: Mapping[str, FilterExpression]) -> None:
        self.nodelist, self._values = nodelist, values
        self._kept: dict[tuple[object, ...], str] = {}

    def render(self, context: template.Context) -> str:
        """Renders the tag's content without the space around it, with its own values only."""
        values = {
            name: value.resolve(context, ignore_failures=True)
            for name, value in self._values.items()
        }
        # Safe HTML equals a text that still has to be escaped, and 1 equals True.
        key = tuple((type(value), value) for value in values.values())
        html = self._kept.get(key)
        if html is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            given = {name: value for name, value in values.items() if value is not None}
            html = self._kept[key] = self.nodelist.render(context.new(given)).strip()
        return html


@register.tag
def kept(parser: Parser, token: Token) -> KeptNode:
    """`{% kept row blank parted=column.parted %} … {% endkept %}`: a part that sheets often share,
    such as the line of a skill. It is rendered once for equal values, which cannot change, and
    knows no others.
    """
    values = {}
    for word in token.split_contents()[1:]:
        name, _, value = word.partition("=")
        values[name] = parser.compile_filter(value or name)
    nodelist = parser.parse(("endkept",))
    parser.delete_first_token()
    return KeptNode(nodelist, values)


@register.filter
def of_kind(parts: Mapping[str, PrintSection], kind: str) -> list[PrintSection]:
    """The sections of one kind, in order."""
    return [part for part in parts.values() if part.kind == kind]


@register.filter
def stays_whole(passage: Passage) -> bool:
    """True if a text is not parted between columns."""
    return row_heights.stays_whole(passage)


@register.filter
def numbered(source: str, sources: Mapping[str, int]) -> str:
    """The number of a source in the list at the end; "" for none."""
    return str(sources.get(source, ""))


@register.filter
def without_ruling_mark(ruling: str) -> str:
    """A ruling of ours without the words that say so: on paper a sign does."""
    return ruling.removesuffix(RULING_MARK).rstrip()


@register.filter
def attribute(text: str) -> SafeString:
    """A text of several lines for an attribute: a reader of XML takes its breaks for spaces."""
    return mark_safe(escape(text).replace("\n", "&#10;"))  # noqa: S308 (escaped)


@register.simple_tag
def passage_text(
    passage: Passage, *, is_labeled: bool = False, is_run_in: bool = False
) -> SafeString:
    """A passage with its name and label run in, if it has some, the player's words on a line of
    their own, or run in, too, as a sentence after the others.
    """
    label = f" {passage.label} ·" if is_labeled and passage.label not in ("", passage.name) else ""
    lead = format_html("<b>{}</b>{} ", passage.name, label) if passage.name else ""
    text, own = passage.text, passage.own_words
    if is_run_in and text and own and text[-1] not in SENTENCE_ENDS:
        text += "."
    return by_line("\n".join(filter(None, (text, own))), lead)


@register.filter
def as_typed(code: str) -> str:
    """The code of a figure as a field has it, with the hyphen of a keyboard."""
    return code.replace("−", "-")


@register.filter
def code_point(char: str) -> str:
    """The number of a character: "U+12000"."""
    return f"U+{ord(char):04X}"


@register.filter
def rows(count: int) -> range:
    """So many rows, to loop over."""
    return range(count)


@register.filter
def cell_count(parts: Iterable[PrintSection]) -> int:
    """The number of cells in several sections."""
    return sum(len(part.cells) for part in parts)


@register.filter
def in_blocks(parts: Mapping[str, PrintSection]) -> list[list[PrintSection]]:
    """Sections in the order of the page, several where they share a row. Figures that fit one row
    stand there together at the top, with tracks and traits after them; where there are more, every
    section stands in the order of the sheet.
    """
    sections = list(parts.values())
    figures = of_kind(parts, "figures")
    if cell_count(figures) > FIGURES_IN_ROW:
        return [[part] for part in sections]
    others = [[part] for kind in ORDER for part in of_kind(parts, kind)]
    return [figures, *others] if figures else others


@register.filter
def in_even_rows(cells: Sequence[FigureCell]) -> list[list[FigureCell | None]]:
    """Figures in rows of three, or all in one row of two or four; the last row is filled with
    None.
    """
    count = len(cells) if len(cells) in (2, 4) else 3
    rows = [list(cells[place : place + count]) for place in range(0, len(cells), count)]
    return [row + [None] * (count - len(row)) for row in rows]


@register.filter
def columns_in_rows(part: PrintSection) -> list[list[PoolColumn]]:
    """A section's columns, in rows of as many as fit the page. One that stands across has a strip
    of its own below them, unless it has dots.
    """
    dotted = part.across and part.across.dotted
    columns = [*part.columns, *([part.across] if part.across and dotted else [])]
    most = DOTTED_IN_ROW if any(column.dotted for column in columns) else IN_ROW
    return [columns[place : place + most] for place in range(0, len(columns), most)]
