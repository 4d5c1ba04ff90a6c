"""A character's sheet on paper: HTML → PDF. The only place that imports WeasyPrint.

`sheet_pdf` and `blank_pdf` make the files an `Edition` asks for, `content_key` names what one would
hold, `page_pictures` shows it. Everything else here is how: `parts` says what each cell shows,
`share` and `fit` what stands on the first page, `compose` puts it into a game's template, `render`
has it made in a process apart.
"""

from sheets.printing.api import (
    blank_key,
    blank_pdf,
    content_key,
    page_pictures,
    print_job,
    sheet_job,
    sheet_pdf,
)
from sheets.printing.booklet import booklet_key, booklet_pdf
from sheets.printing.briefing.pdf import brief_key, brief_pdf
from sheets.printing.edition import KINDS, PAPERS, Edition, Extras, Note
from sheets.printing.pack import pack_key, pack_pdf
from sheets.printing.pdf.pool import NotNow, PrintingFailed

__all__ = [
    "KINDS",
    "PAPERS",
    "Edition",
    "Extras",
    "NotNow",
    "Note",
    "PrintingFailed",
    "blank_key",
    "blank_pdf",
    "booklet_key",
    "booklet_pdf",
    "brief_key",
    "brief_pdf",
    "content_key",
    "pack_key",
    "pack_pdf",
    "page_pictures",
    "print_job",
    "sheet_job",
    "sheet_pdf",
]
