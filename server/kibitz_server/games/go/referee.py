"""Rules of Go that are faster in plain Python."""

from kibitz_server.games.go.chains import breathes, hash_after
from kibitz_server.games.go.notation import PASS
from kibitz_server.games.go.rules import PLACES, State


def legal(s: State, moves: list[int], k: int) -> int:
    """Write the legal moves as `legal` does, but look up the boards of a long game in a set, made at most once."""
    colour = 1 + s.turn
    past: set[int] = set()
    for cell in PLACES:
        if s.cells[cell] == 0 and breathes(s, cell, colour):
            if s.lost[cell] & colour:
                past = past or set(s.history[: s.plies + 1])
                if hash_after(s, cell, colour) in past:
                    continue
            moves[k] = cell
            k += 1
    moves[k] = PASS
    return k + 1
