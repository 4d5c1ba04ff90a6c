"""The fields of forms that a game declares, and reading what was sent."""
