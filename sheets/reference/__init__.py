"""The rules of a game on the site: to read, to search, and as a booklet."""
