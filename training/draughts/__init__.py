"""Table of draughts endings."""
