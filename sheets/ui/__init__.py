"""HTML components of every page."""
