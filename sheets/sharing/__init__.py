"""Share links of a character."""
