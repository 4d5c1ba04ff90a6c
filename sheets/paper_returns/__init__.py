"""Printed sheets that come back from the table."""
