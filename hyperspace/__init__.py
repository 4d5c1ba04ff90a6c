"""Wiring: settings, addresses, health and headers. No product logic lives here."""
