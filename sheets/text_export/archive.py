"""The files to import in what was sent: one file, or each one of a ZIP: of several characters, of
folders, of actors.
"""

from __future__ import annotations

import zlib
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from rules.exchange import foreign
from rules.problems import InvalidDocument
from sheets.text_export import bundle

MOST_FILES, MOST_BYTES = 300, 16 * 1024 * 1024
# Names in a ZIP by which it is known as something else.
_FOREIGN = (
    ("word/", "a Word document"),
    ("xl/", "a spreadsheet"),
    ("content.xml", "a document of LibreOffice or a token of MapTool"),
    ("AndroidManifest.xml", "an Android app"),
    ("MANIFEST-", "the database of a Foundry compendium. In Foundry, export the actors themselves"),
)
_ENDINGS = (".json", ".db", ".zip", ".txt")


def files(content: bytes) -> list[tuple[str, bytes]]:
    """Each file to import by its name: "" for one that was sent alone. InvalidDocument where there
    is none, with what the ZIP is.
    """
    if not content.startswith(bundle.SIGNATURE):
        return [("", content)]
    try:
        with ZipFile(BytesIO(content)) as packed:
            infos = packed.infolist()
            if len(infos) > 3 * MOST_FILES:
                raise InvalidDocument(f"this ZIP has too many files; at most {MOST_FILES} are read")
            infos = [info for info in infos if not bundle.is_litter(info.filename)]
            folders = _folders(infos)
            if len(folders) == 1 or not infos:
                return [("", content)]
            if folders:
                return _several(packed, infos, folders)
            return _loose(packed, infos)
    except (BadZipFile, EOFError, zlib.error, OSError, ValueError, NotImplementedError):
        # Said by what reads one character, with the place.
        return [("", content)]


def _path(info: ZipInfo) -> str:
    return info.filename.replace("\\", "/")


def _folders(infos: list[ZipInfo]) -> list[str]:
    """The folders with a character in each: "Ada/", "Vessa/"."""
    paths = [_path(info) for info in infos]
    return sorted(
        path.removesuffix(bundle.CHARACTER)
        for path in paths
        if path.split("/")[-1] == bundle.CHARACTER and ".." not in path
    )


def _several(packed: ZipFile, infos: list[ZipInfo], folders: list[str]) -> list[tuple[str, bytes]]:
    """Each folder as a ZIP of its own."""
    found, room = list[tuple[str, bytes]](), MOST_BYTES
    for folder in folders[:MOST_FILES]:
        buffer = BytesIO()
        with ZipFile(buffer, "w", ZIP_STORED) as one:
            for info in infos:
                name = _path(info).removeprefix(folder)
                if _path(info).startswith(folder) and name in bundle.MAX_MEMBER_BYTES:
                    member = _content(packed, info, min(room, bundle.MAX_MEMBER_BYTES[name]))
                    room -= len(member)
                    one.writestr(ZipInfo(name, bundle.FIXED_TIME), member)
        found.append((folder.rstrip("/"), buffer.getvalue()))
    return found


def _loose(packed: ZipFile, infos: list[ZipInfo]) -> list[tuple[str, bytes]]:
    """Every file in it that may be one to import."""
    for mark, what in _FOREIGN:
        if any(_path(info).split("/")[-1].startswith(mark) or _path(info).startswith(mark)
               for info in infos):  # fmt: skip
            raise foreign.refused(what)
    infos = [
        info
        for info in infos
        if _path(info).casefold().endswith(_ENDINGS)
        and _path(info).split("/")[-1] != bundle.READ_ME_NAME
    ]
    known = [info for info in infos if _path(info) not in bundle.MAX_MEMBER_BYTES]
    if not known:
        return [("", BytesIO.getvalue(packed.fp))] if isinstance(packed.fp, BytesIO) else []
    found, room = list[tuple[str, bytes]](), MOST_BYTES
    for info in known[:MOST_FILES]:
        content = _content(packed, info, min(room, bundle.MAX_BYTES))
        room -= len(content)
        found.append((_path(info).split("/")[-1], content))
    return found


def _content(packed: ZipFile, info: ZipInfo, most: int) -> bytes:
    if info.flag_bits & 0x1 or info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise InvalidDocument("this ZIP is encrypted, or packed in a way that isn't read here")
    with packed.open(info) as member:
        content = member.read(most + 1)
    if len(content) > most:
        raise InvalidDocument(f"{info.filename[:80]} is too large")
    return content
