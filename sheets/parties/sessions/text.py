"""The calendar of a campaign as Markdown."""

from collections.abc import Iterable, Iterator

from django.utils.dateformat import format as format_date

from sheets.models import Party
from sheets.parties.sessions.calendar import CalendarEntry
from sheets.text_export.markdown import escape

DATE = "F j, Y"


def as_markdown(party: Party, entries: Iterable[CalendarEntry], *, for_gms: bool) -> Iterator[str]:
    """Every session under a heading: its date, its notes, and what was gained. With the notes of
    the game master only if it is `for_gms`.
    """
    yield f"# {escape(party.name)}\n"
    for entry in entries:
        session = entry.session
        yield f"\n## {escape(session.heading)}\n"
        if session.day:
            yield f"\n{format_date(session.day, DATE)}\n"
        if notes := session.notes.strip():
            yield f"\n{notes}\n"
        if entry.gains:
            yield "\n" + "".join(f"- {escape(gain)}\n" for gain in entry.gains)
        if for_gms and (notes := session.gm_notes.strip()):
            yield f"\n### For the game master\n\n{notes}\n"
