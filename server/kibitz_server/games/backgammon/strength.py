"""What searches of backgammon use besides the evaluation by a network."""

from kibitz_server.games.backgammon.moves import State
from kibitz_server.games.bits import mix, u64, zobrist

CALLED = ("weigh", "legal", "play", "chance", "contact_inputs", "race_inputs", "activate")
KEEP = 0
CELL_WORDS = zobrist(50 * 16)


def key(s: State) -> int:
    """Return a hash of the whole position: there is no history."""
    word: int = u64(0)
    for cell in range(50):
        word ^= CELL_WORDS[16 * cell + s.checkers[cell]]
    rest = s.turn | (s.high << 1) | (s.low << 4) | (s.stage << 7) | (s.cube << 10) | ((s.owner + 1) << 13)
    rest |= (s.crawford << 15) | (s.score[0] << 16) | (s.score[1] << 32)
    return mix(mix(u64(rest)) ^ word)
