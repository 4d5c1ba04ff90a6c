"""Template tags for text that other programs read."""

from django import template
from django.template import Context

from rules.exchange import dice_text as texts
from rules.exchange.dice_text import Spelling
from rules.figures import COUNTED
from rules.play import RollForm

COOKIE = "dice"
register = template.Library()


@register.simple_tag(takes_context=True)
def dice_text(context: Context, panel: RollForm) -> str:
    """The pool of a roll form as text, in the spelling that this browser chose; "" without one."""
    request = context.get("request")
    return written(texts.spelling(request.COOKIES.get(COOKIE, "") if request else ""), panel)


def written(spelling: Spelling, panel: RollForm) -> str:
    """The pool of a roll form in a spelling; "" without one."""
    pool = panel.pool
    if pool is None or panel.barred:
        return ""
    if pool.unit == COUNTED:
        return texts.counted(spelling, pool.value, panel.target.value) if panel.target else ""
    more = pool.pips + (panel.added.value if panel.added else 0)
    return texts.added(spelling, pool.value, more) if pool.unit == "D" else ""
