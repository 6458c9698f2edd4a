"""Evaluation of small m,n,k boards, by the lines that are left, and the order of moves."""

from kibitz_server.games.bits import ALL, GOLDEN, mix, popcount
from kibitz_server.games.mnk.rules import LINES, State, legal
from kibitz_server.games.mnk.wide import centrality

CENTRALITY = centrality(3, 3)


def evaluate(s: State) -> int:
    """Return the difference in open lines; a line counts the square of the stones that one side alone has in it."""
    score = 0
    for line in LINES:
        mine, theirs = popcount(s.own & line), popcount(s.other & line)
        if theirs == 0:
            score += mine * mine
        elif mine == 0:
            score -= theirs * theirs
    return score


def ordered(s: State, moves: list[int], scores: list[int], k: int) -> int:
    """Write the legal moves, the centre first."""
    end = legal(s, moves, k)
    for i in range(k, end):
        scores[i] = CENTRALITY[moves[i]]
    return end


def key(s: State) -> int:
    """Return a hash of the stones, which also determine the turn."""
    return mix(((s.own * GOLDEN) & ALL) ^ mix(s.other))
