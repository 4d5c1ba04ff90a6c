"""The life of a character after creation: entries, their rules, history, plans, and undo."""
