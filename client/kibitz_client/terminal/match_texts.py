"""What line mode says: about each message, before each turn of the player, and in answer to a question. No I/O.

The text has boards as pictures. The `plain` text, for screen readers and programs, has one line for each event, and
boards in words on request.
"""

from kibitz_client.board.shapes import board_in_words
from kibitz_client.errors import UsageError
from kibitz_client.match.fairness import waits_for_texts
from kibitz_client.match.state import MatchState, can_go_berserk
from kibitz_client.network.subscriptions import Message
from kibitz_client.text.events import QUERIES, READY, introduction, message_lines, pending_lines, replay_hint
from kibitz_client.text.match_view import (
    actions_line,
    claim_line,
    counters_below,
    how_to_move,
    legal_line,
    match_board,
    pass_line,
    player_lines,
    result_line,
    side_to_move,
    turn_line,
    viewer,
)
from kibitz_client.text.style import Style
from kibitz_protocol.to_client import (
    Aborted,
    ChanceDecided,
    ClientSeedGiven,
    Event,
    Finished,
    Moved,
    Seated,
    SeedRevealed,
    Snapshot,
    TakenBack,
)

MAY_BERSERK = "before your first move you can type berserk: half of your time for one more point"
REMATCH_PROMPT = "rematch? type rematch, or just Enter to leave"


class MatchTexts:
    """Writes the lines of a match for its player. It knows whether boards are shown, and what it has said once."""

    def __init__(self, style: Style, *, plain: bool, ask_rematch: bool) -> None:
        self._style = style
        self._plain = plain
        self._ask_rematch = ask_rematch
        self._boards = not plain
        self._told_notation = False

    def turn_boards(self, word: str) -> str:
        """Turn the board before each move on or off, and return the sentence that says so.

        Raises:
            UsageError: The word is neither `on` nor `off`.
        """
        choice = {"on": True, "off": False}.get(word.lower())
        if choice is None:
            raise UsageError(f"{word!r} is not a setting of the board", "type board, board on or board off")
        self._boards = choice
        return "the board is shown before each move" if choice else "the board is shown when you type board"

    def about(self, message: Message, state: MatchState, before: MatchState | None, *, can_start: bool) -> list[str]:
        """Return the lines about a message that led from one state to the next."""
        if isinstance(message, Snapshot) and before is None:
            return introduction(state, self._style, board=self._boards)
        board = match_board(state, self._style) if self._boards else []
        lines = message_lines(message, state, before)
        match message:
            case Event(event=Finished() | Aborted()) | Snapshot() if state.over:
                prompt = [REMATCH_PROMPT] if self._ask_rematch and not state.continues else []
                return [*(["", *board, ""] if board else []), result_line(state), *prompt]
            case Event(event=Seated() | ClientSeedGiven()) if can_start and not state.empty_seats:
                lines += [] if waits_for_texts(state) else [READY]
            # While a chance event is due, the board is about to change.
            case Event(event=Moved() | ChanceDecided()) if not (state.plays or state.position.chances):
                lines += board
            case Event(event=SeedRevealed()):
                lines += replay_hint(state)
            case Event(event=TakenBack()) if not state.your_turn:
                lines += board
        return lines

    def turn(self, state: MatchState, *, times: bool) -> list[str]:
        """Return the lines before the player's turn. `times`: whether to show clocks and offers."""
        # A draw offer that stands after the other side's move is still to be answered.
        may_berserk = MAY_BERSERK if can_go_berserk(state) else ""
        reminders = [
            *(pending_lines(state) if times else []),
            *filter(None, [may_berserk, claim_line(state), pass_line(state)]),
        ]
        if self._plain:
            words = board_in_words(state.board, state.position, viewer(state), state.game.seats) if self._boards else []
            return [turn_line(state), *self._notation(state), *reminders, *words]
        board = [*match_board(state, self._style), *counters_below(state)] if self._boards else []
        lines = ["", *board, ""] if board else []
        lines += player_lines(state, self._style) if times and state.clock is not None else []
        lines += [f"{side_to_move(state)} to move"] if state.local else []
        return [*lines, *reminders, *self._notation(state), *filter(None, [actions_line(state)])]

    def answer(self, word: str, state: MatchState, elapsed_ms: int) -> list[str]:
        """Return the answer to a question about the match, one of `QUERIES`."""
        if self._plain and word == "board":
            return board_in_words(state.board, state.position, viewer(state), state.game.seats)
        if self._plain and word == "legal":
            return [legal_line(state)]
        return QUERIES[word](state, self._style, elapsed_ms)

    def _notation(self, state: MatchState) -> list[str]:
        """Return how to write moves, once."""
        told, self._told_notation = self._told_notation, True
        return [] if told else [how_to_move(state)]
