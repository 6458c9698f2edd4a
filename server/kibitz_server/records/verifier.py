"""Verifier of records: by the rules and the seed or, where the seed stays secret, by the states of the record.

The seed of a match with hidden cards that ended early is not revealed. Without the cards no position can be computed,
so each message is compared with the state before it, as the audience of the record received it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import cast

from kibitz_protocol.formats.record import RecordLine, first_match
from kibitz_protocol.to_client import Snapshot
from kibitz_protocol.values.matches import UNSEEN, ChanceView, MoveView
from kibitz_protocol.values.state import State
from kibitz_server.core.match.phase import OVER
from kibitz_server.core.values import events
from kibitz_server.core.values.endings import how_ended
from kibitz_server.games.game import Position
from kibitz_server.records.audiences import audiences, revealed_seed
from kibitz_server.records.chance import RecordedChance
from kibitz_server.records.difference import DifferenceError as DifferenceError
from kibitz_server.records.replay import Replay, VerifiedMove
from kibitz_server.records.replay import Verified as Verified

SEED_KEPT = (
    "the match ended early, so its seed stays secret: the order of events, the side to move, the legal moves and the"
    " clocks are checked, but not the cards, the chips and the result"
)
BEFORE = "the state before it says"


def verify(lines: Iterable[str | bytes]) -> Verified:
    """Verify a whole record.

    Raises:
        NotARecord: It is not a record, or its game cannot be set up.
        DifferenceError: It differs from the rules or the clocks.
    """
    found = first_match(lines)
    first = next(found)
    assert isinstance(first.message, Snapshot)
    if not first.message.game.hidden:
        return _replayed(Replay(first.message), chain([first], found))
    whole = [first, *found]
    if _keeps_seed(whole):
        return _replayed(KeptReplay(first.message), whole)
    seed = revealed_seed(whole, first.message.server_seed_hash)
    problems: list[DifferenceError] = []
    for audience in audiences(first.message, whole):
        try:
            return _replayed(Replay(first.message, audience, seed), whole)
        except DifferenceError as error:
            problems.append(error)
    raise problems[0]


def _replayed(replay: Replay, lines: Iterable[RecordLine]) -> Verified:
    for line in lines:
        replay.step(line)
    return replay.end()


def _keeps_seed(lines: Sequence[RecordLine]) -> bool:
    """Return whether a record says that the seed of its match stays secret."""
    return any(
        message.seed_kept if isinstance(message, Snapshot) else message.event.kind == "seed_kept"
        for _, message in lines
    )


@dataclass(frozen=True, slots=True)
class _Told:
    """What a recorded state says of its position; `to_move` is None where it is unknown."""

    to_move: int | None
    legal: tuple[str, ...] = ()
    chances: tuple[str, ...] = ()


class KeptReplay(Replay):
    """Replay of a record whose seed stays secret. Its positions are those of the recorded states."""

    def end(self) -> Verified:
        """Return what was found, after the last message."""
        found = super().end()
        found.kept = True
        found.unchecked = [SEED_KEPT, *(note for note in found.unchecked if note not in self._chance.notes())]
        return found

    def _tell(self, told: _Told) -> None:
        """Put what the record says in the place of the current position."""
        self._path[-1] = cast(Position, told)

    def _play(self, move: MoveView, *, note: bool) -> None:
        self._differs("ply", move.ply, len(self._moves))
        self._is_seat("seat of the move", move.seat)
        before = self._position
        if before.to_move is None:
            self._tell(_Told(move.seat))
        else:
            self._differs("seat of the move", move.seat, before.to_move, BEFORE)
            self._one_of(f"move {move.ply + 1}", move.move, tuple(map(str, before.legal)))
        if note:
            self.found.played.append(VerifiedMove(self._line, self._message_seq, move, self._start, (), ()))
        self._path.append(cast(Position, _Told(None)))
        self._clocks.append(None)
        self._moves.append(move.move)

    def _check_chance(self, view: ChanceView, *, openly: bool = False) -> None:  # noqa: ARG002
        self._differs("ply of the chance event", view.ply, len(self._moves))
        self._differs("number of the chance event", view.number, len(self._chance.recorded) + 1)
        if view.text != UNSEEN and isinstance(self._position, _Told):
            self._one_of(f"chance event {view.number}", view.text, tuple(map(str, self._position.chances)))
        self._chance.recorded.append(RecordedChance(self._line, self._message_seq, view, ()))
        self._tell(_Told(None))

    def _one_of(self, what: str, recorded: str, possible: tuple[str, ...]) -> None:
        """Compare a text with those that were possible, as far as the audience saw them."""
        if possible and recorded not in possible:
            raise DifferenceError(self._line, self._message_seq, what, recorded, ", ".join(possible), BEFORE)

    def _is_seat(self, what: str, recorded: int) -> None:
        seats = range(len(self._game.declaration.seats))
        if recorded not in seats:
            raise DifferenceError(self._line, self._message_seq, what, recorded, list(seats))

    def _state(self, state: State) -> None:
        over = self._phase in OVER
        self._differs("ply", state.ply, len(self._moves))
        if over:
            self._differs("to_move", state.to_move, None)
        elif state.to_move is not None:
            self._is_seat("to_move", state.to_move)
        self._tell(_Told(state.to_move, tuple(state.legal), tuple(state.chances)))

    def _ended(self, event: object = None) -> None:  # noqa: ARG002
        """Compare the end of the match with the secret: a match that was played to its end reveals its seed."""
        result = self._result
        if self._phase != "finished" or result is None:
            return
        finished = events.MatchFinished(events.Result(result.winner, result.reason), 0.0)
        if how_ended(finished).played_out:
            raise DifferenceError(
                self._line, self._message_seq, "seed", "kept", f"it is revealed after {result.reason}", "by the rules"
            )
