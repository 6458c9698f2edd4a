"""What a client does for fair draws: give a random text before the start, and check the seed at the end. Pure.

Before the match starts, the server sends the SHA-256 of a secret seed, and afterwards the seed itself. Between the two
it can change neither the seed nor the draws, which follow from the seed and from a random text of each player.
"""

import hashlib

from kibitz_client.match.state import MatchState
from kibitz_protocol.to_client import Snapshot

FITS = "the seed of the draws fits its hash from before the first move"
DIFFERS = "the seed of the draws does NOT fit its hash from before the first move: the draws may have been chosen"
HIDDEN = "the seed of the draws is revealed when the match is over"


def wants_lots(snapshot: Snapshot) -> bool:
    """Return whether a match that has not started waits for a random text of this client's player."""
    if snapshot.phase != "open" or snapshot.seed_hash is None:
        return False
    # A player of several seats gives one text.
    return bool(snapshot.yours) and not any(snapshot.lots[seat] for seat in snapshot.yours if seat < len(snapshot.lots))


def waits_for_texts(state: MatchState) -> bool:
    """Return whether a player has not given the random text for a match with chance. No engine gives one."""
    players = [view.seat for view in state.seats if view.kind == "human"]
    return state.seed_hash is not None and any(seat >= len(state.lots) or state.lots[seat] is None for seat in players)


def seed_fits(state: MatchState) -> bool | None:
    """Return whether the revealed seed has the hash that came first; None without chance or before the end."""
    if state.seed_hash is None or state.seed is None:
        return None
    return hashlib.sha256(bytes.fromhex(state.seed)).hexdigest() == state.seed_hash


def fairness_text(state: MatchState) -> str:
    """Return in a sentence whether the seed fits; empty for a match without chance."""
    if state.seed_hash is None:
        return ""
    return {True: FITS, False: DIFFERS, None: HIDDEN}[seed_fits(state)]
