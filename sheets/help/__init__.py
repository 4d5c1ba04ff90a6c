"""Two short guides, for players and for game masters: read and searched in the site."""
