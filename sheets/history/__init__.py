"""The ledger of a character over time, and undo."""
