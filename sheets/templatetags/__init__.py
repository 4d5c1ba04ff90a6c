"""Shows figures and declarations: the library `hyperspace`, and the markup that pages repeat."""
