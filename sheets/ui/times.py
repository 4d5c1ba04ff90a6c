"""Dates and times on pages: in UTC as the server writes them, in the reader's own zone once the
page's script has run.
"""

import datetime as dt

from django.utils.dateformat import format as format_date
from django.utils.safestring import SafeString, mark_safe

DATE = "F j, Y"
MINUTE = f"{DATE}, H:i"


def day(moment: dt.datetime | dt.date | None) -> SafeString:
    """The date: "November 3, 2026"; "" for none."""
    return _time(moment, DATE, "day")


def moment(moment: dt.datetime | dt.date | None) -> SafeString:
    """Date and time: "November 3, 2026, 20:15 UTC"; of a date alone, the date; "" for none. A time
    without a zone stays as it is.
    """
    if not isinstance(moment, dt.datetime):
        return day(moment)
    return _time(moment, f"{MINUTE} \\U\\T\\C" if moment.tzinfo else MINUTE, "minute")


def _time(moment: dt.datetime | dt.date | None, form: str, local: str) -> SafeString:
    if not moment:
        return mark_safe("")
    if isinstance(moment, dt.datetime) and moment.tzinfo:
        moment = moment.astimezone(dt.UTC)
        zone = f' data-local="{local}"'
    else:
        zone = ""
    text = format_date(moment, form)
    return mark_safe(  # noqa: S308 (made of a date alone)
        f'<time datetime="{moment.isoformat()}"{zone}>{text}</time>'
    )
