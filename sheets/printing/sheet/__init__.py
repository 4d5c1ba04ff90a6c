"""A character's sheet on paper, and cards, tents, and details that go with it."""
