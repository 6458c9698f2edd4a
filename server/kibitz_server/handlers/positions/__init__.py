"""Commands about positions outside of a match: lines of an analysis board, and an engine's opinion."""
