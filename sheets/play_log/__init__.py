"""The play log of a character: its entries, who made them, and undo."""
