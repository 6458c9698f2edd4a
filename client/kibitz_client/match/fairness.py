"""What a client does for fair chance events: give a client seed before the start, and check the seed at the end. Pure.

Before the match starts, the server sends the SHA-256 of a server seed, and afterwards the seed itself. Between the two
it can change neither the seed nor the chance events, which follow from the seed and from a client seed of each player.
"""

import hashlib

from kibitz_client.match.state import MatchState
from kibitz_protocol.fairness.check import Received
from kibitz_protocol.to_client import Snapshot

FITS = "the server seed fits its hash from before the first move"
DIFFERS = "the server seed does NOT fit its hash from before the first move: dice or cards may have been chosen"
HIDDEN = "the server seed is revealed when the match is over"
KEPT = "the match ended early, so cards that were not shown stay hidden and the seed stays secret"


def received_before_start(snapshot: Snapshot) -> Received | None:
    """Return the hash that a player receives before the start; None for others, later, and in games without chance."""
    if snapshot.phase != "open" or snapshot.server_seed_hash is None or not snapshot.yours:
        return None
    return Received(snapshot.match, snapshot.server_seed_hash, None)


def wants_client_seed(snapshot: Snapshot) -> bool:
    """Return whether a match that has not started waits for a client seed of this client's player."""
    # A player of several seats gives one text.
    return received_before_start(snapshot) is not None and not any(
        snapshot.client_seeds[seat] for seat in snapshot.yours if seat < len(snapshot.client_seeds)
    )


def waits_for_texts(state: MatchState) -> bool:
    """Return whether a player has not given the client seed for a match with chance. No engine gives one."""
    players = [view.seat for view in state.seats if view.kind == "human"]
    return state.server_seed_hash is not None and any(
        seat >= len(state.client_seeds) or state.client_seeds[seat] is None for seat in players
    )


def seed_fits(state: MatchState) -> bool | None:
    """Return whether the revealed seed has the hash that came first; None without chance or before the end."""
    if state.server_seed_hash is None or state.server_seed is None:
        return None
    return hashlib.sha256(bytes.fromhex(state.server_seed)).hexdigest() == state.server_seed_hash


def fairness_text(state: MatchState) -> str:
    """Return in a sentence whether the seed fits, or that it stays secret; empty for a match without chance."""
    if state.server_seed_hash is None:
        return ""
    if state.seed_kept:
        return KEPT
    return {True: FITS, False: DIFFERS, None: HIDDEN}[seed_fits(state)]
