"""The small marks of a page as HTML: the dice code, an icon, a change, a silhouette. No templates.

A page shows forty of them and more, so they are put together here, where that takes microseconds;
and those that are made of a few numbers are the same on card after card, and kept.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from html import escape
from typing import TypeVar
from urllib.parse import quote

from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe

from rules.dice import codes
from rules.figures import DOTS, Figure
from rules.forms.fields import Change
from rules.sheet.sections import Gauge
from rules.text_cache import text_cache

T = TypeVar("T")

MOST_PIPS = 12
# So many things that are out of reach stand among the others, or say the same reason each.
MOST_BARRED = 3
# More stacks than this are set closer.
MOST_STACKS = 8
LONG_NAME = 40
_BETWEEN_NAMES = re.compile(r"\s*\([^()]*\)|[\W_]+")
_UNFIT = re.compile(r"[^\w-]")
# A reason that lists needs, and what parts these: "Needs Melee 3 (you have 2), Force Sensitivity."
_NEEDS = re.compile(r"Needs ([^.]+)(\.?)")
_BETWEEN_NEEDS = re.compile(r", (?![^()]*\))")
_HYPHEN = re.compile(r"(?<!\w)(\d+D)?-(?=[\d ])")


@text_cache(4096)
def slot(id: str) -> str:
    """An id of the engine (`edge.skill`) as one that selectors need not escape (`edge-skill`)."""
    return _UNFIT.sub("-", id)


@text_cache(4096)
def quoted(key: str) -> str:
    """A key of the engine as one part of an address."""
    return quote(key, safe="")


def shown(text: str) -> str:
    """A printed number, or words with numbers in them, with proper minus signs: "−50", "3D−1"."""
    return _HYPHEN.sub(r"\1−", text) if "-" in text else text


def printed(figure: Figure) -> str:
    """A figure's number as it is printed, with a proper minus sign."""
    return shown(figure.code)


def counted(number: int) -> str:
    """A number with separators: "2,000"."""
    return f"{number:,}"


def shortage(short: int, unit: str) -> str:
    """The lacking amount of a currency: "1 Character Point short", "250 credits short"."""
    unit = unit.removesuffix("s") if short == 1 else unit
    return f'<span class="short">{short:,} {escape(unit)} short</span>'


def by_reason(
    things: Iterable[T], reason: Callable[[T], str]
) -> tuple[list[T], dict[str, list[tuple[T, str]]]]:
    """The things that stand for themselves; and those out of reach for a reason, or for a need of
    several, that more than `MOST_BARRED` of them have, by that reason, each with what else it
    needs. "" is no reason.
    """
    listed = [(thing, why, _needs(why)) for thing, why in ((one, reason(one)) for one in things)]
    counts = Counter(need for _, why, needs in listed if why for need in needs)
    told = [max(needs, key=counts.__getitem__) for _, _, needs in listed]
    sizes = Counter(need for need in told if counts[need] > MOST_BARRED)
    others: list[T] = []
    shared: dict[str, list[tuple[T, str, tuple[str, ...]]]] = {}
    for (thing, why, needs), need in zip(listed, told, strict=True):
        if sizes[need] > MOST_BARRED:
            shared.setdefault(need, []).append((thing, why, needs))
        else:
            others.append(thing)
    return others, dict(map(_under_one, shared.values()))


def _under_one(
    rows: list[tuple[T, str, tuple[str, ...]]],
) -> tuple[str, list[tuple[T, str]]]:
    """The needs that all of these have, as a sentence, and the rest of each."""
    _, first, needs = rows[0]
    common = [need for need in needs if all(need in own for _, _, own in rows)]
    rest = [
        (thing, _as_reason([need for need in own if need not in common], why))
        for thing, why, own in rows
    ]
    return _as_reason(common, first), rest


def _needs(reason: str) -> tuple[str, ...]:
    """The needs that a reason lists; a reason of another kind is one."""
    listed = _NEEDS.fullmatch(reason)
    return tuple(_BETWEEN_NEEDS.split(listed[1])) if listed else (reason,)


def _as_reason(needs: list[str], like: str) -> str:
    """Needs as the reason of which they are a part lists them; "" for none."""
    listed = _NEEDS.fullmatch(like)
    return f"Needs {', '.join(needs)}{listed[2]}" if listed and needs else "".join(needs)


def barred_mark(reason: str, look: str, *, rest: str | None = None, id: str = "") -> str:
    """The reason that keeps a thing out of reach, for everybody; what stands above it already is
    said to those who listen, and others see the `rest`.
    """
    named, whole = f' id="{id}"' if id else "", escape(shown(reason))
    if rest:
        seen = f'<span aria-hidden="true">{escape(shown(rest))}</span>'
        return f'<p class="{look}"{named}>{seen}<span class="unseen">{whole}</span></p>'
    return f'<p class="{look if rest is None else "unseen"}"{named}>{whole}</p>'


def spaced(amount: str) -> str:
    """An amount with room after its sign: "+ 3D"."""
    return f"{amount[0]} {amount[1:]}" if amount[:1] in ("+", "−") else amount


def length_class(name: str) -> str:
    """A class for names that would not fit in the size of others."""
    return "long" if len(name) > LONG_NAME else ""


