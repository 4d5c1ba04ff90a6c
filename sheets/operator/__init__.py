"""The page of whoever runs the site."""
