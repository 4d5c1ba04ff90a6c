"""Rolls and procedures at the table: their forms, their chances, and what comes of them."""
