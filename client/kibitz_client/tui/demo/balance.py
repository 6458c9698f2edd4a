"""The balance of a match between both sides, as one number for both, and in words. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kibitz_client.match.state import MatchState
from kibitz_client.text.formatting import counted
from kibitz_client.text.match_view import result_line
from kibitz_protocol.values.engines import SearchReport
from kibitz_protocol.values.evaluation import percent, search_value
from kibitz_protocol.values.fields import Ply, Seat
from kibitz_protocol.values.seats import seat_text

EVEN = 0.5
CLOSE = 0.03
"""A difference from even up to which no side is called ahead."""
CHIPS_SCALE = 20
"""Chips won that fill half of the bar of one side."""


@dataclass(frozen=True, slots=True)
class Balance:
    """The balance of a match: the part of the first side, from 0 to 1, what is shared, and the text of each side."""

    first: float
    what: str
    texts: tuple[str, str]


def balance(state: MatchState) -> Balance:
    """Return the balance of a match: its result, the chips won while cards hide the scores of engines, or these."""
    if state.result is not None and not state.game.hidden:
        winner = state.result.winner
        return _of_probability(EVEN if winner is None else float(winner == 0), "result")
    if state.game.hidden:
        won = chips(state)
        texts = [f"{count:+g}" if count else "0" for count in won]
        return Balance(EVEN + EVEN * won[0] / (abs(won[0]) + CHIPS_SCALE), "chips won", (texts[0], texts[1]))
    return _of_probability(opinion(state), "win probability, average of both engines")


def _of_probability(first: float, what: str) -> Balance:
    shown = percent(first)
    # Rounded once, so that both texts add up.
    return Balance(first, what, (shown, f"{100 - int(shown.removesuffix('%'))}%"))


def chips(state: MatchState) -> tuple[float, float]:
    """Return the chips that each side has won in a game of cards, from its counters."""
    won = [float(state.position.counters.get(f"{seat_text(state.game.seats, seat)} chips", 0)) for seat in (0, 1)]
    return won[0], won[1]


def opinion(state: MatchState) -> float:
    """Return the win probability of the first side: the average of the latest searches of both engines.

    A proven result is certain, so the latest proof counts alone, whatever the other engine still hopes.
    """
    return _joint({seat: (info.ply, info.search) for seat, info in state.searches.items()})


def history(state: MatchState) -> list[float]:
    """Return the opinion after each move."""
    latest: dict[Seat, tuple[Ply, SearchReport]] = {}
    found = []
    for move in state.moves:
        if move.search is not None:
            latest[move.seat] = move.ply, move.search
        found.append(_joint(latest))
    return found


def _joint(latest: Mapping[Seat, tuple[Ply, SearchReport]]) -> float:
    """Return the win probability of the first side by the latest search of each engine."""
    known = [(ply, search, search_value(search, seat)) for seat, (ply, search) in latest.items()]
    found = [(ply, search, value) for ply, search, value in known if value is not None]
    if proofs := [(ply, value) for ply, search, value in found if search.wins_in is not None or search.exact]:
        return max(proofs)[1]
    return sum(value for _, _, value in found) / len(found) if found else EVEN


def verdict(state: MatchState) -> str:
    """Return the result of a match, or its balance when it was stopped."""
    if state.over:
        # The limits of the engines are the same, and would only make the sentence long.
        seats = [view.model_copy(update={"name": (view.name or "").partition(":")[0]}) for view in state.seats]
        return result_line(replace(state, seats=tuple(seats)))
    stopped = f"Stopped after {counted(len(state.moves), 'move')}: "
    if state.game.hidden:
        won = chips(state)
        if won[0] == won[1]:
            return stopped + "no side has won chips."
        ahead = int(won[1] > won[0])
        return stopped + f"{seat_text(state.game.seats, ahead)} is {won[ahead]:g} chips ahead."
    if not state.searches:
        return stopped + "no engine has an opinion yet."
    return stopped + _standing(opinion(state), state.game.seats)


def _standing(first: float, names: Sequence[str]) -> str:
    """Return a win probability of the first side as a sentence."""
    ahead = int(first < EVEN)
    if first in (0, 1):
        return f"{seat_text(list(names), ahead)} wins with best play."
    chance = f"{percent(max(first, 1 - first))} to win"
    if abs(first - EVEN) <= CLOSE:
        return f"the engines call it even ({seat_text(list(names), ahead)} {chance})."
    return f"{seat_text(list(names), ahead)} is ahead, {chance} (average of both engines)."
