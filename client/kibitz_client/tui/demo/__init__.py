"""`kibitz demo`: two engines play from a balanced opening, and a picture in the terminal shows what they think."""
