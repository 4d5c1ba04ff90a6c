"""The small marks of a page as HTML: the dice code, an icon, a change, a silhouette. No rules, no templates.

A page shows forty of them and more, so they are put together here, where that takes microseconds.
"""

import re
from collections.abc import Iterable
from functools import cache
from html import escape

from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe

from rules.figures import Figure
from rules.steps import Change

MOST_PIPS = 12
_UNFIT = re.compile(r"[^\w-]")
_HYPHEN = re.compile(r"(?<!\w)-(?=[\d ])")


def slot(id: str) -> str:
    """An id of the engine (`edge.skill`) as one that selectors can find without escapes (`edge-skill`)."""
    return _UNFIT.sub("-", id)


def shown(text: str) -> str:
    """A printed number, or words with numbers in them, with proper minus signs: "−50"."""
    return _HYPHEN.sub("−", text)


@cache
def icon(name: str) -> SafeString:
    """One icon of the sprite. It says nothing to those who listen: words beside it do."""
    sprite = static("icons/sprite.svg")
    return mark_safe(  # noqa: S308 (the name comes from our own templates)
        f'<svg class="icon" aria-hidden="true"><use href="{sprite}#{escape(name)}"/></svg>'
    )


def pips(figure: Figure, gain: int = 0) -> str:
    """Hollow squares from the attribute, solid ones from the skill, ⊞ for dice that would come on top."""
    if figure.unit != "D" or not 0 < figure.value + gain <= MOST_PIPS:
        return ""
    attribute, skill = figure.parts
    hollow = f"<i>{'□' * attribute}</i>" if attribute > 0 else ""
    could = f"<b>{'⊞' * gain}</b>" if gain > 0 else ""
    return f'<span class="pips" aria-hidden="true">{hollow}{"■" * skill}{could}</span>'


def code(figure: Figure, gain: int = 0) -> str:
    """The number as it is printed, with what would come on top already in it; soft at nothing."""
    total = figure.value + gain
    printed = f"{total}D" if figure.unit == "D" else f"{total:,}"
    return f'<span class="code{"" if total > 0 else " none"}">{shown(printed)}</span>'


def dice(figure: Figure, gain: int = 0) -> SafeString:
    """The dice code: `□□□■ 4D`. It stands still: nothing can be rolled yet."""
    return mark_safe(  # noqa: S308 (made of numbers alone)
        f'<span class="dice still">{pips(figure, gain)}{code(figure, gain)}</span>'
    )


def change(one: Change) -> str:
    """What a choice would do to one number: "Dodge 13 → 14"; the arrow comes from the style sheet."""
    return (
        f'<span class="change">{escape(one.label)} <b>{escape(shown(one.before))}</b> '
        f'<b class="{"gain" if one.better else "harm"}">{escape(shown(one.after))}</b></span>'
    )


def changes(several: Iterable[Change]) -> str:
    """Several changes in a row that wraps, or nothing."""
    inner = "".join(change(one) for one in several)
    return f'<span class="changes">{inner}</span>' if inner else ""


def profile(figures: Iterable[Figure], *, with_codes: bool = True) -> str:
    """Stacks of dice side by side: what somebody is good at can be seen from afar."""
    figures = tuple(figures)
    top = max((figure.value for figure in figures), default=0)
    return f'<ul class="profile">{"".join(_stack(one, top, with_codes) for one in figures)}</ul>'


def _stack(figure: Figure, top: int, with_codes: bool) -> str:
    printed = shown(figure.code)
    number = printed.removesuffix("D")
    spoken = f'{number}<span class="unseen">D</span>' if number != printed else number
    seen = "code" if with_codes else "unseen"
    high = " high" if figure.value == top else ""
    return (
        f'<li><span class="stack{high}" aria-hidden="true">{"□" * min(figure.value, MOST_PIPS) or "⬚"}</span>'
        f'<span class="{seen}">{spoken}</span><span class="label">{escape(figure.label)}</span></li>'
    )
