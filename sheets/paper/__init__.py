"""What the pages for printing need: the choices, what goes onto the paper besides, copies kept."""
