"""The rules engine: documents in, sheets out. Pure Python; `apps.py` alone knows Django."""
