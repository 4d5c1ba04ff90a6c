"""The sections of a sheet as HTML, each kept by what is in it and where its numbers lead."""

from typing import Any

from django.template import Context
from django.utils.safestring import SafeString, mark_safe

from rules.figures import Figure
from rules.sheet.sections import Section, Track, figures
from sheets.ui.explain import Explainer, explaining
from sheets.ui.fragments import fragment
from sheets.ui.roll_links import Roller, rolling
from sheets.ui.sections import Band, bands, leading, section_template


def sheet_sections(context: Context) -> SafeString:
    """All sections of the context's `sheet`. Its numbers lead to their explanations: as they were
    at a `moment`, or for whoever has a `shared` link. They roll where it is known what is `now`.
    In a `brief` sheet untrained traits are named in a line.
    """
    character, sheet = context["character"], context["sheet"]
    explainer = explaining(character, sheet, context.get("moment"), context.get("shared"))
    roller, first = rolling(character, context.get("now")), leading(sheet)

    def html(band: Band) -> str:
        sections = "\n".join(
            _html(context, section, explainer, roller, is_first=section is first)
            for section in band.sections
        )
        return f'<div class="band{" wide" if band.wide else ""}">\n{sections}\n</div>\n'

    return mark_safe("".join(map(html, bands(sheet))))  # noqa: S308 (kept parts, and tags of ours)


def section_html(context: Context, section: Section) -> SafeString:
    """A section of the context's `sheet`, with its `explainer`, `roller` and `first` section."""
    explainer, roller = context["explainer"], context.get("roller") or None
    return _html(context, section, explainer, roller, is_first=section is context.get("first"))


def _html(
    context: Context,
    section: Section,
    explainer: Explainer,
    roller: Roller | None,
    *,
    is_first: bool,
) -> SafeString:
    rules: Any = context["system"] if roller and isinstance(section, Track) else None
    values = {
        "section": section,
        "first": section if is_first else None,
        "explainer": explainer,
        "roller": roller,
        "game": context["sheet"].system,
        "hit": rules.hit if rules else "",
        "has_boxes": bool(rules and rules.play.boxes),
        "brief": bool(context.get("brief")),
    }
    key = (
        is_first,
        values["brief"],
        values["game"],
        values["hit"],
        values["has_boxes"],
        *_shown(section, explainer, roller),
    )
    return fragment(context, section_template(section), key, values)


def _shown(section: Section, explainer: Explainer, roller: Roller | None) -> tuple[object, ...]:
    """The section itself, where its numbers lead, and those that are others just now."""
    numbers = figures((section,))
    leads = tuple([explainer.keys.get(id(figure)) for figure in numbers.values()])
    if roller is None:
        return (section, explainer.base, leads)
    current = tuple([_now(roller, key, figure) for key, figure in numbers.items()])
    return (section, explainer.base, leads, roller.base, current)


def _now(roller: Roller, key: str, figure: Figure) -> Figure | None:
    """A figure's current value; None if it is the sheet's own."""
    current = roller.pools.get(key, figure)
    return None if current is figure else current
