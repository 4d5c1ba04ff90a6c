"""What a share link shows, to anyone who has it."""
