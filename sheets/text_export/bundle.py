"""One file with a character and everything stored with it: a ZIP of a few files, packed and read.

`docs/play/files.md` lists them. An upload is only read here; whether it becomes a character is
decided by `sheets.characters`. Its image is not decoded here.
"""

import json
import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import TypeVar
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

import msgspec

from rules import document as documents
from rules import places, registry
from rules.document import Document, DocumentPart
from rules.exchange import foreign
from rules.ledger.entries import Entry
from rules.problems import InvalidDocument
from sheets import markdown, portraits, storage
from sheets.models import Character
from sheets.models.character import MOST_WISHES
from sheets.models.notes import LONGEST
from sheets.models.portrait import LONGEST_ALT
from sheets.portraits import Crop
from sheets.release import PROGRAM

CHARACTER, PUBLIC, PRIVATE = "character.json", "notes-public.md", "notes-private.md"
PORTRAIT, PORTRAIT_INFO, WISHES = "portrait.webp", "portrait.json", "wish-list.json"
# The unpacked size limit of each member. A character takes up to four bytes.
MAX_MEMBER_BYTES = {
    CHARACTER: documents.MAX_BYTES,
    PUBLIC: 4 * LONGEST,
    PRIVATE: 4 * LONGEST,
    PORTRAIT: portraits.MAX_BYTES,
    PORTRAIT_INFO: 16 * 1024,
    WISHES: documents.MAX_BYTES,
}
MAX_BYTES = sum(MAX_MEMBER_BYTES.values()) + 16 * 1024
SIGNATURE = b"PK"
# The end record of a ZIP: signature, four counts, size and offset of the list, comment length.
_END, _END_OF_64 = struct.Struct("<4s4H2LH"), b"PK\x06\x07"
_MAX_FILES, _MAX_LIST_BYTES = 20, 8 * 1024
FIXED_TIME = (1980, 1, 1, 0, 0, 0)
_LITTER = ("thumbs.db", "desktop.ini")
# What a ZIP of several characters begins with.
READ_ME_NAME = "read-me.txt"
_KNOWN_NAMES = ", ".join(MAX_MEMBER_BYTES)

Result = TypeVar("Result")


class PortraitCrop(DocumentPart, frozen=True, kw_only=True):
    """The crop of a portrait, in pixels of the image."""

    shape: str
    left: int
    top: int
    across: int


class PortraitInfo(DocumentPart, frozen=True, kw_only=True):
    """A portrait's alt text and crop."""

    alt: str = ""
    crop: PortraitCrop | None = None


@dataclass(frozen=True)
class Bundle:
    """The content of such a file. `picture` is empty without a portrait, `crop` is None for the
    default.
    """

    document: Document
    public: str = ""
    private: str = ""
    picture: bytes = b""
    alt: str = ""
    crop: Crop | None = None
    wishes: tuple[Entry, ...] = ()


def pack(character: Character) -> bytes:
    """A character with everything, for its owner."""
    buffer = BytesIO()
    with ZipFile(buffer, "w") as archive:
        archive.comment = PROGRAM.encode()
        for name, content in _members(character):
            info = ZipInfo(name, FIXED_TIME)
            info.compress_type = ZIP_STORED if name == PORTRAIT else ZIP_DEFLATED
            archive.writestr(info, content)
    return buffer.getvalue()


def _members(character: Character) -> Iterator[tuple[str, bytes]]:
    yield CHARACTER, storage.download(character)
    words = getattr(character, "notes", None)
    if words and words.shared:
        yield PUBLIC, words.shared.encode()
    if words and words.private:
        yield PRIVATE, words.private.encode()
    if portrait := getattr(character, "portrait", None):
        names = ("shape", "left", "top", "across")
        crop = {name: getattr(portrait, name) for name in names}
        yield PORTRAIT, bytes(portrait.picture)
        yield PORTRAIT_INFO, _json({"alt": portrait.alt, "crop": crop})
    if wishes := [wish["entry"] for wish in character.wishes if "entry" in wish]:
        yield WISHES, _json(wishes)


def read(content: bytes) -> Bundle:
    """A bundle, or a bare character file; InvalidDocument, with the place, for anything else."""
    if not content.startswith(SIGNATURE):
        foreign.check(content)
        return Bundle(registry.read_character(foreign.text(content)))
    if len(content) > MAX_BYTES:
        raise InvalidDocument(f"the file has {len(content):,} bytes; the limit is {MAX_BYTES:,}")
    members = _unpack(content)
    if CHARACTER not in members:
        raise InvalidDocument(f"this ZIP has no {CHARACTER}")
    document = _read_member(CHARACTER, lambda: registry.read_character(members[CHARACTER]))
    if PORTRAIT_INFO in members and PORTRAIT not in members:
        raise InvalidDocument(f"{PORTRAIT} is missing", where=PORTRAIT_INFO)
    portrait_info = (
        _read_member(PORTRAIT_INFO, lambda: _portrait_info(members[PORTRAIT_INFO]))
        if PORTRAIT_INFO in members
        else PortraitInfo()
    )
    crop = Crop(**msgspec.structs.asdict(portrait_info.crop)) if portrait_info.crop else None
    return Bundle(
        document,
        public=_read_member(PUBLIC, lambda: _notes(members.get(PUBLIC, b""))),
        private=_read_member(PRIVATE, lambda: _notes(members.get(PRIVATE, b""))),
        picture=members.get(PORTRAIT, b""),
        alt=portrait_info.alt,
        crop=crop,
        wishes=_read_member(WISHES, lambda: _wishes(members.get(WISHES, b"[]"), document.system)),
    )


