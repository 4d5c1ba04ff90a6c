"""A character sheet as sections of figures, and how two sheets differ."""
