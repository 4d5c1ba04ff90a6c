"""Printed sheets: HTML to PDF. The only package that imports WeasyPrint.

`sheet_pdf` and `blank_pdf` make the PDF that a `PrintOptions` asks for, `content_key` hashes what
it would hold, `page_pictures` renders its pages. Inside: `sheet.sections` prepares each section,
`sheet.first_page` and `sheet.row_heights` fit the first page, `sheet.compose` renders the template,
`pdf` runs WeasyPrint in a worker process.

The process that prints asks this package for nothing, and so starts without Django and the rules:
`interface` is loaded when somebody does.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sheets.printing.interface import *  # noqa: F403 (its `__all__` names them)
else:

    def __getattr__(name: str) -> object:
        return getattr(import_module("sheets.printing.interface"), name)