def _unpack(content: bytes) -> dict[str, bytes]:
    """The members by name, each within its size limit."""
    _check_list(content)
    try:
        with ZipFile(BytesIO(content)) as archive:
            members: dict[str, bytes] = {}
            infos = [info for info in archive.infolist() if not is_litter(info.filename)]
            folder = _folder(infos)
            for info in infos:
                info.filename = info.filename.replace("\\", "/").removeprefix(folder)
                _check_member(info, members)
                members[info.filename] = _content(archive, info)
            return members
    except InvalidDocument:
        raise
    except Exception as error:
        # zipfile raises errors of every kind for hostile archives; none of them is a bug of ours.
        is_known = isinstance(error, BadZipFile | EOFError | zlib.error | OSError | ValueError)
        cause = "it is incomplete or was changed" if is_known else "it cannot be unpacked"
        raise InvalidDocument(f"this ZIP is damaged: {cause}") from error


def is_litter(name: str) -> bool:
    """True for a folder, and for what file managers put into a ZIP beside the files."""
    parts = name.replace("\\", "/").split("/")
    is_hidden = any(part[:1] == "." and part not in (".", "..") for part in parts)
    return not parts[-1] or is_hidden or "__MACOSX" in parts or parts[-1].casefold() in _LITTER


def _folder(infos: list[ZipInfo]) -> str:
    """The folder that a file manager put the files into: "Vessa/", "" for none."""
    names = (info.filename.replace("\\", "/") for info in infos)
    found = next((name for name in names if name.split("/")[-1] == CHARACTER), CHARACTER)
    folder = found.removesuffix(CHARACTER)
    return "" if ".." in folder.split("/") or folder.startswith("/") else folder


def _check_list(content: bytes) -> None:
    """Refuses a list of members that is too long, before any of it is read."""
    if content[30:].startswith(READ_ME_NAME.encode()):
        raise InvalidDocument(
            "this ZIP holds several characters; unpack it, and import them one at a time"
        )
    at = content.rfind(b"PK\x05\x06", max(0, len(content) - _END.size - 0xFFFF))
    if at < 0 or at + _END.size > len(content):
        raise InvalidDocument("this ZIP is damaged: its end is missing")
    _, _, _, _, count, size, _, _ = _END.unpack_from(content, at)
    if count > _MAX_FILES or size > _MAX_LIST_BYTES or _END_OF_64 in content[max(0, at - 20) : at]:
        raise InvalidDocument(f"this ZIP has too many files; allowed are {_KNOWN_NAMES}")


def _check_member(info: ZipInfo, members: dict[str, bytes]) -> None:
    name = info.filename
    if name not in MAX_MEMBER_BYTES:
        raise InvalidDocument(f"unknown file; allowed are {_KNOWN_NAMES}", where=name[:80])
    if name in members:
        raise InvalidDocument("this file is in the ZIP twice", where=name)
    if info.flag_bits & 0x1:
        raise InvalidDocument("this file is encrypted", where=name)
    if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise InvalidDocument("this file's compression isn't supported; use Deflate", where=name)


def _content(archive: ZipFile, info: ZipInfo) -> bytes:
    """A member's content; reads at most one byte beyond its limit."""
    limit = MAX_MEMBER_BYTES[info.filename]
    with archive.open(info) as member:
        content = member.read(limit + 1)
    if len(content) > limit:
        raise InvalidDocument(f"the limit is {limit:,} bytes", where=info.filename)
    return content


def _notes(content: bytes) -> str:
    try:
        text = content.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise InvalidDocument(f"byte {error.start} is not UTF-8") from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if len(text) > LONGEST:
        raise InvalidDocument(f"the limit is {LONGEST:,} characters; this has {len(text):,}")
    documents.check(text)
    if costly := markdown.refusal(text):
        raise InvalidDocument(costly)
    return text


def _portrait_info(content: bytes) -> PortraitInfo:
    info = documents.convert(_parsed(content), PortraitInfo, where="")
    if len(info.alt) > LONGEST_ALT:
        message = f"the limit is {LONGEST_ALT} characters; this has {len(info.alt):,}"
        raise InvalidDocument(message, where="alt")
    if info.crop and info.crop.shape not in portraits.SHAPES:
        raise InvalidDocument(f"must be one of {', '.join(portraits.SHAPES)}", where="crop.shape")
    return info


def _wishes(content: bytes, slug: str) -> tuple[Entry, ...]:
    plain = _parsed(content)
    if not isinstance(plain, list):
        raise InvalidDocument("must be a list")
    if len(plain) > MOST_WISHES:
        raise InvalidDocument(f"the limit is {MOST_WISHES} wishes; this has {len(plain):,}")
    kind = registry.get(slug).entry_type
    return tuple(
        documents.convert(entry, kind, where=f"entry {number}")
        for number, entry in enumerate(plain, 1)
    )


def _parsed(content: bytes) -> object:
    try:
        return documents.parse(content.decode().removeprefix("\ufeff"))
    except UnicodeDecodeError as error:
        raise InvalidDocument(f"byte {error.start} is not UTF-8") from None


def _read_member(name: str, read: Callable[[], Result]) -> Result:
    """The result of `read`; an error in it names the member."""
    try:
        return read()
    except InvalidDocument as unreadable:
        place = places.in_words(unreadable.where)
        raise InvalidDocument(
            unreadable.message, where=f"{name}, {place}" if place else name
        ) from None


def _json(plain: object) -> bytes:
    return (json.dumps(plain, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "surrogatepass")
