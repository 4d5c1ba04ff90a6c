"""Django's SQLite for a site whose database is one file among others."""
