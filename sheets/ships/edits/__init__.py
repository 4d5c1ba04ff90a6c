"""The numbers of a craft that were entered by hand: editing them, and undoing that."""
