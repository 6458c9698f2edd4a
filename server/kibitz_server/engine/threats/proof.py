"""Template of proof-number search: it proves whether one seat, the attacker, can force a win from a position.

It is df-pn (Nagai, 2002), the depth-first form of proof-number search (Allis, van der Meulen and van den Herik, 1994):
always expand the leaf that needs the least to prove or to disprove the root. A node whose children are sums counts the
hardest of them and 1 for each other one (weak proof-number search: Ueda and others, 2008), because transpositions would
count the same leaves many times.

Where neither side can win at once, a threat search looks for the attacker's win first. If it finds one although the
defender passes, only the defender's moves that can stop that win are tried (Thomsen, 2000). With ATTACKS, a move of the
attacker that leaves no such win is given up, so that wins by threats are proven soon, and nothing is disproven.
"""

from typing import Annotated, Any

from kibitz_server.engine.control import LINE, SearchControl
from kibitz_server.engine.templates import line, node, order, table
from kibitz_server.engine.templates.line import end_line, extend_line
from kibitz_server.engine.templates.node import stopped, visit
from kibitz_server.engine.templates.table import slot
from kibitz_server.engine.threats import fours
from kibitz_server.engine.threats.fours import ZERO, win_by_threats
from kibitz_server.games.bits import GOLDEN
from kibitz_server.games.record import I32, I64, U64, Array, RecordArray, Struct

HELPERS = (line, node, order, table, fours)
ENTRIES = ("search",)
SLOTS = (*fours.SLOTS, "sound", "building", "refuting", "hopeless", "MAX_MOVES", "TABLE_BITS", "ATTACKS")
completing: Any = None
sound: Any = None
building: Any = None
refuting: Any = None
hopeless: Any = None
play: Any = None
key: Any = None
LAST: int = 0
MAX_MOVES: int = 0
ROOM: int = 0
ATTACKS: int = 0

SOLVED = 2**28
"""Proof number of a disproven position, and disproof number of a proven one; the other number is 0."""
NUMBERS = 2**32
"""Factor of the proof number in a result."""
OPEN = NUMBERS + 1
PROVEN = SOLVED
DISPROVEN = SOLVED * NUMBERS
"""Results of a position that is new, and of one that is known."""
THREATS_EACH = 12
"""Most threats that are tried at a node."""
NODES_EACH = 400
"""Most nodes of the threat search at a node."""
FAILED_SIZE = fours.FAILED_SIZE


class ProofNumbers(Struct):
    """Table entry: the proof and disproof number of a position."""

    key: U64
    proof: I32
    disproof: I32


class Workspace(fours.Workspace):
    """Memory of the threat search, which begins at `frames[0]`, and a stack of its own: `path[ply]` are states."""

    first: I64
    end: I64
    tried: Annotated[list[int], Array("i4", "ROOM")]
    worth: Annotated[list[int], Array("i4", "ROOM")]
    path: Annotated[list[Any], RecordArray("State", "FRAMES")]
    proofs: Annotated[list[int], Array("i4", "ROOM")]
    disproofs: Annotated[list[int], Array("i4", "ROOM")]
    table: Annotated[list[ProofNumbers], RecordArray("ProofNumbers", "TABLE_SIZE")]


