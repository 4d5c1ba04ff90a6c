"""A party's brief as paper wants it: words and codes, and nothing to press."""

from django.utils import timezone
from django.utils.dateformat import format as format_date

from rules import registry
from rules.sheet.sections import Passage
from sheets import markdown, printing
from sheets.models import Party
from sheets.models.character import NAMELESS
from sheets.parties.board.characters import PartyCharacter
from sheets.parties.board.skill_matrix import SkillRow
from sheets.parties.briefing.content import Brief, Person
from sheets.print_pages.cache import Print
from sheets.printing.briefing.content import Boxes, Briefing, Hook, Pool, Who
from sheets.ui.components import printed, shown

DAY = "j F Y"


def ordered(party: Party, brief: Brief, *, paper: str) -> Print:
    """The brief as a print, for one of the papers."""
    briefing = content(party, brief)
    key = printing.brief_key(briefing, paper=paper)
    return Print(key, lambda: printing.brief_pdf(briefing, paper=paper))


def content(party: Party, brief: Brief) -> Briefing:
    """All that it says."""
    game = registry.get(party.system)
    return Briefing(
        slug=game.slug,
        party=party.name,
        game=game.name,
        credit=game.credit,
        about=about(brief),
        since=since(brief),
        date=format_date(timezone.localdate(), DAY),
        heads=tuple(brief.heads.values()),
        people=tuple(_who(person, brief) for person in brief.people),
        pools=tuple(_pool(trait) for trait in brief.matrix.traits),
        asides=tuple(aside.character.name or NAMELESS for aside in brief.asides),
        notes=markdown.safe_html(party.notes) + "",  # a plain text again
    )


def about(brief: Brief) -> str:
    """For whom it is, and of when."""
    count = len(brief.people)
    parts = ["For the game master", f"{count} character{'' if count == 1 else 's'}"]
    if brief.since:
        parts.append(f"last session on {format_date(brief.since, DAY)}")
    return " · ".join(parts)


def since(brief: Brief) -> str:
    """What heads what changed."""
    return f"Since {format_date(brief.since, 'j M')}" if brief.since else "Since the last session"


def _who(person: Person, brief: Brief) -> Who:
    row = person.row
    return Who(
        name=row.sheet.name,
        about=row.sheet.kind,
        player=row.character.player,
        figures=tuple(_figure(row, key) for key in brief.heads),
        state=_state(row),
        boxes=tuple(_boxes(row)),
        hooks=tuple(_hook(passage) for passage in row.passages),
        changes=person.changes,
    )


def _figure(row: PartyCharacter, key: str) -> str:
    line = row.figures.get(key)
    return printed(row.current(line)) if line else ""


def _state(row: PartyCharacter) -> tuple[str, ...]:
    """What is marked without a box of its own, and what weighs on everything."""
    levels = (level for track in row.tracks for level in track.levels)
    return (
        *(level.name for level in levels if level.marked and not level.boxes),
        *map(shown, row.state.remarks),
    )


def _boxes(row: PartyCharacter) -> list[Boxes]:
    levels = (level for track in row.tracks for level in track.levels)
    return [Boxes(level.name, level.boxes, level.marked) for level in levels if level.boxes]


def _hook(passage: Passage) -> Hook:
    """The player's own words first: they are what a game master does not know by heart."""
    own = f"“{passage.own_words.strip()}”" if passage.own_words.strip() else ""
    return Hook(passage.name, passage.label, f"{own} {passage.text}".strip())


def _pool(trait: SkillRow) -> Pool:
    """Where all are as good as each other nobody is marked."""
    cells = trait.cells
    tell = not all(cell.best for cell in cells)
    return Pool(
        name=trait.name,
        codes=tuple(printed(cell.figure) if cell.figure else "" for cell in cells),
        best=tuple(tell and cell.best for cell in cells),
        own=tuple(cell.trained for cell in cells),
        heads=trait.is_head,
    )
