"""The files of embedded fonts: no more than what draws, and what draws as it was."""

from io import BytesIO

from fontTools.ttLib import TTFont

from sheets.printing.pdf.font_file import bare
from sheets.printing.type.fonts import TEXT, path


def test_a_font_keeps_only_the_tables_that_draw() -> None:
    whole = path(TEXT).read_bytes()
    made = bare(whole)
    with TTFont(BytesIO(whole)) as before, TTFont(BytesIO(made)) as after:
        kept = {"glyf", "head", "hhea", "hmtx", "loca", "maxp"}
        assert set(after.reader.keys()) == kept
        assert all(after.reader[name] == before.reader[name] for name in kept)


def test_a_file_that_is_no_such_font_stays_as_it_is() -> None:
    for other in (b"", b"OTTO", b"OTTO" + bytes(40)):
        assert bare(other) == other