def search(
    ws: Workspace, control: SearchControl, attacker: int, most_proof: int, most_disproof: int, ply: int, k: int
) -> int:
    """Return the proof number of `ws.path[ply]`, times NUMBERS, plus its disproof number.

    It returns as soon as one of them reaches its limit, or the search is stopped. `control.horizon` counts the
    positions that were given up: without any, a disproof holds. Moves are kept in `ws.tried[k:]`. The move to play at
    ply 0 is in `ws.lines[0]`, which has a whole line if the win is by threats.
    """
    if not visit(control):
        return OPEN
    if ply == 0:
        ws.path[0] = ws.frames[0]
    s = ws.path[ply]
    attacks = s.turn == attacker
    verdict = expand(ws, control, s, attacker, ply, k)
    first = ws.first
    end = ws.end
    if verdict != OPEN or stopped(control):
        return verdict
    for i in range(first, end):
        _ = take_best_of(ws, i, end)
        look_up(ws, i, s, attacker, ply)
    while True:
        # The numbers that are easy to see (the smallest counts) and hard to see (the hardest one and all others count).
        best = -1
        easy = second = SOLVED
        hardest = left = 0
        for i in range(first, end):
            mine = ws.proofs[i] if attacks else ws.disproofs[i]
            theirs = ws.disproofs[i] if attacks else ws.proofs[i]
            if mine < SOLVED:
                left += 1
                hardest = max(hardest, theirs)
            if mine < easy or best < 0:
                second = easy
                easy = mine
                best = i
            elif mine < second:
                second = mine
        hard = 0 if left == 0 else SOLVED if easy == 0 else min(SOLVED - 1, hardest + left - 1)
        most_easy = most_proof if attacks else most_disproof
        most_hard = most_disproof if attacks else most_proof
        if easy == 0 or left == 0 or easy >= most_easy or hard >= most_hard:
            break
        ws.path[ply + 1] = s
        play(ws.path[ply + 1], ws.tried[best])
        child_easy = min(most_easy, second + 1 + second // 4)
        child_hard = most_hard - left + 1
        if attacks:
            found = search(ws, control, attacker, child_easy, child_hard, ply + 1, end)
        else:
            found = search(ws, control, attacker, child_hard, child_easy, ply + 1, end)
        if stopped(control):
            return OPEN
        ws.proofs[best] = found // NUMBERS
        ws.disproofs[best] = found % NUMBERS
    if ply == 0:
        end_line(ws, 1)
        extend_line(ws, 0, ws.tried[best])
    proof = easy if attacks else hard
    disproof = hard if attacks else easy
    keep(ws, control, s, attacker, proof, disproof)
    return int(proof * NUMBERS + disproof)


def expand(ws: Workspace, control: SearchControl, s: Any, attacker: int, ply: int, k: int) -> int:
    """Write the moves to try to `ws.tried[ws.first:ws.end]`. Return OPEN, or PROVEN or DISPROVEN if that is seen here.

    No line is complete in `s`, because a move that completes one is seen before it is played.
    """
    me = s.turn
    attacks = me == attacker
    ws.first = k
    end = completing(s, me, ws.tried, k)
    if end == k:
        end = completing(s, 1 - me, ws.tried, k)
        ws.end = end
        if end == k:
            return expand_quiet(ws, control, s, attacker, ply, k)
        ws.worth[k] = 0
        if end == k + 1:
            return OPEN
        attacks = not attacks
    if ply == 0:
        end_line(ws, 1)
        extend_line(ws, 0, ws.tried[k])
    return PROVEN if attacks else DISPROVEN


def expand_quiet(ws: Workspace, control: SearchControl, s: Any, attacker: int, ply: int, k: int) -> int:
    """Do the work of `expand` where neither side can win at once."""
    attacks = s.turn == attacker
    ws.end = k
    if hopeless(s, attacker):
        return DISPROVEN
    if ply >= LAST or k + 3 * MAX_MOVES > ROOM:
        control.horizon += 1
        return DISPROVEN
    ws.frames[0] = s
    ws.frames[0].turn = attacker
    plies = threat_win(ws, control)
    if stopped(control):
        return OPEN
    if plies > 0 and attacks:
        return PROVEN
    if 0 < plies < LINE:
        for i in range(plies):
            ws.tried[k + i] = ws.lines[0].moves[i]
        ws.first = k + plies
        ws.end = refuting(s, k, ws.tried, ws.worth, ws.first)
    elif not ATTACKS:
        ws.end = sound(s, ws.tried, ws.worth, k)
    elif attacks:
        ws.end = building(s, ws.tried, ws.worth, k)
    else:
        control.horizon += 1
    return OPEN if ws.end > ws.first else DISPROVEN


def threat_win(ws: Workspace, control: SearchControl) -> int:
    """Return in how many plies the side to move of `ws.frames[0]` wins by threats, as far as a short search sees."""
    horizon = control.horizon
    most = control.nodes + NODES_EACH
    plies = 0
    for threats in range(1, THREATS_EACH + 1):
        control.horizon = 0
        plies = win_by_threats(ws, control, threats, most)
        if plies > 0 or control.horizon == 0 or control.nodes >= most:
            break
    control.horizon = horizon
    return int(plies)


def take_best_of(ws: Workspace, i: int, end: int) -> int:
    """Move the best of tried[i:end] to index i and return it."""
    best = i
    for j in range(i + 1, end):
        if ws.worth[j] > ws.worth[best]:
            best = j
    move, worth = ws.tried[best], ws.worth[best]
    ws.tried[best], ws.worth[best] = ws.tried[i], ws.worth[i]
    ws.tried[i], ws.worth[i] = move, worth
    return int(move)


def name_of(s: Any, attacker: int) -> int:
    """Return the key of a position in the table, which holds results for both attackers."""
    name: int = key(s) ^ (GOLDEN if attacker else ZERO)
    return name


def look_up(ws: Workspace, i: int, s: Any, attacker: int, ply: int) -> None:
    """Set the numbers of the move `ws.tried[i]` to those in the table, if it has them."""
    ws.path[ply + 1] = s
    play(ws.path[ply + 1], ws.tried[i])
    name = name_of(ws.path[ply + 1], attacker)
    entry = ws.table[slot(name)]
    known = entry.key == name and entry.proof + entry.disproof > 0
    ws.proofs[i] = entry.proof if known else 1
    ws.disproofs[i] = entry.disproof if known else 1


def keep(ws: Workspace, control: SearchControl, s: Any, attacker: int, proof: int, disproof: int) -> None:
    """Store the numbers of a position."""
    name = name_of(s, attacker)
    entry = ws.table[slot(name)]
    if entry.proof + entry.disproof == 0:
        control.filled += 1
    entry.key = name
    entry.proof = proof
    entry.disproof = disproof
