"""Declared games of dots: pools of ten-sided dice that count successes."""
