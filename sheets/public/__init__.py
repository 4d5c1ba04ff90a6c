"""Pages behind a share link, for anyone who has it."""
