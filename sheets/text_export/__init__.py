"""A sheet as text: Markdown, and plain text for a chat or a game played by post.

Sections are written by their kind, whatever the game. No HTML, and nothing that is read back.
"""

from sheets.text_export.markdown import as_markdown
from sheets.text_export.plain import as_plain

__all__ = ["as_markdown", "as_plain"]
