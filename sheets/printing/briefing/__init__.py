"""The briefing on paper."""
