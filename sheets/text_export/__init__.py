"""The sheet as text: Markdown, and plain text for chat or play-by-post.

Sections are written by kind, whatever the game. There is no HTML, and nothing is read back.
"""

from sheets.text_export.markdown import as_markdown
from sheets.text_export.plain import as_plain

__all__ = ["as_markdown", "as_plain"]
