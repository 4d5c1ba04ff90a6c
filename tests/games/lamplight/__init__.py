"""Lamplight, in a folder of its own."""

from .game import SYSTEM as SYSTEM
