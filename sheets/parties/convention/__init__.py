"""A table at a convention: characters made for it, and their print."""
