"""Shows figures and declarations: the library `hyperspace`, and the markup of what pages repeat often."""
