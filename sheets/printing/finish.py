"""What is done to a PDF after WeasyPrint has laid it out: frames under the words, fields over them,
and what its tags lack."""

from __future__ import annotations

from typing import Any

from sheets.printing.fields import dress_fields
from sheets.printing.frame import draw_frames
from sheets.printing.tags import mend_tags


def finish(document: Any, pdf: Any) -> None:
    """A finisher for WeasyPrint: called with its document and the PDF before that is written."""
    draw_frames(document, pdf)
    mend_tags(pdf)
    dress_fields(document, pdf)
