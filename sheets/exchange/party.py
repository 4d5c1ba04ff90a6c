"""The characters of a party in one archive, for another program."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from rules.exchange import targets
from rules.exchange.outline import Outline
from rules.exchange.targets import Target
from sheets import storage
from sheets.models import Character, Member
from sheets.models.character import CharacterQuerySet
from sheets.release import PROGRAM
from sheets.text_export.bundle import FIXED_TIME, READ_ME_NAME

# The most characters in one archive, as in a party's PDF.
MOST = 60


@dataclass(frozen=True)
class PartyOutlines:
    """The outlines of a party's characters by their public ids, and the names of those left out
    with the reason.
    """

    outlines: tuple[tuple[str, Outline], ...]
    left_out: tuple[tuple[str, str], ...]
    are_opponents: bool = False

    @property
    def targets(self) -> tuple[Target, ...]:
        """The programs that these characters can be taken to."""
        if not self.outlines:
            return ()
        scale = self.outlines[0][1].scale
        return targets.opponent_targets(scale) if self.are_opponents else targets.targets(scale)


def outlines(membership: Member) -> PartyOutlines:
    """Every character of a party that is in use and can be read."""
    return _outlines(membership.party.characters.whole())


def opponents(membership: Member) -> PartyOutlines:
    """Every opponent in the roster of a party that can be read."""
    rows = Character.documents.filter(roster=membership.party, kind=Character.Kind.OPPONENT)
    return replace(_outlines(rows.whole()), are_opponents=True)


def _outlines(rows: CharacterQuerySet) -> PartyOutlines:
    found: list[tuple[str, Outline]] = []
    left_out: list[tuple[str, str]] = []
    for character in rows.order_by("name", "pk"):
        outline, reason = _read(character)
        if outline and len(found) == MOST:
            outline, reason = None, f"an archive holds at most {MOST} characters"
        if outline:
            found.append((str(character.public_id), outline))
        else:
            left_out.append((character.name, reason))
    return PartyOutlines(tuple(found), tuple(left_out))


def _read(character: Character) -> tuple[Outline | None, str]:
    if character.is_archived:
        return None, "archived"
    try:
        return storage.worked_out(
            character, lambda opened: opened.outline
        ), "this game has no files for other programs"
    except storage.CorruptRow as damaged:
        return None, damaged.short


def pack(party: PartyOutlines, target: Target) -> bytes:
    """The archive: a file for each character, and how to import them."""
    buffer, names = BytesIO(), Counter[str]()
    with ZipFile(buffer, "w") as archive:
        _write(archive, READ_ME_NAME, "\n".join(_read_me(party, target)).encode())
        for id, outline in party.outlines:
            name = target.file_name(outline)
            names[name] += 1
            if names[name] > 1:
                stem, _, extension = name.rpartition(".")
                name = f"{stem}-{names[name]}.{extension}"
            _write(archive, name, target.write(outline, id))
    return buffer.getvalue()


def _write(archive: ZipFile, name: str, content: bytes) -> None:
    info = ZipInfo(name, FIXED_TIME)
    info.compress_type = ZIP_DEFLATED
    archive.writestr(info, content)


def _read_me(party: PartyOutlines, target: Target) -> Iterator[str]:
    yield f"Characters from {PROGRAM} for {target.name}."
    yield f"Made for {target.made_for}."
    yield ""
    yield from (f"{number}. {step}" for number, step in enumerate(target.steps, 1))
    if target.setup:
        yield "\nOnce per game, as GM:"
        yield from (f"- {line}" for line in target.setup)
    for _, outline in party.outlines:
        if losses := target.losses(outline):
            yield f"\nNot carried over for {outline.name or 'an unnamed character'}:"
            yield from (f"- {sentence}" for sentence in losses)
    if party.left_out:
        yield "\nLeft out:"
        yield from (f"- {name or 'an unnamed character'}: {why}" for name, why in party.left_out)
    yield ""
