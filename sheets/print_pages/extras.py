"""Extras on a printed sheet: date, player, accepted problems, QR code, portrait, notes, history."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime

from django.utils import timezone
from django.utils.dateformat import format as format_date
from django.utils.html import format_html
from django.utils.safestring import mark_safe

from rules.house import Acceptance
from rules.ledger.history import AwardEvent, HistoryEvent
from rules.sheet.sections import Sheet
from sheets import markdown
from sheets.models import Character, Notes
from sheets.notes import operations as notes
from sheets.portraits import operations
from sheets.print_pages.choices import PRIVATE, PrintChoices
from sheets.print_pages.return_codes import ReturnCode
from sheets.printing import Extras, Note
from sheets.ui.likeness_image import paper_portrait

SHARED_NOTES, PRIVATE_NOTES = "Notes", "Private notes"
# The heading of what the character got in each session.
TIMELINE = "Sessions"
# The kinds that show the portrait.
WITH_PORTRAIT = ("full", "frame", "tent")


def extras(
    character: Character,
    history: Callable[[], Sequence[HistoryEvent]],
    choice: PrintChoices,
    *,
    is_own: bool,
    awards: Callable[[], Sequence[AwardEvent]] = tuple,
    accepted: Sequence[Acceptance] = (),
    link: str = "",
    code: ReturnCode | None = None,
    sheet: Sheet | None = None,
) -> Extras:
    """The extras that the choices ask for.

    Private notes are printed for the owner only (`is_own`). `history` and `awards` are called only
    if they are printed. `link` is the address in the QR code, `code` how the paper comes back. The
    portrait costs one query, only if it is printed; where it is asked for and there is none, the
    likeness by the `sheet` takes its place.
    """
    today = timezone.localdate()
    printed = replace(
        coded(code),
        date=choice.printed_date(today),
        player=character.player,
        accepted=tuple((acceptance.problem.message, acceptance.reason) for acceptance in accepted),
        link=link,
    )
    if choice.kind not in WITH_PORTRAIT and not choice.face:
        return printed
    portrait = operations.portrait_of(character)
    drawn = bool(choice.face) or choice.kind == "frame"
    likeness = paper_portrait(sheet) if sheet and drawn and not portrait else b""
    printed = replace(
        printed,
        portrait=bytes(portrait.shown) if portrait else likeness,
        portrait_alt=portrait.alt if portrait else "",
        face=bool(choice.face),
    )
    if choice.kind != "full":
        return printed
    return replace(
        printed,
        notes=(
            *_notes(character, private=is_own and choice.private == PRIVATE),
            *_history(history, choice.since),
        ),
        timeline=() if choice.since else tuple(_timeline(awards())),
    )


def coded(code: ReturnCode | None) -> Extras:
    """Nothing but the code by which the paper comes back."""
    return Extras(return_code=code.code, return_link=code.address) if code else Extras()


def _notes(character: Character, *, private: bool) -> Iterator[Note]:
    written = notes.notes_of(character)
    if written.shared.strip():
        yield _note(SHARED_NOTES, written, "shared")
    if private and written.private.strip():
        yield _note(PRIVATE_NOTES, written, "private")


def _note(name: str, written: Notes, field: str) -> Note:
    return Note(name, markdown.prose(written, field) + "")  # a plain str again


def _history(history: Callable[[], Sequence[HistoryEvent]], since: str) -> Iterator[Note]:
    """The active history entries since that day, oldest first."""
    if not since:
        return
    first = date.fromisoformat(since)
    name = f"History since {format_date(first, 'F j, Y')}"
    lines = [
        format_html("<li>{}: {}</li>", format_date(day, "F j, Y"), _event_line(event))
        for event in history()
        if event.counts and event.undoes is None and (day := _event_day(event)) and day >= first
    ]
    if lines:
        yield Note(name, format_html("<ul>{}</ul>", mark_safe("".join(lines))) + "")  # noqa: S308 (made of safe lines)
    else:
        yield Note(name, "<p>Nothing was gained or spent.</p>")


def _timeline(awards: Sequence[AwardEvent]) -> Iterator[Note]:
    """The awards of each session, oldest first."""
    lines = [
        format_html(
            "<li>{}</li>",
            ": ".join(filter(None, (_long_date(award), award.note.strip(), award.title))),
        )
        for award in awards
    ]
    if lines:
        yield Note(TIMELINE, format_html("<ul>{}</ul>", mark_safe("".join(lines))) + "")  # noqa: S308 (made of safe lines)


def _long_date(event: HistoryEvent | AwardEvent) -> str:
    """The day of an entry in words; "" if it has no valid date."""
    day = _event_day(event)
    return format_date(day, "F j, Y") if day else ""


def _event_day(event: HistoryEvent | AwardEvent) -> date | None:
    """The day of an entry; None if it has no valid date."""
    try:
        at = datetime.fromisoformat(event.at)
    except ValueError:
        return None
    return timezone.localtime(at).date() if timezone.is_aware(at) else at.date()


def _event_line(event: HistoryEvent) -> str:
    """An entry in one line: kind and title, changes, balances, note."""
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
