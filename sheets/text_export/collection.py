"""Several characters in one file: a ZIP of the files that each is exported as."""

from collections import Counter
from typing import IO
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from sheets import responses
from sheets.models.character import CharacterQuerySet
from sheets.release import PROGRAM
from sheets.text_export import bundle

READ_ME = f"""Characters from {PROGRAM}.

Each ZIP beside this file is one character, with its history, notes, portrait, and wish list.
Import reads one at a time: unpack this file, then import the ones that you want.
"""
CHUNK_SIZE = 20


def write(characters: CharacterQuerySet, file: IO[bytes]) -> None:
    """Writes the ZIP; the characters and their portraits are read a few at a time."""
    names = Counter[str]()
    with ZipFile(file, "w", ZIP_STORED) as packed:
        packed.writestr(ZipInfo(bundle.READ_ME_NAME, bundle.FIXED_TIME), READ_ME)
        rows = characters.select_related("notes", "portrait").whole()
        for character in rows.iterator(chunk_size=CHUNK_SIZE):
            name = responses.file_name(character.name)
            names[name.casefold()] += 1
            count = names[name.casefold()]
            numbered = f"{name} ({count})" if count > 1 else name
            info = ZipInfo(f"{numbered}.zip", bundle.FIXED_TIME)
            packed.writestr(info, bundle.pack(character))
