"""A PDF as readers other than WeasyPrint see it: pypdf, Poppler, pdfium, MuPDF, outloud."""

import html
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from tempfile import NamedTemporaryFile

import outloud
import pymupdf
import pypdfium2
import pypdfium2.raw as raw
from pypdf import PdfReader


@lru_cache(maxsize=16)
def pages(pdf: bytes) -> list[str]:
    """The text of each page, in the order in which it is painted."""
    return [page.extract_text() for page in PdfReader(BytesIO(pdf)).pages]


def text(pdf: bytes) -> str:
    """All text on one line, every run of white space one space."""
    return " ".join(" ".join(pages(pdf)).split())


def values(pdf: bytes) -> list[str]:
    """The values in the fields of each page, in one line."""
    boxes = [page.get("/Annots", []) for page in PdfReader(BytesIO(pdf)).pages]
    return [" ".join(str(box.get_object().get("/V", "")) for box in page) for page in boxes]


def _poppler(program: str, *options: str, pdf: bytes) -> str:
    out = ["-"] if program == "pdftotext" else []
    done = subprocess.run(
        [program, *options, "-", *out], input=pdf, capture_output=True, check=True
    )
    return done.stdout.decode("utf-8", "replace")


def told(pdf: bytes) -> str:
    """The text as a screen reader speaks it, in the order of the tags."""
    return " ".join(" ".join(text for _, text in tagged(pdf)).split())


def told_by_poppler(pdf: bytes) -> str:
    """The same as Poppler finds it, which reads the whole page again for each piece, but joins
    letters that are set apart.
    """
    quoted = re.findall(r'"(.*)"', _poppler("pdfinfo", "-struct-text", pdf=pdf))
    return " ".join(" ".join(quoted).split())


def tagged(pdf: bytes) -> list[tuple[str, str]]:
    """Each piece of text with its tag, in the order of the tags. Spaces at the ends are none of
    it.
    """
    reader = PdfReader(BytesIO(pdf))
    numbers = {page.indirect_reference.idnum: at for at, page in enumerate(reader.pages)}
    texts = _marked(pdf)

    def walk(node, tag: str, page: int) -> Iterator[tuple[str, str]]:
        node = node.get_object()
        if isinstance(node, int):
            yield tag, texts[page, node].strip()
        elif isinstance(node, list):
            for kid in node:
                yield from walk(kid, tag, page)
        else:
            page = numbers[node.raw_get("/Pg").idnum] if "/Pg" in node else page
            if "/MCID" in node:
                yield tag, texts[page, node["/MCID"]].strip()
            elif "/K" in node:
                yield from walk(node["/K"], str(node["/S"]), page)

    return list(walk(reader.trailer["/Root"]["/StructTreeRoot"]["/K"], "", 0))


def _marked(pdf: bytes) -> dict[tuple[int, int], str]:
    """The text of each mark that tags refer to, by its page and number, as pdfium reads it."""
    found: dict[tuple[int, int], str] = defaultdict(str)
    with pypdfium2.PdfDocument(pdf) as document:
        for number, page in enumerate(document):
            text = page.get_textpage()
            for piece in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT]):
                size = raw.FPDFTextObj_GetText(piece, text, None, 0)
                held = (raw.FPDF_WCHAR * (size // 2))()
                raw.FPDFTextObj_GetText(piece, text, held, size)
                mark = raw.FPDFPageObj_GetMarkedContentID(piece)
                # A hyphen that ends a line has a sign of pdfium's own.
                read = bytes(held).decode("utf-16-le").rstrip("\0").replace("\x02", "-")
                found[number, mark] += read
    return found


def information(pdf: bytes) -> dict[str, str]:
    """The particulars of the file: title, author, pages, size."""
    lines = _poppler("pdfinfo", pdf=pdf).splitlines()
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


def complaints(pdf: bytes) -> list[str]:
    """The faults against PDF/UA, and those that make a page harder to follow, by outloud's
    reckoning.
    """
    with NamedTemporaryFile(suffix=".pdf") as file:
        Path(file.name).write_bytes(pdf)
        result = outloud.check(file.name)
    assert result.error is None, result.error
    return [
        f"{found.rule} {found.message}" for found in result.findings if found.severity != "info"
    ]


def undefined_glyphs(pdf: bytes) -> int:
    """The number of empty boxes in place of a character, as MuPDF reads it."""
    with pymupdf.open(stream=pdf) as document:
        spans = (span for page in document for span in page.get_texttrace())
        return sum(glyph == 0 for span in spans for _, glyph, *_ in span["chars"])


Word = tuple[float, float, float, float, str]


def words(pdf: bytes) -> list[tuple[float, float, list[Word]]]:
    """For each page its width and height, and its words with their boxes, in points."""
    found = []
    pattern = r'<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)</word>'
    for page in _poppler("pdftotext", "-bbox", pdf=pdf).split("<page ")[1:]:
        wide, high = re.findall(r'="([\d.]+)"', page)[:2]
        boxes = [
            (*map(float, sides), html.unescape(word)) for *sides, word in re.findall(pattern, page)
        ]
        found.append((float(wide), float(high), boxes))
    return found


def out_of_place(pdf: bytes) -> list[str]:
    """Words that leave the margins, or that lie on one another."""
    return [
        fault
        for number, page in enumerate(words(pdf), start=1)
        for fault in overlaps(number, *page)
    ]


def overlaps(number: int, wide: float, high: float, boxes: list[Word]) -> list[str]:
    """Words of one page that leave its margins, or that lie on one another."""
    found = []
    readable = [box for box in boxes if any(char.isalnum() for char in box[4])]
    for x, y, right, bottom, word in readable:
        if x < 30 or right > wide - 30 or y < 20 or bottom > high - 15:
            found.append(f"page {number}: {word} leaves the page")
    cores = sorted((_core(box) for box in readable), key=lambda box: box[1])
    for place, one in enumerate(cores):
        for other in cores[place + 1 :]:
            if other[1] >= one[3]:
                break
            if one[0] < other[2] and other[0] < one[2]:
                found.append(f"page {number}: {one[4]} lies on {other[4]}")
    return found


def _core(box: Word) -> Word:
    """The middle of a word's box: where its letters certainly are, whatever its line height."""
    x, y, right, bottom, word = box
    inset = (bottom - y) * 0.36
    return x + 0.4, y + inset, right - 0.4, bottom - inset, word


def fonts(pdf: bytes) -> list[str]:
    """The names of the embedded fonts, without the tags of their subsets."""
    lines = _poppler("pdffonts", pdf=pdf).splitlines()[2:]
    return [line.split()[0].partition("+")[2] for line in lines]
