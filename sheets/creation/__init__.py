"""The wizard: creation step by step, and the rebuild of a finished character."""
