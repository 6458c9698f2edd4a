"""The board of backgammon: its layout, its points and checkers, dice and cube, and the picking of its moves. Pure."""
