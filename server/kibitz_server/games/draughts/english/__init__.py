"""English draughts on bitboards of the 32 dark squares."""