@cache
def icon(name: str) -> SafeString:
    """One icon of the sprite. It says nothing to those who listen: words beside it do."""
    sprite = static("icons/sprite.svg")
    return mark_safe(  # noqa: S308 (the name comes from our own templates)
        f'<svg class="icon" aria-hidden="true"><use href="{sprite}#{escape(name)}"/></svg>'
    )


def pips(figure: Figure, gain: int = 0) -> str:
    """Hollow squares from the attribute, solid ones from the skill, ⊞ for what would come."""
    if figure.unit != "D" or not 0 < figure.value + gain <= MOST_PIPS:
        return ""
    attribute, skill = figure.parts
    hollow = f"<i>{'□' * attribute}</i>" if attribute > 0 else ""
    could = f"<b>{'⊞' * gain}</b>" if gain > 0 else ""
    return f'<span class="pips" aria-hidden="true">{hollow}{"■" * skill}{could}</span>'


@lru_cache(maxsize=1024)
def gauge(drawn: Gauge) -> SafeString:
    """Dots or boxes, filled up to a number, and the same in words: "3 of 5"."""
    rest = max(0, drawn.most - drawn.filled - drawn.spent)
    marks = '<i class="full"></i>' * drawn.filled + '<i class="spent"></i>' * drawn.spent
    look = "dots" if drawn.left is None else "boxes"
    return mark_safe(  # noqa: S308 (made of numbers alone)
        f'<span class="gauge of-{look}"><span class="unseen">{drawn.text}</span>'
        f'<span aria-hidden="true">{marks}{"<i></i>" * rest}</span></span>'
    )


def dots(value: int, most: int) -> SafeString:
    """Dots of a trait that is being decided: "3 of 5"."""
    return gauge(Gauge(value, most))


def code(figure: Figure, gain: int = 0) -> str:
    """The number as it is printed, with what would come on top already in it; soft at nothing."""
    if figure.unit != "D" and not gain:
        none = "" if figure.exact > 0 else " none"
        return f'<span class="code{none}">{shown(escape(figure.code))}</span>'
    return _code(figure.value + gain, figure.unit, figure.pips)


@text_cache(1024)
def _code(total: int, unit: str, pips: int) -> str:
    number = codes.written(total, pips) if unit == "D" else f"{total:,}"
    none = "" if total > 0 or pips > 0 else " none"
    return f'<span class="code{none}">{shown(number)}</span>'


def dice(figure: Figure, gain: int = 0) -> SafeString:
    """The dice code: `□□□■ 4D`. It stands still: nothing can be rolled yet."""
    return mark_safe(  # noqa: S308 (made of numbers alone)
        f'<span class="dice still">{pips(figure, gain)}{code(figure, gain)}</span>'
    )


@text_cache(2048)
def _change(label: str, before: str, after: str, css: str) -> SafeString:
    return mark_safe(  # noqa: S308 (escaped)
        f'<span class="change">{escape(label)} <b>{escape(shown(before))}</b> '
        f'<b class="{css}">{escape(shown(after))}</b></span>'
    )


def change(one: Change) -> SafeString:
    """The effect of a choice on one number: "Dodge 13 → 14"; the style sheet has the arrow."""
    return _change(one.label, one.before, one.after, "gain" if one.better else "harm")


def changes(several: Iterable[Change]) -> str:
    """Several changes in a row that wraps, or nothing."""
    inner = "".join(change(effect) for effect in several)
    return f'<span class="changes">{inner}</span>' if inner else ""


def ruling(words: str) -> str:
    """Our ruling on a rule that its book leaves open, folded away."""
    if not words:
        return ""
    mark = f'{icon("gavel")}<span class="unseen">Our ruling</span>'
    inner = f'<summary title="Our ruling">{mark}</summary><p>{escape(words)}</p>'
    return f'<details class="our-ruling">{inner}</details>'


def monogram(name: str) -> str:
    """The initials of the first and the last part of a name: "VK" for Vessa Korr, "?" for none."""
    parts = [part for part in _BETWEEN_NAMES.split(name) if part]
    ends = parts if len(parts) < 2 else (parts[0], parts[-1])
    return "".join(part[0] for part in ends).upper() or "?"


def profile(figures: Iterable[Figure], *, with_codes: bool = True) -> SafeString:
    """Stacks of dice side by side: a character's strengths can be seen from afar."""
    figures = tuple(figures)
    top = max((figure.weight for figure in figures), default=0)
    seen = "code" if with_codes else "unseen"
    highs = [" high" if figure.weight == top else "" for figure in figures]
    stacks = "".join(
        _stack(
            figure.label, figure.value, figure.code, high, seen, "●" if figure.unit == DOTS else "□"
        )
        for figure, high in zip(figures, highs, strict=True)
    )
    many = " many" if len(figures) > MOST_STACKS else ""
    return mark_safe(f'<ul class="profile{many}">{stacks}</ul>')  # noqa: S308 (escaped)


@text_cache(1024)
def _stack(label: str, value: int, code: str, high: str, seen: str, mark: str) -> str:
    number = shown(code)
    bare = number.removesuffix("D")
    unit = '<span class="unseen">D</span>' if bare != number else ""
    marks = mark * min(value, MOST_PIPS) or "⬚"
    return (
        f'<li><span class="stack{high}" aria-hidden="true">{marks}</span>'
        f'<span class="{seen}">{bare}{unit}</span>'
        f'<span class="label">{escape(label)}</span></li>'
    )
