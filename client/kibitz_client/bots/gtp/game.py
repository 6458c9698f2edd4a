"""A program that follows one match: its board gets every move, takebacks are undone, and it is asked for moves."""

import re
from collections.abc import Callable, Iterable

from kibitz_client.bots.bot import RESIGN, TimeLeft
from kibitz_client.bots.engines.process import STOP_S, EngineError
from kibitz_client.bots.gtp.clock import COLORS, clock_settings, times_left
from kibitz_client.bots.gtp.engine import GtpEngine, GtpRefusal
from kibitz_client.bots.gtp.position import Play, PlaySequence, line_from_board, line_of
from kibitz_client.match.settling import cell_name
from kibitz_client.match.state import PASS, MatchState, legal_text
from kibitz_protocol.formats.games.go import KOMI

CLEANUP = "kgs-genmove_cleanup"
"""Asks for a move like `genmove`, but for a pass only if no dead stone of the opponent is left."""
STATUS = "final_status_list"
"""Asks which stones are dead."""


MOVE = re.compile(r"([a-hj-z])0*([1-9][0-9]?)|pass|resign", re.ASCII)


def move_word(answer: str) -> str:
    """Return the move of an answer to `genmove` in small letters, or the answer if no word of it is a move.

    Some programs write other words and lines too.
    """
    for word in answer.casefold().split():
        if found := MOVE.fullmatch(word.strip(".,:;!()[]'\"")):
            return f"{found[1]}{found[2]}" if found[1] else found[0]
    return answer


class GtpGame:
    """A program with the board of one match.

    Args:
        engine: The program.
        log: Called with each line about what the program refuses.
        move_s: Seconds for a move in a match without a clock; None leaves them to the program.
    """

    def __init__(self, engine: GtpEngine, log: Callable[[str], None], move_s: int | None = None) -> None:
        self._engine = engine
        self._log = log
        self._move_s = move_s
        # What lies on the program's board; None if that is not known.
        self._line: PlaySequence | None = None
        self._told: set[str] = set()

    async def begin(self, state: MatchState) -> None:
        """Tell the program board size and time control, and play all moves of the match.

        Raises:
            EngineError: The program fails, or cannot play on this board.
        """
        await self._engine.ask(f"boardsize {len(state.position.rows)}")
        await self._follow(state)
        if (settings := clock_settings(state.clock, self._move_s)) is not None:
            await self._tell([settings])

    async def move(self, state: MatchState, clock: TimeLeft | None, within_s: float) -> str:
        """Return the program's move: a legal one, or `RESIGN`.

        Args:
            clock: The time of both seats.
            within_s: Seconds until the program must have answered.

        Raises:
            EngineError: The program fails, or its answer is not a legal move.
        """
        await self._follow(state)
        await self._tell(times_left(state.clock, clock, state.position.periods, self._move_s, state.berserk or ()))
        seat = state.position.to_move
        assert seat is not None
        answer = await self._engine.ask(f"genmove {COLORS[seat]}", within_s)
        if move_word(answer) == PASS and (other := await self._instead_of_a_pass(seat, within_s)) is not None:
            answer = other
        return self._read(answer, state, seat)

    async def dead(self, state: MatchState, within_s: float) -> tuple[int, ...]:
        """Return the cells with stones that the program holds to be dead; none if it does not have the command.

        Raises:
            EngineError: The program fails.
        """
        if not await self._engine.knows(STATUS):
            return ()
        await self._follow(state)
        names = (await self._engine.ask(f"{STATUS} dead", within_s)).casefold().split()
        cells = (cell for group in state.position.removable for cell in group)
        return tuple(cell for cell in cells if cell_name(state.board, cell).casefold() in names)

    async def quit(self, within_s: float = STOP_S) -> None:
        """Ask the program to end, and kill it after `within_s` seconds."""
        await self._engine.quit(within_s)

    def _read(self, answer: str, state: MatchState, seat: int) -> str:
        """Return the move of an answer, and note that it lies on the program's board."""
        word = move_word(answer)
        if word == RESIGN:
            return RESIGN
        move = legal_text(state.position, word)
        if move is None:
            self._line = None
            answered = f"{self._engine.name} answered {answer[:40]!r} to genmove"
            raise EngineError(f"{answered}, which is not a legal move here")
        if self._line is not None:
            self._line = self._line.then(Play(seat, move))
        return move

    async def _instead_of_a_pass(self, seat: int, within_s: float) -> str | None:
        """Return the program's move if it must not pass while dead stones are left; None if it cannot be asked.

        All stones on the board live at the end of a match. Programs pass earlier: human players agree on dead stones.
        """
        if not (await self._engine.knows(CLEANUP) and await self._engine.knows("undo")):
            return None
        line, self._line = self._line, None
        try:
            await self._engine.ask("undo")
            answer = await self._engine.ask(f"{CLEANUP} {COLORS[seat]}", within_s)
        except GtpRefusal as refusal:
            self._say(str(refusal))
            return None
        self._line = line
        return answer

    async def _follow(self, state: MatchState) -> None:
        """Bring the program's board to the position of the match."""
        line = line_of(state)
        if await self._catch_up(line):
            return
        try:
            await self._play_all(line, state)
        except GtpRefusal as refusal:
            # Its rules may differ: it forbids a repetition that the match allows, for example.
            self._say(f"{refusal}; it gets the current position")
            await self._play_all(line_from_board(state), state)
            self._line = None

    async def _catch_up(self, line: PlaySequence) -> bool:
        """Undo and play moves until the program's board has a line. Return False if it must start over."""
        before, self._line = self._line, None
        if before is None or before.placed != line.placed:
            return False
        same = 0
        for mine, theirs in zip(before.played, line.played, strict=False):
            if mine != theirs:
                break
            same += 1
        surplus = len(before.played) - same
        if surplus and not await self._engine.knows("undo"):
            return False
        try:
            for command in (*["undo"] * surplus, *map(str, line.played[same:])):
                await self._engine.ask(command)
        except GtpRefusal:
            return False
        self._line = line
        return True

    async def _play_all(self, line: PlaySequence, state: MatchState) -> None:
        """Play a line on an empty board."""
        await self._clear(state)
        try:
            for play in line.placed:
                await self._engine.ask(str(play))
        except GtpRefusal:
            if not line.handicap:
                raise
            # `play` is the first choice: after a handicap command some programs give White points for the stones.
            await self._clear(state)
            await self._engine.ask(f"set_free_handicap {' '.join(line.handicap)}")
        for play in line.played:
            await self._engine.ask(str(play))
        self._line = line

    async def _clear(self, state: MatchState) -> None:
        await self._engine.ask("clear_board")
        if (komi := state.options.get(KOMI)) is not None:
            await self._tell([f"komi {float(komi):g}"])

    async def _tell(self, commands: Iterable[str]) -> None:
        """Send commands that a program need not have, and that it can do without."""
        for command in commands:
            if not await self._engine.knows(command.split()[0]):
                continue
            try:
                await self._engine.ask(command)
            except GtpRefusal as refusal:
                self._say(str(refusal))

    def _say(self, text: str) -> None:
        """Log a refusal, but not again and again."""
        if text not in self._told:
            self._told.add(text)
            self._log(text)
