"""A party's briefing for print: plain text and codes."""

from django.utils import timezone
from django.utils.dateformat import format as format_date

from rules import registry
from rules.sheet.sections import Passage
from sheets import markdown, printing
from sheets.models import Party
from sheets.models.character import NAMELESS
from sheets.parties.board.characters import PartyCharacter
from sheets.parties.board.skill_matrix import SkillRow
from sheets.parties.briefing.content import BriefingContent, CharacterNews
from sheets.parties.briefing.encounters import DATE_FORMAT, encounter_print
from sheets.print_pages.cache import CachedPrint
from sheets.printing.briefing.content import Briefing, BriefingCharacter, Hook, TrackBoxes, TraitRow
from sheets.ui.components import printed, shown


def briefing_print(party: Party, brief: BriefingContent, *, paper: str) -> CachedPrint:
    """The print of a briefing on one of the paper sizes: a page, and one with the statblocks of
    each prepared encounter.
    """
    briefing = print_content(party, brief)
    key = printing.briefing_key(briefing, paper=paper)
    first = CachedPrint(key, lambda: printing.briefing_pdf(briefing, paper=paper))
    fought = [encounter for encounter in brief.encounters if encounter.opponents]
    if not fought:
        return first
    pages = [("Briefing", first)] + [
        (
            encounter.row.name,
            encounter_print(party, encounter.row, encounter.opponents, paper=paper),
        )
        for encounter in fought
    ]
    title, slug = f"{party.name} briefing", party.system
    joined = printing.pack_key([(name, page.key) for name, page in pages], title=title, slug=slug)
    return CachedPrint(
        joined,
        lambda: printing.pack_pdf(
            [(name, page.pdf()) for name, page in pages], title=title, slug=slug
        ),
    )


def print_content(party: Party, brief: BriefingContent) -> Briefing:
    """The content of the printed briefing."""
    game = registry.get(party.system)
    return Briefing(
        slug=game.slug,
        party=party.name,
        game=game.name,
        credit=game.credit,
        about=summary_line(brief),
        since=changes_heading(brief),
        date=format_date(timezone.localdate(), DATE_FORMAT),
        heads=tuple(brief.heads.values()),
        people=tuple(_print_character(person, brief) for person in brief.people),
        pools=tuple(_pool_row(trait) for trait in brief.matrix.traits),
        stash=brief.stash,
        asides=tuple(aside.character.name or NAMELESS for aside in brief.asides),
        notes=markdown.prose(party.gm_notes, "text") + "",  # a plain text again
    )


def summary_line(brief: BriefingContent) -> str:
    """The line under the briefing's title: its reader, the number of characters, and the date of
    the last session.
    """
    count = len(brief.people)
    parts = ["For the game master", f"{count} character{'' if count == 1 else 's'}"]
    if brief.since:
        parts.append(f"last session on {format_date(brief.since, DATE_FORMAT)}")
    return " · ".join(parts)


def changes_heading(brief: BriefingContent) -> str:
    """The heading above the changes."""
    return f"Since {format_date(brief.since, 'j M')}" if brief.since else "Since the last session"


def _print_character(person: CharacterNews, brief: BriefingContent) -> BriefingCharacter:
    row = person.row
    return BriefingCharacter(
        name=row.sheet.name,
        about=row.sheet.kind,
        player=row.character.player,
        figures=tuple(_figure_text(row, key) for key in brief.heads),
        state=_state_texts(row),
        boxes=tuple(_wound_boxes(row)),
        hooks=tuple(_hook(passage) for passage in row.passages),
        changes=person.changes,
    )


def _figure_text(row: PartyCharacter, key: str) -> str:
    line = row.figures.get(key)
    return printed(row.current(line)) if line else ""


def _state_texts(row: PartyCharacter) -> tuple[str, ...]:
    """Marked levels without boxes, and the current penalties."""
    levels = (level for track in row.tracks for level in track.levels)
    return (
        *(level.name for level in levels if level.marked and not level.boxes),
        *map(shown, row.state.remarks),
    )


def _wound_boxes(row: PartyCharacter) -> list[TrackBoxes]:
    levels = (level for track in row.tracks for level in track.levels)
    return [TrackBoxes(level.name, level.boxes, level.marked) for level in levels if level.boxes]


def _hook(passage: Passage) -> Hook:
    """An edge or burden. The player's own words come first: the game master does not know them by
    heart.
    """
    quote = f"“{passage.own_words.strip()}”" if passage.own_words.strip() else ""
    return Hook(passage.name, passage.label, f"{quote} {passage.text}".strip())


def _pool_row(trait: SkillRow) -> TraitRow:
    """The dice of one skill. The best are marked unless all characters are equal."""
    cells = trait.cells
    differ = not all(cell.best for cell in cells)
    return TraitRow(
        name=trait.name,
        codes=tuple(printed(cell.figure) if cell.figure else "" for cell in cells),
        best=tuple(differ and cell.best for cell in cells),
        own=tuple(cell.trained for cell in cells),
        heads=trait.is_head,
    )
