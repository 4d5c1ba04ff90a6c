"""Fonts, glyphs, and measured text."""
