"""What goes onto the paper besides the sheet: the date, who plays, what the game master accepted, a
code that leads back to the screen, the portrait, the notes, and what happened since a day.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime

from django.utils import timezone
from django.utils.dateformat import format as format_date
from django.utils.html import format_html
from django.utils.safestring import mark_safe

from rules.house import Acceptance
from rules.ledger.history import HistoryEvent
from sheets import markdown as site_markdown
from sheets.models import Character
from sheets.notes import operations as notes
from sheets.portraits import operations
from sheets.print_pages.choice import PRIVATE, Choice
from sheets.printing import Extras, Note

SHARED_NOTES, PRIVATE_NOTES = "Notes", "Private notes"


def extras(
    character: Character,
    told: Callable[[], Sequence[HistoryEvent]],
    choice: Choice,
    *,
    mine: bool,
    accepted: Sequence[Acceptance] = (),
    link: str = "",
) -> Extras:
    """What the choice asks for of it. Private notes are for the owner alone (`mine`); `told` is
    the history, asked only where it is printed; `link` is the address that the code leads to.

    The portrait's pixels cost one query, and only where the kind shows them.
    """
    today = timezone.localdate()
    printed = Extras(
        date=choice.printed_date(today),
        player=character.player,
        accepted=tuple((one.problem.message, one.reason) for one in accepted),
        link=link,
    )
    if choice.kind != "full":
        return printed
    portrait = operations.of(character)
    return replace(
        printed,
        portrait=bytes(portrait.shown) if portrait else b"",
        portrait_alt=portrait.alt if portrait else "",
        notes=(
            *_notes(character, private=mine and choice.private == PRIVATE),
            *_history(told, choice.since),
        ),
    )


def _notes(character: Character, *, private: bool) -> Iterator[Note]:
    written = notes.notes_of(character)
    if written.shared.strip():
        yield _note(SHARED_NOTES, written.shared)
    if private and written.private.strip():
        yield _note(PRIVATE_NOTES, written.private)


def _note(name: str, markdown: str) -> Note:
    return Note(name, site_markdown.safe_html(markdown) + "")  # a plain text again


def _history(told: Callable[[], Sequence[HistoryEvent]], since: str) -> Iterator[Note]:
    """What was gained and spent since that day and still counts, oldest first."""
    if not since:
        return
    first = date.fromisoformat(since)
    name = f"History since {format_date(first, 'j F Y')}"
    lines = [
        format_html("<li>{}: {}</li>", format_date(day, "j F Y"), _said(event))
        for event in told()
        if event.counts and event.undoes is None and (day := _day(event)) and day >= first
    ]
    if lines:
        yield Note(name, format_html("<ul>{}</ul>", mark_safe("".join(lines))) + "")  # noqa: S308 (made of safe lines)
    else:
        yield Note(name, "<p>Nothing was gained or spent.</p>")


def _day(event: HistoryEvent) -> date | None:
    """The day of an entry; None where it does not say, or says what is no date."""
    try:
        at = datetime.fromisoformat(event.at)
    except ValueError:
        return None
    return timezone.localtime(at).date() if timezone.is_aware(at) else at.date()


def _said(event: HistoryEvent) -> str:
    """An entry in one line: what it was, what it moved, what there was then, and why."""
    moved = ", ".join(
        f"{'+' if figure.weight > 0 else '−'}{figure.code.lstrip('-')} {figure.label}"
        for figure in event.moved
    )
    left = ", ".join(f"{figure.code} {figure.label}" for figure in event.balances)
    parts = (
        f"{event.kind_name}: {event.title}",
        moved,
        f"then {left}" if moved else "",
        event.note,
    )
    return "; ".join(filter(None, parts))
