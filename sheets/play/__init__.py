"""At the table: rolls, procedures, and what a turn holds."""
