"""All that `sheets.printing` offers to others."""

from sheets.printing.api import (
    blank_key,
    blank_pdf,
    content_key,
    page_pictures,
    print_job,
    sheet_job,
    sheet_pdf,
    unprintable,
    warm_up,
)
from sheets.printing.booklet import booklet_key, booklet_pdf, folded
from sheets.printing.briefing.pdf import briefing_key, briefing_pdf
from sheets.printing.chronicle import chronicle_key, chronicle_pdf
from sheets.printing.convention import convention_key, convention_pdf
from sheets.printing.guide import guide_key, guide_pdf
from sheets.printing.options import KINDS, PAPERS, Extras, Note, PrintOptions
from sheets.printing.pack import pack_key, pack_pdf
from sheets.printing.pdf.pool import PrinterBusy, PrinterNotStarted, PrintingFailed
from sheets.printing.statblocks import statblocks_key, statblocks_pdf

__all__ = [
    "KINDS",
    "PAPERS",
    "Extras",
    "Note",
    "PrintOptions",
    "PrinterBusy",
    "PrinterNotStarted",
    "PrintingFailed",
    "blank_key",
    "blank_pdf",
    "booklet_key",
    "booklet_pdf",
    "briefing_key",
    "briefing_pdf",
    "chronicle_key",
    "chronicle_pdf",
    "content_key",
    "convention_key",
    "convention_pdf",
    "folded",
    "guide_key",
    "guide_pdf",
    "pack_key",
    "pack_pdf",
    "page_pictures",
    "print_job",
    "sheet_job",
    "sheet_pdf",
    "statblocks_key",
    "statblocks_pdf",
    "unprintable",
    "warm_up",
]
