"""Games of lines of stones: m,n,k games, tic-tac-toe and Gomoku."""
