"""A printed sheet that comes back from the table."""
