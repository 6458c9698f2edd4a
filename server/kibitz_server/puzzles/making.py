"""The making of puzzles of one finished match. It searches nothing itself, as `GameAnalysis` does not."""

import json
from collections.abc import Sequence

from kibitz_protocol.commands.analysis import AnalysedMove
from kibitz_server.core.match.match import Match
from kibitz_server.core.values.players import Engine, Human
from kibitz_server.engine.analysis.game_analysis import CannotAnalyse, GameAnalysis
from kibitz_server.engine.analysis.puzzles import Judged, Puzzle, PuzzleCheck, candidates
from kibitz_server.engine.driver import SearchResult
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import BadPosition, IllegalMove, Position
from kibitz_server.messages.analysis import played_moves
from kibitz_server.puzzles.bundled import SIGMA, mu_of, puzzle_id
from kibitz_server.store.archive.puzzles import StoredPuzzle


class PuzzleSearch:
    """Search for the puzzles of a match: an analysis, unless there is one, and then a check of each candidate.

    The caller searches `position` within `limit`, and passes the report to `add`, until `position` is None.
    """

    def __init__(self, match: Match, ended_at: float, known: Sequence[AnalysedMove] | None = None) -> None:
        """Begin with a match that is over.

        Args:
            match: The match.
            ended_at: When it ended, in seconds since 1970.
            known: The moves of its analysis, if there is one.
        """
        self._match = match
        self._ended_at = ended_at
        self.found: list[tuple[int, str, str, Puzzle]] = []
        self._check: PuzzleCheck | None = None
        self._analysis: GameAnalysis | None = None
        self._waiting: list[int] = []
        self._base: tuple[str, str] = ("", "")
        self._place = 0
        self._positions = [match.history.start]
        """The positions of the match as far as they were needed: a long one takes long to play again."""
        if not may_have_puzzles(match):
            return
        if known is not None:
            self._judge(known)
            return
        try:
            chances = match.history.chances_at(0)
            self._analysis = GameAnalysis(match.history.start, played_moves(match), chances, "quick")
        except CannotAnalyse:
            return
        self._end_analysis()

    @property
    def algorithm(self) -> str:
        """The algorithm of the next search."""
        return self._work.algorithm

    @property
    def limit(self) -> Limit:
        """The limit of the next search."""
        return self._work.limit

    @property
    def position(self) -> Position | None:
        """The position to search next; None when all puzzles are found."""
        if self._check is None and self._analysis is None:
            return None
        return self._work.position

    @property
    def start(self) -> str | None:
        """The first position of the next search; None for that of the game."""
        return self._match.created.position if self._check is None else self._base[0]

    @property
    def moves_before(self) -> tuple[str, ...]:
        """The moves that lead from `start` to `position`."""
        if self._check is None:
            return (*self._match.created.opening, *self._work.moves_before)
        return (self._base[1], *self._check.moves_before)

    @property
    def _work(self) -> GameAnalysis | PuzzleCheck:
        work = self._check or self._analysis
        assert work is not None, "the search is complete"
        return work

    def add(self, report: SearchResult) -> None:
        """Add the search of `position`."""
        self._work.add(report)
        if self._check is None:
            self._end_analysis()
        else:
            self._end_check()

    def puzzles(self, at: float) -> list[StoredPuzzle]:
        """Return the puzzles that were found so far. `at` is when they are published, in seconds since 1970."""
        return [self._stored(*each, at) for each in self.found]

    def _end_analysis(self) -> None:
        if self._analysis is not None and self._analysis.position is None:
            moves = self._analysis.result().moves
            self._analysis = None
            self._judge(moves)

    def _judge(self, moves: Sequence[Judged]) -> None:
        self._waiting = candidates(moves)
        self._next()

    def _end_check(self) -> None:
        assert self._check is not None
        if self._check.position is None:
            if (puzzle := self._check.result()) is not None:
                self.found.append((self._place, *self._base, puzzle))
            self._next()

    def _next(self) -> None:
        """Begin with the next candidate that may be a puzzle."""
        self._check = None
        game = self._match.game
        while self._waiting and (self._check is None or self._check.position is None):
            place = self._waiting.pop(0)
            before, lead = self._position(place - 1), self._match.moves[place - 1].move
            try:
                # The text must say all that the puzzle needs, because it is read again from there.
                start = game.start(before.text)
                self._check = PuzzleCheck(start.after(start.find(lead)))
            except (BadPosition, IllegalMove):
                continue
            self._base, self._place = (before.text, lead), place
        if self._check is not None and self._check.position is None:
            self._check = None

    def _position(self, plies: int) -> Position:
        """Return the position after some moves of the match."""
        for move in self._match.moves[len(self._positions) - 1 : plies]:
            at = self._positions[-1]
            self._positions.append(at.after(at.find(move.move)))
        return self._positions[plies]

    def _stored(self, place: int, before: str, lead: str, puzzle: Puzzle, at: float) -> StoredPuzzle:
        match, created = self._match, self._match.created
        options = dict(match.game.options)
        refuted = {at: {move: list(answer) for move, answer in found.items()} for at, found in puzzle.refuted.items()}
        seats = [player for player in match.seats if player is not None]
        return StoredPuzzle(
            id=puzzle_id(match.game.name, options, before, lead),
            game=match.game.name,
            options=json.dumps(options),
            position=before,
            lead=lead,
            line=json.dumps(puzzle.line),
            refuted=json.dumps(refuted, separators=(",", ":")),
            win=round(puzzle.win, 3),
            themes=" ".join(puzzle.themes),
            players=json.dumps([player.shown for player in seats if isinstance(player, Human | Engine)]),
            player_ids=json.dumps([player.id for player in seats if isinstance(player, Human)]),
            match_id=created.id,
            code=created.code,
            ply=place,
            ended_at=self._ended_at,
            at=at,
            removed=False,
            mu=mu_of(puzzle.rating),
            sigma=SIGMA,
            attempts=0,
            solved=0,
        )


def may_have_puzzles(match: Match) -> bool:
    """Return whether puzzles may be made of a match: it is over and listed, without chance and hidden cards."""
    game, created = match.game, match.created
    listed = created.listed and created.terms.key_hash is None
    return match.over and listed and not game.hidden and not game.chance
