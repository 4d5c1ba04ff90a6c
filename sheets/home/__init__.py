"""The landing page, the credits, and the choice of a theme."""
