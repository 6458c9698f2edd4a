"""The commands of a player after a `/`, and which of them make sense now. No Textual.

The server decides what is allowed. This list only keeps completion and palette free of entries that it would refuse.
"""

from kibitz_client.match.state import MatchState, can_claim, can_go_berserk

COMMANDS = (
    "accept", "abort", "adjourn", "berserk", "chat ", "claim", "copy", "decline", "draw", "explain", "fairness",
    "flip", "help", "hint", "invite", "legal", "mute ", "pause", "premove", "profile", "rematch", "replay", "resign",
    "resume", "rules", "series", "settings", "settle", "start", "takeback", "undo", "unmute ", "who", "withdraw", "zen",
)  # fmt: skip
"""Every command; a blank follows one that needs an argument."""

RUNNING = frozenset({"draw", "adjourn", "abort", "resign"})
"""Commands of a match that is running or paused."""
NOT_IN_EVENTS = frozenset({"abort", "adjourn", "pause", "rematch", "takeback", "undo"})
"""Commands that a game of a tournament does not have, because others wait for its result."""


def possible_commands(state: MatchState | None, *, premoves: bool = False) -> list[str]:
    """Return the commands that make sense in a state of the match.

    Args:
        premoves: Whether moves are queued.
    """
    if state is None:
        return list(COMMANDS)
    return [command for command in COMMANDS if _possible(command.strip(), state, premoves=premoves)]


def _possible(word: str, state: MatchState, *, premoves: bool) -> bool:
    playing = state.you is not None
    own = [view.offer for view in state.offers if view.seat == state.you]
    if state.tournament is not None and word in NOT_IN_EVENTS:
        return False
    match word:
        case "accept" | "decline":
            return playing and state.offered is not None
        case "withdraw":
            return bool(own)
        case "start":
            return state.phase == "open" and not state.empty_seats
        case "berserk":
            return can_go_berserk(state)
        case "claim":
            return can_claim(state)
        case "settle":
            return state.settling and state.plays
        case "adjourn" if state.settling:
            return False
        case "resume":
            return state.phase == "paused" and "resume" not in own
        case "rematch":
            return state.over and not state.continues and state.rematch is None and "rematch" not in own
        case "pause":
            return state.phase == "running" and "pause" not in own and not state.played_out
        case "adjourn" | "abort" if state.played_out:
            return False
        case "takeback" | "undo":
            return state.phase == "running" and bool(state.moves) and "takeback" not in own
        case "legal":
            return bool(state.position.legal)
        case "hint":
            return state.your_turn and state.helped
        case "premove":
            return premoves
        case "series":
            return state.series is not None
        case "fairness":
            return state.server_seed_hash is not None
        case "explain":
            return not state.game.hidden and state.helped
        case _:
            return word not in RUNNING or (state.phase in ("running", "paused") and word not in own)
