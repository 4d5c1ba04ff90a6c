"""Prints on the site: their options, previews, downloads, and cache."""
