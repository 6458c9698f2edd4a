"""Ultimate tic-tac-toe: rules, texts, the board, and what searches use."""
